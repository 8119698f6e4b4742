// Reads what --suppressions and --baseline name.
#pragma once

#include <string>
#include <vector>

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

struct Suppressions {
  suppress::Suppressor suppressor;
  std::vector<std::string> problems;  // sentences; with one of them nothing should be checked
};
Suppressions read_suppressions(const RuleOptions& rules);

// Hides what is suppressed, and says by --severity and --fail-on what the run has come to (unless the check failed).
void judge(Findings& findings, const suppress::Suppressor& suppressor, const RuleOptions& rules);
// What a run with these findings has come to, if the check itself did not fail.
RunStatus status_by(const Findings& findings, const RuleOptions& rules);

// --fail-on-blind-spots: a run of which something could not be seen is not clean, but a check that failed.
void fail_on_blind_spots(Findings& findings, const Arguments& arguments);

}  // namespace fencepost::command
