// Names of files and folders that end in a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fencepost::read {

// The number in "rank-12" or "thread-3.fpt"; nothing if `name` is not of that form.
std::optional<std::uint64_t> number_in(std::string_view name, std::string_view before, std::string_view behind);

}  // namespace fencepost::read
