#include "wrapper/clang.h"

#include <cstdlib>

#include "wrapper/toolchain.h"

namespace fencepost::compiler {

std::string have_mpi_wrappers_call_clang() {
  // Both compilers are in one package.
  for (const std::string suffix : {"-19", ""}) {
    if (!probe("clang" + suffix, {}).loads_pass()) continue;
    for (const std::string mpi : {"MPICH_", "OMPI_", "I_MPI_"}) {
      setenv((mpi + "CC").c_str(), ("clang" + suffix).c_str(), 1);
      setenv((mpi + "CXX").c_str(), ("clang++" + suffix).c_str(), 1);
    }
    return "";
  }
  return "--clang: there is no clang-19 here (package clang-19)";
}

}  // namespace fencepost::compiler
