// One access of a conflict as findings show it, with the name of its memory.
#pragma once

#include "job/conflict.h"
#include "words/words.h"

namespace fencepost {

// `other`: the conflict's other access; its call may give a name to the memory that both use.
Access access_of(const ConflictAccess& from, const ConflictAccess& other, Words& words);

}  // namespace fencepost
