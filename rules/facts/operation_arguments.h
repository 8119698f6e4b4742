// Where the arguments of an operation stand in its call. Positions count from 0. (12.3)
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

inline int target_argument(OperationKind kind) {
  return kind == OperationKind::kGetAccumulate ? 6 : kind == OperationKind::kCompareAndSwap ? 4 : 3;
}

inline int window_argument(OperationKind kind) {
  switch (kind) {
    case OperationKind::kPut:
    case OperationKind::kGet:
      return 7;
    case OperationKind::kAccumulate:
      return 8;
    case OperationKind::kGetAccumulate:
      return 11;
    default:
      return 6;
  }
}

}  // namespace fencepost
