// Making and freeing windows, attaching memory to them, and what MPI lets programs ask about them.
#pragma once

#include <string>

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
  bool allocated = false;  // `base` is memory of MPI_Alloc_mem
};

struct Creation {
  int error = MPI_SUCCESS;   // class; the standard sees an error in this process's call
  Window* window = nullptr;  // null: none was made, in no process (error or not)
};

// Collective over the communicator. Defines the window in the trace. Errors in the arguments: when the error handler in
// force lets the program go on anyway, the window is made as far as it can be (a negative size is 0, a unit that is not
// positive 1); else no process gets one.
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

// MPI_Win_set_info and MPI_Win_get_info: what we know of, and the rest as the native window has it.
void set_info(Window& window, MPI_Info info);
int get_info(Window& window, MPI_Info* info);
Hints read_hints(MPI_Info info, Hints hints);

// "key=value\n"… of all keys, for the trace.
std::string text_of(MPI_Info info);

// Whether the error handler lets the program go on where MPI_ERRORS_ARE_FATAL would end it: then we go on as well.
bool is_fatal(MPI_Errhandler handler);

}  // namespace fencepost::rma
