// The back end of one MPI library: what libfencepost.so asks it for.
#pragma once

#include "preload/backend.h"
#include "record/vocabulary.h"

namespace fencepost::interposer {

// The table of all entry points; filled at the first call.
const fencepost_backend_table& backend();

// Our C entry point for `call`; null: calls go to the MPI library.
void* c_entry(MpiCall call);

}  // namespace fencepost::interposer
