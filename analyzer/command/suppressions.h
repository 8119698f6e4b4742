// Reads the files of --suppressions and --baseline.
#pragma once

#include <string>
#include <vector>

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

struct Suppressions {
  suppress::Suppressor suppressor;
  std::vector<std::string> problems;  // sentences; if there is one, nothing should be checked
};
Suppressions read_suppressions(const RuleOptions& rules);

// Removes from `findings` those that judge() will hide, except consequences of those that it will not.
std::vector<Finding> take_hidden(std::vector<Finding>& findings, const suppress::Suppressor& suppressor,
                                 const RuleOptions& rules);

// Hides what is suppressed, and sets the run's status by --severity and --fail-on (unless the check failed).
void judge(Findings& findings, const suppress::Suppressor& suppressor, const RuleOptions& rules);
// The status of a run with these findings, if the check itself did not fail.
RunStatus status_by(const Findings& findings, const RuleOptions& rules);

// --fail-on-blind-spots: a run with blind spots is not clean, but a check that failed.
void fail_on_blind_spots(Findings& findings, const Arguments& arguments);

}  // namespace fencepost::command
