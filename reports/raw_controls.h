// JSON that can be shown at a terminal: control characters
// beyond U+007E, which JSON allows, become \uNNNN.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::reports {

std::string without_raw_controls(std::string_view json);

}  // namespace fencepost::reports
