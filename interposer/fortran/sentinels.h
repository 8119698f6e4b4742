// The special values that Fortran programs pass by their address: MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE and the
// like are variables in Fortran, in common blocks or modules of the MPI library.
#pragma once

#include <mpi.h>

namespace fencepost::interposer::fortran {

enum class Sentinel { kNone, kBottom, kInPlace, kStatusIgnore, kUnweighted, kWeightsEmpty };

// Which one `address` is.
Sentinel sentinel_at(const void* address);

// A choice buffer as C has it.
inline void* buffer(void* address) {
  switch (sentinel_at(address)) {
    case Sentinel::kBottom:
      return MPI_BOTTOM;
    case Sentinel::kInPlace:
      return MPI_IN_PLACE;
    default:
      return address;
  }
}

// An integer array as C has it: weights of graphs have special values.
inline int* integers(MPI_Fint* address) {
  switch (sentinel_at(address)) {
    case Sentinel::kUnweighted:
      return MPI_UNWEIGHTED;
    case Sentinel::kWeightsEmpty:
      return MPI_WEIGHTS_EMPTY;
    default:
      return address;
  }
}

inline bool is_status_ignore(const MPI_Fint* status) {
  return sentinel_at(status) == Sentinel::kStatusIgnore;
}

}  // namespace fencepost::interposer::fortran
