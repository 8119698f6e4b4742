// The call that would have completed an access.
#pragma once

#include "index/activity.h"
#include "record/vocabulary.h"

namespace fencepost::check {

// The call that completes an operation's open side in its
// kind of epoch. A blocking call completes by itself.
MpiCall completing_call(const index::Activity& activity);

}  // namespace fencepost::check
