// Step one: every access to memory that a function makes.
#pragma once

#include "pass/access.h"
#include "pass/statistics.h"

namespace fencepost::pass {

Accesses collect(llvm::Function& function, Statistics& statistics);

}  // namespace fencepost::pass
