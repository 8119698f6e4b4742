// `fencepost add-mpi`: builds the back end for one more MPI library into this installation, from the sources that were
// installed with it.
#pragma once

#include <string>

namespace fencepost::command {

// `compiler`: that library's mpicc, as the shell finds it. Returns the exit status.
int add_mpi(const std::string& compiler);

}  // namespace fencepost::command
