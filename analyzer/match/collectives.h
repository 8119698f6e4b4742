// What each collective function orders.
#pragma once

#include "record/vocabulary.h"

namespace fencepost::match {

enum class Direction { kAll, kFromRoot, kToRoot, kPrefix, kNeighbors, kNone };

// kAll for a function that is not in the table: a collective of a later version is taken to synchronize.
Direction direction_of(MpiCall call);

// Whether the function is there to move data: it orders nobody who sends nothing, or receives nothing.
bool moves_data(MpiCall call);

// Of a call on an intercommunicator: whether it orders the members of each group among themselves, too.
bool orders_each_group(MpiCall call);

// Whether two members may meet with these calls: the same function; blocking with blocking (large-count forms are the
// same function).
bool same_function(MpiCall a, MpiCall b);

}  // namespace fencepost::match
