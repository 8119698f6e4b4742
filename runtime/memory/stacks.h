// Call stacks of loads and stores: the thread's entered functions as Stack definitions.
#pragma once

#include <array>
#include <cstdint>

#include "memory/attach.h"

namespace fencepost::memory {

// Trace id of the innermost frames of [bottom, top); 0 if there are none. The same id for the same frames; any thread.
//
// `recent`: the calling thread's own, to find again what it had before.
struct RecentStacks {
  struct Known {
    std::uint64_t hash = 0;
    std::uint64_t id = 0;
  };
  std::array<Known, 64> known{};
};
std::uint64_t define_stack(RecentStacks& recent, const fencepost_frame* bottom, const fencepost_frame* top);

}  // namespace fencepost::memory
