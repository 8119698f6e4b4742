// An operation that has no epoch on its window, while one is open on another window that would allow it: the window may
// be the mistake.
#pragma once

#include <memory>
#include <optional>

#include "findings/report.h"
#include "job/job.h"

namespace fencepost {

// Says so, and advises to look at the window before one is opened here. Returns the epoch.
std::shared_ptr<const AccessEpoch> name_other_window(Violation& violation, const Job& job, const Operation& operation,
                                                     Words& words);

// For MPI_Win_complete or MPI_Win_wait on a window that has no such epoch, while another window of the process has one:
// that window was meant. (To remove the call would leave that epoch open.) Nothing: there is none.
std::optional<Fix> close_other_window(const Job& job, const Place& place, WindowKey window, Words& words);

// For an unlock of a target that is not locked on its window: the epoch of the one other window on which this thread
// has locked the same process. Null: there is none, or there are several.
std::shared_ptr<const AccessEpoch> locked_elsewhere(const Job& job, const Place& unlock, WindowKey window, Rank target);
// The unlock names that window. Nothing: the source may unlock it by another call.
std::optional<Fix> unlock_other_window(const AccessEpoch& locked, const Place& unlock, Words& words);

}  // namespace fencepost
