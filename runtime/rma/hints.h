// Info keys of windows.
#pragma once

#include <string>

#include <mpi.h>

#include "rma/window.h"

namespace fencepost::rma {

// MPI_Win_set_info and MPI_Win_get_info: the keys that we know, and the rest as the native window has it.
void set_info(Window& window, MPI_Info info);
int get_info(Window& window, MPI_Info* info);
Hints read_hints(MPI_Info info, Hints hints);

// "key=value\n"… of all keys, for the trace.
std::string text_of(MPI_Info info);

}  // namespace fencepost::rma
