#include "reports/raw_controls.h"

#include <fmt/format.h>

namespace fencepost::reports {

std::string without_raw_controls(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(json[k]); };
    const bool is_long = byte(i) == 0xC2 && i + 1 < json.size() && byte(i + 1) < 0xA0;
    if (byte(i) == 0x7F || is_long)
      result += fmt::format("\\u{:04x}", is_long ? byte(++i) : byte(i));
    else
      result += json[i];
  }
  return result;
}

}  // namespace fencepost::reports
