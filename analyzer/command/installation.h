// Where the parts of this installation are: next to the executable, both in the build tree and after installation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fencepost::command {

std::filesystem::path library_directory();
std::filesystem::path preload_library();
std::filesystem::path compiler_pass();
// The program behind `fencepost lint`.
std::filesystem::path source_reader();
// The MPI libraries that this installation can check: "mpich", "openmpi".
std::vector<std::string> backends();
// The sources from which `fencepost add-mpi` builds.
std::filesystem::path backend_sources();

}  // namespace fencepost::command
