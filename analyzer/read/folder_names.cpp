#include "read/folder_names.h"

#include <charconv>

namespace fencepost::read {

std::optional<std::uint64_t> number_in(std::string_view name, std::string_view before, std::string_view behind) {
  if (name.size() <= before.size() + behind.size() || !name.starts_with(before) || !name.ends_with(behind)) return {};
  const std::string_view digits = name.substr(before.size(), name.size() - before.size() - behind.size());
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || stop != digits.data() + digits.size()) return {};
  if (digits.size() > 1 && digits[0] == '0') return {};
  return number;
}

}  // namespace fencepost::read
