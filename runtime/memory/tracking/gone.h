// Window memory that MPI_Win_free has given back. Its addresses stay inaccessible and tracked for a while. So we see a
// program that continues to use them before it dies of it: the hooks record the access at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tracking/ranges.h"

namespace fencepost::memory {

// Takes over the mapping [begin, end) of the caller, whose part `known` (tracked by `track`) is what the program knew
// as the memory of `window`. The oldest such mapping is unmapped when there are many. False: nothing was taken over,
// because address space is limited (ulimit -v) or nothing of the window was known. Any thread.
bool bury(Range mapping, Range known, std::uint64_t window);

// Whether any of [address, address + size) is gone memory. Nearly always two compares.
bool is_gone(std::uintptr_t address, std::size_t size);

}  // namespace fencepost::memory
