// The program's own attributes of windows. MPI_Win_free deletes them, and their functions may use MPI like the program
// itself: in them a library frees the window that it has cached on its user's window. So for us they are deleted before
// the call begins, while the window can still be used; the MPI library finds none any more.
#pragma once

#include <mpi.h>

#include "rma/window.h"

namespace fencepost::interposer {

// MPI_Win_set_attr and MPI_Win_delete_attr have done it.
void attribute_set(MPI_Win handle, int key);
void attribute_deleted(MPI_Win handle, int key);

// The one that was set last comes first. Not MPI_SUCCESS: a function has failed, and its attribute is still there.
int delete_attributes(rma::Window& window);

}  // namespace fencepost::interposer
