// Atomic operations become calls of the hooks, which do them and report them and the order that they give threads.
#pragma once

#include "gcc/access.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

// Whether it left blocks that nothing leads to: landings of operations that could throw (-fnon-call-exceptions). The
// hooks cannot.
bool replace_atomics(function* function, Statistics& statistics);

}  // namespace fencepost::gcc
