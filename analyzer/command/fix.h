// fencepost fix: shows the patches of findings as a diff, or applies them.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

int fix(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
