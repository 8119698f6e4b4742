// Rules that cannot be checked if a run is divided by time (docs/periods.md).
#pragma once

#include "registry/options.h"

namespace fencepost {

// Whether an active rule relates events of different periods of a run, or counts them. All other checks keep only two
// things beyond the end of a period: the last call of a kind on a window, and facts from events that all workers
// replay.
bool needs_whole_run(const RuleOptions& options);

}  // namespace fencepost
