// `fencepost doctor PROGRAM`: what can be checked of one program.
#pragma once

#include <string>

#include "command/prognosis.h"

namespace fencepost::command {

// Returns whether it can be checked.
bool examine(const Prognosis& prognosis, const std::string& program);

}  // namespace fencepost::command
