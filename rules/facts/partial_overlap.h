// Whether two accesses reach into each other.
#pragma once

#include "job/memory.h"

namespace fencepost {

// They have bytes in common, and each has one that the other does not have. Of layouts with too many blocks to look at
// each: false.
bool reach_into_each_other(const ByteSet& one, const ByteSet& other);

}  // namespace fencepost
