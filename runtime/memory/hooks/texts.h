// What hooks of functions on text have in common, whatever a letter is.
#pragma once

#include <cstddef>

#include "hooks.h"

namespace fencepost::hooks {

// What is only read in order to be reported need not be.
inline bool nobody_listens() {
  return fencepost_hooks_of_module.mask == 0;
}

// How many letters of each text decide a comparison.
template <class Letter, class Same>
std::size_t compared(const Letter* one, const Letter* other, std::size_t most, Same same) {
  std::size_t used = 0;
  while (used < most) {
    const std::size_t at = used++;
    if (!same(one[at], other[at]) || one[at] == 0) break;
  }
  return used;
}

}  // namespace fencepost::hooks
