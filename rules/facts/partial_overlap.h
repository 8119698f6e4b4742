// Whether two accesses overlap only in part.
#pragma once

#include "job/memory.h"

namespace fencepost {

// They have bytes in common, and each has a byte that the other does not have. False for layouts with too many blocks
// to examine.
bool reach_into_each_other(const ByteSet& one, const ByteSet& other);

}  // namespace fencepost
