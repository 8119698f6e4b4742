// fencepost fix: the patches of findings shown as a diff, or made.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

int fix(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
