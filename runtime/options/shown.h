// Values of settings and names of files in the messages of the program side.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::options {

// With '?' for each byte of a control character, which a terminal would obey.
std::string shown(std::string_view text);

}  // namespace fencepost::options
