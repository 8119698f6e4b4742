#include "job/operation.h"

namespace fencepost {

const char* name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::kPut:
      return "put";
    case OperationKind::kGet:
      return "get";
    case OperationKind::kAccumulate:
      return "accumulate";
    case OperationKind::kGetAccumulate:
      return "get_accumulate";
    case OperationKind::kFetchAndOp:
      return "fetch_and_op";
    case OperationKind::kCompareAndSwap:
      return "compare_and_swap";
  }
  return "";
}

}  // namespace fencepost
