// Calls of the program while MPI has not begun or has ended. Then the entry points of libfencepost.so lead here for all
// functions that MPI does not allow at that time (anytime_calls.def), and after that to the MPI library, so that the
// process ends as it would without us.
#pragma once

#include <cstddef>
#include <cstdint>

#include "record/vocabulary.h"

namespace fencepost::interposer {

// Where MPI stands for the program. Whoever begins or ends MPI, or a session, says so.
void world_begins();
void world_ends();
void sessions_open(int count);

// Whether the program's MPI_Init has been called.
bool world_has_begun();

// Records a second MPI_Init.
void begun_once_more(MpiCall call, std::uint64_t stack);

// For the preloaded library (preload/backend.h).
void call_outside(std::size_t row, const void* return_address);
void lead_by(void (*lead)(const unsigned char* closed));

}  // namespace fencepost::interposer
