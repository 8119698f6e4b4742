// Step four: the code that reports accesses.
#pragma once

#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "pass/access.h"
#include "pass/hoist.h"
#include "pass/statistics.h"

namespace fencepost::pass {

// `hoisted` first: what belongs to it is computed from the code as it was analyzed. gets_code(loop): called before an
// innermost loop gets code for each of its rounds.
void instrument(llvm::Function& function, const Accesses& accesses, const std::vector<HoistedAccess>& hoisted,
                const QuietLoops& quiet, llvm::ScalarEvolution& evolution, Statistics& statistics,
                llvm::function_ref<void(llvm::Loop&)> gets_code);

}  // namespace fencepost::pass
