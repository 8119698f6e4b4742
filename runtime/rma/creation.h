// Making and freeing windows, attaching memory to them, and what MPI lets programs ask about them.
#pragma once

#include <mpi.h>

#include "rma/creation_arguments.h"
#include "rma/hints.h"
#include "rma/window.h"

namespace fencepost::rma {

// Collective over the communicator. Defines the window in the trace. Errors in the arguments: if the error handler in
// force lets the program continue, the window is made as far as possible (a negative size becomes 0, a unit that is not
// positive becomes 1); otherwise no process gets one.
Creation create_window(const CreationArguments& arguments);

// Collective. Closes what is open, waits for all ranks, frees the native window and the memory. Returns what the MPI
// library says.
int free_window(Window& window);

int attach(Window& window, void* base, MPI_Aint size);
int detach(Window& window, const void* base);

struct SharedPart {
  void* base = nullptr;
  MPI_Aint size = 0;
  std::int64_t displacement_unit = 1;
};
int shared_query(const Window& window, int rank, SharedPart& part);

// Whether the error handler lets the program continue where MPI_ERRORS_ARE_FATAL would end it: then we do so, too.
bool is_fatal(MPI_Errhandler handler);

}  // namespace fencepost::rma
