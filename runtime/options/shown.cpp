#include "options/shown.h"

namespace fencepost::options {

std::string shown(std::string_view text) {
  std::string result(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    // U+0080 to U+009F are controls, too.
    const bool second_of_control = i > 0 && text[i - 1] == '\xc2' && byte >= 0x80 && byte < 0xa0;
    if (byte < 0x20 || byte == 0x7f || second_of_control) result[i] = '?';
  }
  return result;
}

}  // namespace fencepost::options
