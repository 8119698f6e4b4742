// The end of a communicator. MPI_Comm_free begins by deleting its attributes, and their functions may use MPI like the
// program itself: a library frees the window that it has cached there. So for us the end comes after them, by an
// attribute that was set before all others, like that of MPI_COMM_SELF for MPI_Finalize (environment.cpp).
#pragma once

#include <mpi.h>

#include "record/vocabulary.h"

namespace fencepost::interposer {

// `made` may be MPI_COMM_NULL. (Attributes that MPI_Comm_dup has copied to it were there before: what their functions
// call is not recorded.)
void await_end_of(MPI_Comm made);

// MPI_Comm_free or MPI_Comm_disconnect, called by the program.
int end_communicator(MpiCall call, int (*native)(MPI_Comm*), MPI_Comm* communicator);

}  // namespace fencepost::interposer
