#include "services/locks_held.h"

#include <algorithm>
#include <utility>

#include "record/vocabulary.h"

namespace fencepost::check {

void LocksHeld::refresh(ProcessId process, WindowKey changed, std::uint64_t order) {
  constexpr Rank kAll = Rank::kAllTargets;
  OfProcess& held = processes_[process];
  if (job_.state(process, changed).passive_open()) {
    held.windows.insert(changed);
  } else {
    held.windows.erase(changed);
  }
  std::vector<index::Lock> all, own;
  held.in_own_epoch = false;
  for (const WindowKey key : held.windows) {
    const WindowState& state = job_.state(process, key);
    const Window* window = job_.window(key);
    if (!window) continue;
    const Rank self = window->rank_of(process);
    held.in_own_epoch |= state.lock_all || state.locks.contains(self);
    const bool shared = window->flavor == WindowFlavor::kAllocateShared;
    for (const auto& [target, epoch] : state.locks) {
      if ((epoch->asserts & kNoCheck) != 0) continue;  // a promise, not a lock
      all.push_back({key, target, epoch->lock});
      // A lock of another rank may be granted later than loads and stores run. But if these can reach its memory,
      // programs lock in order to use them.
      if (target == self || shared) own.push_back({key, target, epoch->lock});
    }
    if (state.lock_all && (state.lock_all->asserts & kNoCheck) == 0) {
      all.push_back({key, kAll, LockType::kShared});
      own.push_back({key, shared ? kAll : self, LockType::kShared});
    }
  }
  std::erase_if(held.since, [&](const auto& one) { return !std::ranges::count(all, one.first); });
  for (const index::Lock& lock : all) held.since.try_emplace(lock, order);
  held.all = sets_.intern(std::move(all));
  if (unseen_order_.of(process)) {
    std::vector<index::Lock> ever = own;
    for (const index::LockSet set : {held.own, held.own_ever}) {
      ever.insert(ever.end(), sets_[set].begin(), sets_[set].end());
    }
    held.own_ever = sets_.intern(std::move(ever));
  }
  held.own = sets_.intern(std::move(own));
}

std::optional<std::uint64_t> LocksHeld::held_since(ProcessId process, const index::Lock& lock) const {
  const auto& since = of(process).since;
  const auto at = since.find(lock);
  return at == since.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace fencepost::check
