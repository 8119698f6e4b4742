// Which rules cannot be checked where a run is divided by time (docs/periods.md).
#pragma once

#include "registry/options.h"

namespace fencepost {

// Whether one of the active rules relates events of different periods of a run, or counts them. What all other checks
// keep over the border of a period is the last call of a kind on a window, or what comes from events that all workers
// replay.
bool needs_whole_run(const RuleOptions& options);

}  // namespace fencepost
