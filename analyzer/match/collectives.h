// What each collective function orders.
#pragma once

#include "record/vocabulary.h"

namespace fencepost::match {

enum class Direction { kAll, kFromRoot, kToRoot, kPrefix, kNeighbors, kNone };

// kAll for a function that is not in the table: a collective of a later version counts as synchronizing.
Direction direction_of(MpiCall call);

// Whether the function exists to move data: members that send nothing, or receive nothing, are not ordered.
bool moves_data(MpiCall call);

// For a call on an intercommunicator: whether it also orders the members of each group among themselves.
bool orders_each_group(MpiCall call);

// Whether two members may match with these calls: the same function; blocking with blocking (large-count forms are the
// same function).
bool same_function(MpiCall a, MpiCall b);

}  // namespace fencepost::match
