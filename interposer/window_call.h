// What the entry points of the one-sided chapter have in common: finding the window, and handling an error.
#pragma once

#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/failure.h"
#include "interposer/scope.h"
#include "recorder/recorder.h"
#include "rma/creation.h"
#include "rma/epochs.h"
#include "rma/foreign_windows.h"
#include "rma/window.h"

namespace fencepost::interposer {

// An error that the standard sees in a call on a window: writes CallFailed, then calls the window's error handler. But
// if that is the predefined one that ends the program, the program continues: it learns that all is well, and the
// finding is in the trace. (Not forever: after 10,000 such errors the handler is called.) Returns what the call must
// return. `handle` MPI_WIN_NULL or no window: the handler of MPI_COMM_WORLD counts.
int window_error(MPI_Win handle, int error_class, bool records);

// The same for an error of a call that creates a window.
int creation_error(MPI_Comm communicator, int error_class, bool records);

// Whether the call belongs to the MPI library alone: for a handle that is no window of ours, without a trace (a spawned
// process, no directory to write to), or on a window with processes outside of this job.
inline bool is_foreign(const rma::Window* window, MPI_Win handle) {
  return window == nullptr && (!record::active() || rma::is_foreign_window(handle));
}

// MPI_MODE_* as AssertBits.
std::uint32_t assert_bits(int given);

// The ranks of a window that a (valid) group consists of. Returns the first rank of the group that the window does not
// have, -1 if there is none; in that case the result has the ranks of the others.
int ranks_of(const rma::Window& window, MPI_Group group, std::vector<int>& ranks);

}  // namespace fencepost::interposer
