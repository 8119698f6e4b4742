#include "services/completing_call.h"

#include "job/begun_calls.h"

namespace fencepost::check {

MpiCall completing_call(const index::Activity& activity) {
  if (activity.role == AccessRole::kCall) return end_of_begun(activity.call);
  if (!activity.operation) return MpiCall::kNone;
  const Operation& operation = *activity.operation;
  if (!operation.epoch) return MpiCall::kWin_flush;
  switch (operation.epoch->kind) {
    case EpochKind::kFence:
      return MpiCall::kWin_fence;
    case EpochKind::kStart:
      return activity.role == AccessRole::kTarget ? MpiCall::kWin_wait : MpiCall::kWin_complete;
    case EpochKind::kLock:
    case EpochKind::kLockAll:
      if (activity.role == AccessRole::kOrigin) {
        return operation.request != 0 ? MpiCall::kWait : MpiCall::kWin_flush_local;
      }
      return MpiCall::kWin_flush;
  }
  return MpiCall::kWin_flush;
}

}  // namespace fencepost::check
