// `fencepost lint`: a separate program (analyzer/lint) reads source files, and prints its findings as JSON.
#pragma once

#include "command/options.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

// Returns the exit status.
int lint(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor);

}  // namespace fencepost::command
