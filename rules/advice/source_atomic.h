// Atomics of the language as the source has them.
#pragma once

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// Whether the statement names an atomic that orders the accesses before and after it, whatever its arguments: one of
// the __sync builtins, which are full barriers, or atomic_fetch_add and the like without a memory order.
bool is_ordered_atomic(const SourceLocation& statement, SourceLines& sources);

}  // namespace fencepost
