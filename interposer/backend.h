// The back end of one MPI library: what libfencepost.so asks it for.
#pragma once

#include "preload/backend.h"

namespace fencepost::interposer {

// The table of all entry points; filled at the first call.
const fencepost_backend_table& backend();

}  // namespace fencepost::interposer
