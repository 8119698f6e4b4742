// Whether this process is one of several that an MPI launcher has started, and which library's helper can talk to the
// others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::parts {

struct Launch {
  std::string mpi;                     // "mpich", "openmpi": the helper to use
  int size = 0;                        // ranks, according to the launcher; at least 2
  int rank = 0;                        // this process's
  std::vector<std::string> libraries;  // names of the MPI library, the most likely first
};

// `variable` reads the environment (null: not set). Nothing: the process is alone.
//
// Only variables that a launcher sets for each of its processes count. Batch systems also set variables (SLURM_PROCID,
// SLURM_NTASKS) in a job script, where one process runs: they prove nothing.
std::optional<Launch> launch_of(const std::function<const char*(const char*)>& variable);

// For a library that the user names: "mpich" or "openmpi".
Launch launch_with(std::string_view mpi);

}  // namespace fencepost::parts
