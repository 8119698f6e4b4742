// An operation that has no epoch on its window, while one is open on another window that would allow it: the window may
// be the mistake.
#pragma once

#include <optional>

#include "findings/report.h"
#include "job/job.h"

namespace fencepost {

// Says so, and advises to look at the window before one is opened here. Returns the epoch.
std::optional<AccessEpoch> name_other_window(Violation& violation, const Job& job, const Operation& operation,
                                             Words& words);

}  // namespace fencepost
