// The buffers of accesses, as the program passed them.
#pragma once

#include "index/activity.h"
#include "job/operation.h"

namespace fencepost::check {

// The compare buffer of a compare-and-swap; empty: the operation is none.
Buffer compare_buffer(const Operation& operation);

// The buffer of a call, or an operation's buffer at the origin; empty: the access has none.
Buffer buffer_of(const index::Activity& activity);

}  // namespace fencepost::check
