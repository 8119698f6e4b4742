// Call stacks of loads and stores: the thread's entered functions as Stack definitions.
#pragma once

#include <array>
#include <cstdint>

#include "hook_table/table.h"
#include "recorder/recursion.h"

namespace fencepost::memory {

// Trace id of the innermost frames of [bottom, top), without recursion; 0 if there are none. The same id for the same
// frames; any thread.
//
// `recent`: the calling thread's own, to find again what it had before.
struct RecentStacks {
  struct Known {
    std::uint64_t hash = 0;
    std::uint64_t id = 0;
  };
  std::array<Known, 64> known{};  // with recursion and without
  record::FunctionsOfAddresses functions;

  Known& place_of(std::uint64_t hash) { return known[(hash >> 32) % known.size()]; }
};
std::uint64_t define_stack(RecentStacks& recent, const fencepost_frame* bottom, const fencepost_frame* top);

}  // namespace fencepost::memory
