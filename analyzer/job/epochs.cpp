#include "job/epochs.h"

#include <algorithm>

namespace fencepost {

bool AccessEpoch::has_target(Rank rank) const {
  if (kind == EpochKind::kFence || kind == EpochKind::kLockAll) return true;
  return std::find(targets.begin(), targets.end(), rank) != targets.end();
}

std::shared_ptr<AccessEpoch> WindowState::epoch_for(Rank target) const {
  if (const auto lock = locks.find(target); lock != locks.end()) return lock->second;
  if (lock_all) return lock_all;
  if (start) return start->has_target(target) ? start : nullptr;
  if (!locks.empty()) return nullptr;  // passive epochs to other targets: no fence epoch is open at the same time
  return fence;
}

bool WindowState::access_open() const {
  return lock_all || start || !locks.empty() || (fence && fence->active());
}

}  // namespace fencepost
