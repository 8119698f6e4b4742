// The kinds of ids in the model of the job.
//
// Events name a window and a communicator by the id that their process gave it: the same number means a different one
// in each process. Such an id stays the plain number of its event; Job::window_by_id and Job::communicator_part take it
// together with its process. A key is the same in all processes, and everything that outlives an event has keys.
#pragma once

#include <cstdint>

#include "ids/id.h"

namespace fencepost {

// A call stack, in one process.
using StackId = Id<struct StackIdTag, std::uint64_t>;

using WindowKey = Id<struct WindowKeyTag, std::uint64_t>;
using CommunicatorKey = Id<struct CommunicatorKeyTag, std::uint64_t>;

}  // namespace fencepost
