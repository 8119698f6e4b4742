// Call stacks of loads and stores: the thread's entered functions as Stack definitions.
#pragma once

#include <cstdint>

#include "memory/attach.h"

namespace fencepost::memory {

// Trace id of the innermost frames of [bottom, top); 0 if there are none. The same id for the same frames; any thread.
std::uint64_t define_stack(const fencepost_frame* bottom, const fencepost_frame* top);

}  // namespace fencepost::memory
