// `fencepost lint`: source files are read by a program of its own (analyzer/lint), which prints what it found as JSON.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

// The exit status.
int lint(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
