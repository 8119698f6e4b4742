#include "match_checks/locks_taken.h"

namespace fencepost {

void LocksTaken::taken(ProcessId process, const Lock& lock, const Moment& now) {
  HeldLocks& mine = of(process);
  const auto held = mine.find(lock);
  if (held != mine.end() && !held->second.taken) held->second.taken = now;
}

void LocksTaken::released(ProcessId process, HeldLocks::iterator held, const Moment& now) {
  OfProcess& mine = processes_[process];
  const auto& [lock, hold] = *held;
  auto at = mine.epochs.find(lock);
  if (at == mine.epochs.end()) {
    std::size_t& partners = partners_[lock];
    if (partners < kMostPartners) {
      ++partners;
      at = mine.epochs.try_emplace(lock).first;
    }
  }
  if (at != mine.epochs.end()) at->second.add({hold.place, hold.type, hold.taken.value_or(now), now});
  mine.released.add({lock, std::move(held->second), now});
  mine.held.erase(held);
}

void LocksTaken::window_gone(const Window& window) {
  for (const ProcessId process : window.processes) {
    if (!processes_.has(process)) continue;
    std::erase_if(processes_[process].epochs, [&](const auto& of) { return of.first.first == window.key; });
  }
  std::erase_if(partners_, [&](const auto& of) { return of.first.first == window.key; });
}

std::vector<std::pair<LocksTaken::Lock, LocksTaken::Hold>> LocksTaken::held_at(ProcessId process,
                                                                               const Moment& begun) const {
  std::vector<std::pair<Lock, Hold>> locks;
  if (!processes_.has(process)) return locks;
  const OfProcess& known = processes_[process];
  for (const auto& [lock, held] : known.held)
    if (precedes(held.opened, begun)) locks.emplace_back(lock, held);
  for (std::size_t i = 0; i < known.released.size(); ++i) {
    const Released& one = known.released[i];
    if (precedes(one.hold.opened, begun) && precedes(begun, one.closed)) locks.emplace_back(one.lock, one.hold);
  }
  return locks;
}

const LocksTaken::Epochs* LocksTaken::epochs_of(ProcessId process, const Lock& lock) const {
  if (!processes_.has(process)) return nullptr;
  const auto& all = processes_[process].epochs;
  const auto at = all.find(lock);
  return at == all.end() ? nullptr : &at->second;
}

// What was released or taken since then is not ordered before it, so it does not matter that it is here, too.
std::optional<ThreadPoint> LocksTaken::taken_before(const Hold& hold, ProcessId other, const Lock& lock) const {
  const auto before = [&](ThreadPoint taken) {
    return hold.known == nullptr || hold.known->happened_before(taken.moment(), Order::kStrong);
  };
  if (const HeldLocks* const theirs = find(other)) {
    const auto held = theirs->find(lock);
    if (held != theirs->end() && held->second.taken && before(*held->second.taken)) return held->second.taken;
  }
  const Epoch* const last = last_epoch(other, lock, [&](const Epoch& epoch) { return before(epoch.taken); });
  return last == nullptr ? std::nullopt : std::optional(last->taken);
}

}  // namespace fencepost
