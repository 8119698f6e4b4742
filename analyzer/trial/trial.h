// Whether a fix removes a finding: the recorded run is checked again, as if the program had the fix.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "check/analysis.h"
#include "job/source.h"
#include "job/symbolizer.h"
#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::trial {

// What a trial needs of a run. `open` gives the trace from its beginning each time.
struct Run {
  std::function<std::unique_ptr<TraceSource>()> open;
  Symbolizer& symbolizer;
  check::AnalysisOptions engine;
  RuleOptions rules;
  // Whether nobody waits for the result any more: then what is not yet tried stays so.
  std::function<bool()> given_up = {};
};

// Tries the fixes of the findings that have some, as long as all replays together are no more work than `most_events`
// events: so the advice does not depend on how fast this machine is. A fix that fails is removed from its finding; one
// that passes is marked (Fix::tried) and comes first. Untried fixes for the same order are then removed; if no fix has
// passed, they stay as they are (finish_fixes() leaves their conditions). False: it was too much work to try all.
bool try_fixes(std::vector<Finding>& findings, const Run& run, std::uint64_t most_events);

}  // namespace fencepost::trial
