// The probable order of a conflict's two accesses: by their order in the program, or by their position relative to a
// synchronization.
#pragma once

#include <utility>

#include "job/conflict.h"
#include "job/symbolizer.h"

namespace fencepost {

// The two accesses in their probable order: that of the source. In most cases, a load is meant to read what was stored
// before.
std::pair<const ConflictAccess&, const ConflictAccess&> meant_order(const Conflict& conflict, Symbolizer& source);

// The access of the process that provides this order, and the other one.
std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const PassedSync& sync, const Conflict& conflict);
// The access that comes only after its thread's signal, and the other one.
std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const Conflict::ToldTooEarly& told,
                                                                    const Conflict& conflict);

// The program has them in the intended order, and what orders them lies between: the first access of the next round of
// a loop meets the second of this round.
bool comes_again(const Conflict& conflict, Symbolizer& source);

}  // namespace fencepost
