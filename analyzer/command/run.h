// `fencepost run`: runs the user's command with the preloaded library, checks what it recorded, and reports.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

// Returns the exit status of the whole.
int run(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
