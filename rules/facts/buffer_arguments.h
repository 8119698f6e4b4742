// Where the buffers of an operation stand among the arguments of its call. Positions count from 0.
#pragma once

#include "job/operation.h"

namespace fencepost {

inline int result_argument(OperationKind kind) {
  switch (kind) {
    case OperationKind::kGetAccumulate:
      return 3;
    case OperationKind::kCompareAndSwap:
      return 2;
    case OperationKind::kFetchAndOp:
      return 1;
    default:
      return 0;
  }
}

inline constexpr int kCompareArgument = 1;  // of MPI_Compare_and_swap

}  // namespace fencepost
