// Which call would have completed an access.
#pragma once

#include "index/activity.h"
#include "record/vocabulary.h"

namespace fencepost::check {

// What completes the side of an operation that is still open, in the kind of epoch it is in. A blocking call completes
// by itself.
MpiCall completing_call(const index::Activity& activity);

}  // namespace fencepost::check
