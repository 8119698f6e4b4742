// How a process ended that is not our child.
#pragma once

#include <optional>

namespace fencepost::command {

// What wait() has told the parent of the process, which has ended since `descriptor` (pidfd_open) was made. Nothing:
// the parent has not asked yet, or the system does not tell (Linux before 6.15).
std::optional<int> wait_status_of(int descriptor);

}  // namespace fencepost::command
