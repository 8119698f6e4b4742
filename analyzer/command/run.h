// `fencepost run`: run the user's command with the preloaded library, check what it recorded, report.
#pragma once

#include "command/options.h"
#include "registry/options.h"

namespace fencepost::command {

// Gives the exit status of the whole.
int run(const Arguments& arguments, const RuleOptions& rules);

}  // namespace fencepost::command
