// Step two: leaves out what cannot reach memory that others see, and what other accesses say already.
#pragma once

#include "gcc/access.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

Accesses filter(const Accesses& accesses, function* function, Statistics& statistics);

// Whether the statement may contain events of the tool, or synchronization of other threads.
bool is_boundary(gimple* statement);
// Whether it is a synchronizing fence that is not a call of a function.
bool is_fence(gimple* statement);

// Between two statements of one block.
bool has_boundary_between(gimple* first, gimple* last);
bool is_same_address(const MemoryAccess& one, const MemoryAccess& other);

}  // namespace fencepost::gcc
