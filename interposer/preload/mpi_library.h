/* Which MPI library the process uses, and which back end fits it. */
#ifndef FENCEPOST_PRELOAD_MPI_LIBRARY_H
#define FENCEPOST_PRELOAD_MPI_LIBRARY_H

#include "preload/backend.h"

/* The back end for the MPI library of this process, which has been told where the library's functions are; null, with a
 * message, if there is none. `self`: an address in libfencepost.so, beside which back ends lie. */
const struct fencepost_backend_table* load_backend(const void* self, void* const* natives, size_t native_count,
                                                   size_t fortran_count);

#endif
