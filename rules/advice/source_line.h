// The text of a line of source: without blanks around it, without a comment.
#pragma once

#include <string>
#include <string_view>

namespace fencepost {

std::string_view trimmed(std::string_view text);
std::string_view trimmed_end(std::string_view text);
std::string indentation(std::string_view line);
// The line without a comment at its end.
std::string_view code_of(std::string_view line, bool fortran);
std::string in_small_letters(std::string text);
// Whether its brackets match, and it has no quotes.
bool is_balanced(std::string_view text);

}  // namespace fencepost
