// fencepost diff and fencepost merge: saved findings beside each other.
#pragma once

#include "command/options.h"
#include "registry/options.h"

namespace fencepost::command {

// What is new in the second, gone, the same. Status 66: something new that fails the run.
int diff(const Arguments& arguments, const RuleOptions& rules);
// Which finding is in which run, as one report.
int merge(const Arguments& arguments, const RuleOptions& rules);

}  // namespace fencepost::command
