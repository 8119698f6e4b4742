// Operations by which a process may tell another one to go on.
#pragma once

#include "job/operation.h"

namespace fencepost {

// An update of one element in a passive target epoch: another process may poll for it. Only its completion at the
// target lets that process see it, so its origin must not wait for an answer before that (12.7.3).
inline bool may_tell(const Operation& operation) {
  return operation.kind == OperationKind::kAccumulate && operation.target_buffer.count == 1 && operation.epoch &&
         (operation.epoch->kind == EpochKind::kLock || operation.epoch->kind == EpochKind::kLockAll);
}

}  // namespace fencepost
