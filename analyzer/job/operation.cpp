#include "job/operation.h"

namespace fencepost {

std::optional<OperationKind> operation_kind_of(MpiCall call) {
  switch (call) {
    case MpiCall::kPut:
    case MpiCall::kPut_c:
    case MpiCall::kRput:
    case MpiCall::kRput_c:
      return OperationKind::kPut;
    case MpiCall::kGet:
    case MpiCall::kGet_c:
    case MpiCall::kRget:
    case MpiCall::kRget_c:
      return OperationKind::kGet;
    case MpiCall::kAccumulate:
    case MpiCall::kAccumulate_c:
    case MpiCall::kRaccumulate:
    case MpiCall::kRaccumulate_c:
      return OperationKind::kAccumulate;
    case MpiCall::kFetch_and_op:
      return OperationKind::kFetchAndOp;
    case MpiCall::kCompare_and_swap:
      return OperationKind::kCompareAndSwap;
    case MpiCall::kGet_accumulate:
    case MpiCall::kGet_accumulate_c:
    case MpiCall::kRget_accumulate:
    case MpiCall::kRget_accumulate_c:
      return OperationKind::kGetAccumulate;
    default:
      return std::nullopt;
  }
}

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
