// Which accesses a word by which processes signal each other would order, if it were not in a race itself.
#pragma once

#include "job/conflict.h"

namespace fencepost {

// Whether the first access, and its completion, came before the word was written, and the second one after it was
// looked at; also if somebody else wrote it who knew of the first access, or if looks and writes take turns.
bool would_order(const Conflict::Signal& signal, const ConflictAccess& first, const ConflictAccess& second);

}  // namespace fencepost
