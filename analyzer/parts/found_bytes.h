// The findings of a rank as a string of bytes, for another process of the same build.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parts/words.h"

namespace fencepost::parts {

std::string words_to_bytes(const Words& words, const std::string& host);
// Nothing: they are damaged, or from another build.
std::optional<Words> words_from_bytes(std::string_view bytes);

}  // namespace fencepost::parts
