// Included before everything else in what is compiled for an MPI library: gives the library's
// functions names of their own, with the arguments of the standard (runtime/record/mpi_calls.def).
// A library need not have all of them; a call of a missing one fails (interposer/preload).
#pragma once

#include <mpi.h>

// Types of MPI-4.0, for the headers of older libraries, where no call can have them.
#if !defined(MPI_SESSION_NULL)
#if defined(FENCEPOST_MPI_MPICH)
typedef int MPI_Session;
#else
typedef struct fencepost_no_session* MPI_Session;
#endif
#endif

extern "C" {
#define MPI_CALL(name, since, arguments) int fencepost_native_##name arguments;
#include "record/mpi_calls.def"
#undef MPI_CALL

// Functions that we call if the library has them, and do not wrap.
__attribute__((weak)) int PMPI_Session_get_info(MPI_Session, MPI_Info*);
__attribute__((weak)) int PMPI_Type_get_contents_c(MPI_Datatype, MPI_Count, MPI_Count, MPI_Count, MPI_Count, int*,
                                                   MPI_Aint*, MPI_Count*, MPI_Datatype*);
__attribute__((weak)) int PMPI_Type_get_envelope_c(MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int*);
}

#include "native_names.h"
