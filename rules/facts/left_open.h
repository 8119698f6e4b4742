// The detail by which a report distinguishes the epochs of one window that are left open at one call.
#pragma once

#include <cstdint>

#include "ids/ids.h"
#include "job/place.h"

namespace fencepost {

inline std::uint64_t detail_of_left(WindowKey window, const Place& opened) {
  return window.number() + (opened.stack.number() << 16);
}

}  // namespace fencepost
