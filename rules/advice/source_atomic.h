// Atomics of the language as the source has them.
#pragma once

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// Whether the statement names an atomic that orders what comes before and after it, whatever the program gives it: one
// of the __sync builtins, which are full barriers, or atomic_fetch_add and the like without an order of their own.
bool is_ordered_atomic(const SourceLocation& statement, SourceLines& sources);

}  // namespace fencepost
