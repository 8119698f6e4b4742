// Comparisons of several members of a structure that the compiler has merged: `p->ready == 1 && p->value == 2` loads
// both members, and what lies between them, although the program looks at the second one only if the first is equal.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

struct MergedLoad {
  // What the program may have loaded, in bytes from the beginning of what the statement loads.
  struct Part {
    HOST_WIDE_INT begin = 0, size = 0;
  };
  std::vector<Part> parts;
  edge taken = nullptr;  // on it all members are equal, so all were loaded; null: the result is not a branch
};

// Nothing: the statement does not load several members for one comparison.
std::optional<MergedLoad> merged_load(gimple* statement);

}  // namespace fencepost::gcc
