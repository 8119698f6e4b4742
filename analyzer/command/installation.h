// Where the parts of this installation are: beside the executable, in the build tree as after installation.
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
// What `fencepost add-mpi` builds from.
std::filesystem::path backend_sources();

}  // namespace fencepost::command
