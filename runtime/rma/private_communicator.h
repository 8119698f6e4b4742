// A duplicate of a communicator of the program, for the runtime's own collective calls on it.
#pragma once

#include <mpi.h>

namespace fencepost::rma {

// Collective over `communicator`. The same for every call with it; freed when the program frees the communicator.
// MPI_COMM_NULL: the library refused.
MPI_Comm private_communicator(MPI_Comm communicator);

}  // namespace fencepost::rma
