// Who learns of an error.
#include <mpi.h>

#include "rma/creation.h"
#include "rma/epochs.h"

namespace fencepost::rma {

bool refuses(const Window& window) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (PMPI_Win_get_errhandler(window.handle, &handler) != MPI_SUCCESS) return false;
  const bool fatal = is_fatal(handler);
  if (handler != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&handler);
  return !fatal;
}

bool refuses_unlocked(Window& window) {
  window.mutex.unlock();
  const bool refused = refuses(window);
  window.mutex.lock();
  return refused;
}

}  // namespace fencepost::rma
