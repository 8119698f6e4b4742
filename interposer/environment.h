// The beginning and the end of recording, for the code that begins and ends MPI.
#pragma once

#include <cstdint>

#include "record/vocabulary.h"

namespace fencepost::interposer {

// How many processes the launcher of another MPI has started; 0: it is not the launcher. Call it before MPI_Init, which
// may set such variables itself.
int launched_by_another_mpi();

// Collective over MPI_COMM_WORLD, when MPI has begun. `provided`: the level of threads that the program gets to know.
void start_recording(MpiCall call, int provided, int launched_by_other);

// Calls PMPI_Finalize, and ends recording. `call` and its `stack`: by what the program has ended MPI.
int end_recording(MpiCall call, std::uint64_t stack);

// Whether MPI has begun only for the program's sessions, and ends with the process, because none of them is open.
bool ends_behind_sessions();

// Whether the program has begun one that it has not ended.
bool sessions_are_open();

// Whether MPI has begun before the program's MPI_Init, for its sessions. From now on MPI_Finalize ends it. `provided`
// (may be null): the level of threads.
bool provided_to_sessions(int* provided);

}  // namespace fencepost::interposer
