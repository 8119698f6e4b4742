#include "parts/launch.h"

#include <cstdlib>

namespace fencepost::parts {
namespace {

// The variables by which a launcher tells how many processes it has started.
struct Sign {
  const char* size;
  const char* rank;  // must be set as well
  std::string_view mpi;
};
constexpr Sign kSigns[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "openmpi"},  // mpiexec of Open MPI
    {"PMI_SIZE", "PMI_RANK", "mpich"},                            // Hydra (MPICH, Intel MPI, MVAPICH); srun --mpi=pmi2
    // srun --mpi=pmix, which also sets the size of the step; mostly Open MPI uses it.
    {"SLURM_STEP_NUM_TASKS", "PMIX_RANK", "openmpi"},
};

int number(const char* text) {
  return text == nullptr ? 0 : static_cast<int>(std::strtol(text, nullptr, 10));
}

}  // namespace

Launch launch_with(std::string_view mpi) {
  if (mpi == "openmpi") return {.mpi = "openmpi", .size = 0, .rank = 0, .libraries = {"libmpi.so.40"}};
  return {.mpi = "mpich", .size = 0, .rank = 0, .libraries = {"libmpi.so.12", "libmpich.so.12"}};
}

std::optional<Launch> launch_of(const std::function<const char*(const char*)>& variable) {
  for (const Sign& sign : kSigns) {
    const int size = number(variable(sign.size));
    if (variable(sign.rank) == nullptr || size < 2) continue;
    Launch launch = launch_with(sign.mpi);
    launch.size = size;
    launch.rank = number(variable(sign.rank));
    return launch;
  }
  return std::nullopt;
}

}  // namespace fencepost::parts
