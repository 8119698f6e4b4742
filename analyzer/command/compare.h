// fencepost diff and fencepost merge: compare saved findings.
#pragma once

#include "command/options.h"
#include "registry/options.h"

namespace fencepost::command {

// Which findings are new in the second, gone, or the same. Status 66: something new that fails the run.
int diff(const Arguments& arguments, const RuleOptions& rules);
// Which finding is in which run, as one report.
int merge(const Arguments& arguments, const RuleOptions& rules);

}  // namespace fencepost::command
