// Our C entry points, by the call that they stand for.
#pragma once

#include <span>

#include "record/vocabulary.h"

namespace fencepost::interposer {

// Once, before anything else here: by row of mpi_calls.def, null if calls go to the MPI library. Stays valid.
std::span<void* const> fill_c_entries();

// Our C entry point for `call`; null: calls go to the MPI library.
void* c_entry(MpiCall call);

}  // namespace fencepost::interposer
