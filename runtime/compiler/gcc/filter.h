// Step two: leaves out what cannot reach memory that others see, and what others say already.
#pragma once

#include "gcc/access.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

Accesses filter(const Accesses& accesses, function* function, Statistics& statistics);

// Whether events of the tool, or other threads' synchronization, may lie in the statement.
bool is_boundary(gimple* statement);
// Whether a synchronizing fence that is no call of a function.
bool is_fence(gimple* statement);

// Between two statements of one block.
bool has_boundary_between(gimple* first, gimple* last);
bool is_same_address(const MemoryAccess& one, const MemoryAccess& other);

}  // namespace fencepost::gcc
