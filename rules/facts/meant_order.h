// In which order the two accesses of a conflict seem to be meant, by the order in which the program has them, or stand
// by a synchronization.
#pragma once

#include <utility>

#include "job/conflict.h"
#include "job/symbolizer.h"

namespace fencepost {

// The two in the order that they seem to be meant to have: that of the source. What is loaded is mostly meant to have
// been stored before.
std::pair<const ConflictAccess&, const ConflictAccess&> meant_order(const Conflict& conflict, Symbolizer& source);

// The access of the process that gives this order, and the other one.
std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const PassedSync& sync, const Conflict& conflict);
// The access that comes only after what its thread has told, and the other one.
std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const Conflict::ToldTooEarly& told,
                                                                    const Conflict& conflict);

// The program has them in the order in which they are meant, and what orders them lies between: it is the first of
// the next round of a loop that meets the second of this one.
bool comes_again(const Conflict& conflict, Symbolizer& source);

}  // namespace fencepost
