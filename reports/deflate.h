// Compresses text for the page; html/unpack.js restores it.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::reports {

// RFC 1951, without a header.
std::string deflated(std::string_view text);
// RFC 4648.
std::string base64(std::string_view bytes);

}  // namespace fencepost::reports
