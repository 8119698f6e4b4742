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
  std::string mpi;                     // "mpich", "openmpi": whose helper
  int size = 0;                        // ranks, as the launcher says; at least 2
  int rank = 0;                        // this process's
  std::vector<std::string> libraries;  // names of the MPI library, the likeliest first
};

// `variable` looks into the environment (null: not set). Nothing: the process is alone.
//
// Only what a launcher gives to each of its processes counts. Batch systems set variables of their own (SLURM_PROCID,
// SLURM_NTASKS) in the script of a job as well, where one process runs: they say nothing.
std::optional<Launch> launch_of(const std::function<const char*(const char*)>& variable);

// For a library that the user names: "mpich" or "openmpi".
Launch launch_with(std::string_view mpi);

}  // namespace fencepost::parts
