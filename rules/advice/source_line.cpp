#include "advice/source_line.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace fencepost {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::string_view trimmed_end(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::string indentation(std::string_view line) {
  return std::string(line.substr(0, static_cast<std::size_t>(trimmed(line).data() - line.data())));
}

std::string_view code_of(std::string_view line, bool fortran) {
  for (const std::string_view mark :
       fortran ? std::vector<std::string_view>{"!"} : std::vector<std::string_view>{"//", "/*"})
    line = line.substr(0, line.find(mark));
  return trimmed(line);
}

bool is_balanced(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0 && std::ranges::count(text, '"') == 0;
}

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace fencepost
