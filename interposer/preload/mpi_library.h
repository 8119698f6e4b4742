/* Which MPI library the process uses, and which back end fits it. */
#ifndef FENCEPOST_PRELOAD_MPI_LIBRARY_H
#define FENCEPOST_PRELOAD_MPI_LIBRARY_H

#include "preload/backend.h"

/* The back end for the MPI library of this process; it already knows where the library's functions are. Null, with a
 * message, if there is none. `self`: an address in libfencepost.so, beside which the back ends are. */
const struct fencepost_backend_table* load_backend(const void* self, void* const* natives, size_t native_count,
                                                   size_t fortran_count);

#endif
