// The kinds of ids in the model of the job.
//
// Events name a window and a communicator by the id that their process gave it: the same number means a different one
// in each process. Such an id stays the plain number of its event; Job::window_by_id and Job::communicator_part take it
// together with its process. A key is the same in all processes, and everything that outlives an event has keys.
//
// rank.h has the ranks of windows and communicators.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ids/id.h"
#include "ids/rank.h"

namespace fencepost {

// A call stack, in one process.
using StackId = Id<struct StackIdTag, std::uint64_t>;

// A thread, within its process.
using ThreadId = Ordinal<struct ThreadIdTag>;
inline constexpr ThreadId kMainThread{0};  // that called MPI_Init

// A thread of the job.
struct ThreadName {
  int process = 0;  // rank in MPI_COMM_WORLD
  ThreadId thread = kMainThread;
  friend auto operator<=>(const ThreadName&, const ThreadName&) = default;
};

using WindowKey = Id<struct WindowKeyTag, std::uint64_t>;
using CommunicatorKey = Id<struct CommunicatorKeyTag, std::uint64_t>;

// What they cost: nothing. They are as large as their numbers and go in the same registers.
static_assert(sizeof(ThreadId) == sizeof(int) && std::is_trivially_copyable_v<ThreadId>);
static_assert(sizeof(Rank) == sizeof(std::int64_t) && std::is_trivially_copyable_v<Rank>);
static_assert(sizeof(WindowKey) == sizeof(std::uint64_t) && std::is_trivially_copyable_v<WindowKey>);

}  // namespace fencepost
