// `fencepost run`: run the user's command with the preloaded library, check what it recorded, report.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

// Gives the exit status of the whole.
int run(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
