#include "index/locks_held.h"

#include <algorithm>

#include "job/invariant.h"

namespace fencepost::index {

LockSet LockSets::intern(std::vector<Lock> locks) {
  if (locks.empty()) return 0;
  std::sort(locks.begin(), locks.end());
  locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
  const bool recycles = !free_.empty();
  const auto [at, added] = numbers_.emplace(locks, recycles ? free_.back() : static_cast<LockSet>(sets_.size()));
  if (!added) return at->second;
  if (recycles) {
    free_.pop_back();
    sets_[at->second] = std::move(locks);
  } else {
    sets_.push_back(std::move(locks));
  }
  return at->second;
}

void LockSets::keep_only(const std::vector<bool>& in_use) {
  std::erase_if(numbers_, [&](const auto& entry) {
    if (in_use[entry.second]) return false;
    free_.push_back(entry.second);
    sets_[entry.second] = {};
    return true;
  });
  known_.clear();
  sweep_.done(numbers_.size());
}

LockSet LockSets::without(LockSet set, const Lock& lock) {
  // When a lock is released, this is called for all pending operations, few of which, if any, were issued under it.
  if (!std::binary_search(sets_[set].begin(), sets_[set].end(), lock)) return set;
  std::vector<Lock> locks = sets_[set];
  std::erase(locks, lock);
  return intern(std::move(locks));
}

bool LockSets::exclude(LockSet a, LockSet b) {
  if (a == 0 || b == 0) return false;
  FENCEPOST_ASSERT(a < sets_.size() && b < sets_.size(), "a set of locks is known by its number");
  if (a > b) std::swap(a, b);
  const auto [at, added] = known_.emplace((std::uint64_t{a} << 32) | b, false);
  if (added) {
    for (const Lock& x : sets_[a]) {
      for (const Lock& y : sets_[b]) {
        const bool same_target = x.target == y.target || x.target == Rank::kAllTargets || y.target == Rank::kAllTargets;
        if (x.window == y.window && same_target && (x.type == LockType::kExclusive || y.type == LockType::kExclusive)) {
          at->second = true;
        }
      }
    }
  }
  return at->second;
}

}  // namespace fencepost::index
