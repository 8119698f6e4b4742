// Makes an MPI wrapper call clang 19, which loads our pass, whatever compiler it calls otherwise.
#pragma once

#include <string>

namespace fencepost::compiler {

// Tells MPICH's, Open MPI's and Intel MPI's wrappers for C and C++, by their environment variables. Returns "", or a
// sentence that says why that is impossible.
std::string have_mpi_wrappers_call_clang();

}  // namespace fencepost::compiler
