// What a window is made from, and what became of it.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "rma/window.h"

namespace fencepost::rma {

struct CreationArguments {
  WindowFlavor flavor = WindowFlavor::kCreate;
  MpiCall call = MpiCall::kNone;
  void* base = nullptr;  // MPI_Win_create
  MPI_Aint size = 0;
  MPI_Aint displacement_unit = 1;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Comm communicator = MPI_COMM_NULL;  // a valid intracommunicator
  std::uint64_t stack = 0;
  bool allocated = false;   // `base` is memory of MPI_Alloc_mem
  int error = MPI_SUCCESS;  // class of an error that was found in the arguments
};

struct Creation {
  int error = MPI_SUCCESS;   // class; the standard sees an error in this process's call
  Window* window = nullptr;  // null: none was made, in no process (error or not)
};

}  // namespace fencepost::rma
