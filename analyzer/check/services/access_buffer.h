// The buffers of accesses, as the program gave them.
#pragma once

#include "index/activity.h"
#include "job/operation.h"

namespace fencepost::check {

// What a compare-and-swap compares with; empty: the operation is none.
Buffer compare_buffer(const Operation& operation);

// Of a call, or at the origin of an operation; empty: the access has none.
Buffer buffer_of(const index::Activity& activity);

}  // namespace fencepost::check
