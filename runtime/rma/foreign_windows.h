// Windows that belong to the MPI library alone: some of their processes are not in this job's MPI_COMM_WORLD
// (MPI_Comm_spawn, MPI_Comm_connect). Those processes make no windows of ours, and ranks and collective calls of such a
// window mean nothing to an analysis that knows only this job: nothing of it is recorded. Any thread.
#pragma once

#include <mpi.h>

namespace fencepost::rma {

// Whether windows on this communicator are of that kind.
bool spans_jobs(MPI_Comm communicator);

// After the MPI library has made one (the trace then says so), and before it frees it.
void add_foreign_window(MPI_Win handle);
void remove_foreign_window(MPI_Win handle);

bool is_foreign_window(MPI_Win handle);

}  // namespace fencepost::rma
