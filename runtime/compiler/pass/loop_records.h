// The records of what was hoisted: the code before loops, and after them, that reports everything that a loop does.
#pragma once

#include <vector>

#include "pass/hoist.h"
#include "pass/rooms.h"
#include "pass/runtime.h"

namespace fencepost::pass {

// Call it before anything else changes the code: it is computed from the code as it was analyzed.
void add_loop_records(const std::vector<HoistedAccess>& hoisted, llvm::Function& function, const Runtime& runtime,
                      Sites& sites, Rooms& rooms, const QuietLoops& quiet, llvm::ScalarEvolution& evolution);

}  // namespace fencepost::pass
