#include "job/epochs.h"

#include <algorithm>

#include "job/operation.h"

namespace fencepost {

bool AccessEpoch::has_target(int rank) const {
  if (kind == EpochKind::kFence || kind == EpochKind::kLockAll) return true;
  return std::find(targets.begin(), targets.end(), rank) != targets.end();
}

std::shared_ptr<AccessEpoch> WindowState::epoch_for(int target) const {
  if (const auto lock = locks.find(target); lock != locks.end()) return lock->second;
  if (lock_all) return lock_all;
  if (start) return start->has_target(target) ? start : nullptr;
  if (!locks.empty()) return nullptr;  // passive epochs to others: a fence epoch is not open beside them
  return fence;
}

bool WindowState::access_open() const {
  return lock_all || start || !locks.empty() || (fence && fence->active());
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
