#include "interposer/fortran/sentinels.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace fencepost::interposer::fortran {
namespace {

struct Place {
  const void* address;
  Sentinel sentinel;
};

struct Names {
  Sentinel sentinel;
  const char* common_block;  // Open MPI: a common block, in the spelling of any compiler
  const char* variable;      // MPICH: of the mpi_f08 module; "": none
};
constexpr Names kNames[] = {
    {Sentinel::kBottom, "mpi_fortran_bottom", "MPIR_F08_MPI_BOTTOM"},
    {Sentinel::kInPlace, "mpi_fortran_in_place", "MPIR_F08_MPI_IN_PLACE"},
    {Sentinel::kStatusIgnore, "mpi_fortran_status_ignore", "MPIR_F08_MPI_STATUS_IGNORE_OBJ"},
    {Sentinel::kStatusIgnore, "mpi_fortran_statuses_ignore", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ"},
    {Sentinel::kUnweighted, "mpi_fortran_unweighted", "__mpi_f08_link_constants_MOD_mpi_unweighted"},
    {Sentinel::kWeightsEmpty, "mpi_fortran_weights_empty", "__mpi_f08_link_constants_MOD_mpi_weights_empty"},
};

std::vector<Place> find_all() {
  std::vector<Place> places;
  for (const Names& names : kNames) {
    const std::string lower = names.common_block;
    std::string upper = lower;
    std::ranges::transform(upper, upper.begin(), [](unsigned char letter) { return std::toupper(letter); });
    for (const std::string& symbol : {lower + "_", lower + "__", lower, upper, std::string(names.variable)}) {
      if (symbol.empty()) continue;
      if (const void* address = dlsym(RTLD_DEFAULT, symbol.c_str())) places.push_back({address, names.sentinel});
    }
  }
  if (MPI_F_STATUS_IGNORE != nullptr) places.push_back({MPI_F_STATUS_IGNORE, Sentinel::kStatusIgnore});
  if (MPI_F_STATUSES_IGNORE != nullptr) places.push_back({MPI_F_STATUSES_IGNORE, Sentinel::kStatusIgnore});
  return places;
}

}  // namespace

Sentinel sentinel_at(const void* address) {
  static const std::vector<Place>& places = *new std::vector<Place>(find_all());
  for (const Place& place : places) {
    if (place.address == address) return place.sentinel;
  }
  return Sentinel::kNone;
}

}  // namespace fencepost::interposer::fortran
