#include "chapters/locks.h"

#include <algorithm>
#include <utility>

#include "chapters/wait_keys.h"
#include "job/local_flush.h"
#include "job/recycled.h"
#include "services/native_runs.h"

namespace fencepost::check {

namespace {
schedule::WaitKey lock_key(WindowKey window, Rank target) {
  return wait_key(Awaited::kLock, window.number(), static_cast<std::uint64_t>(target.number()));
}
bool conflicting(const AccessEpoch& epoch, const AccessEpoch& other) {
  return epoch.lock == LockType::kExclusive || other.lock == LockType::kExclusive;
}
}  // namespace

std::shared_ptr<AccessEpoch> LockChapter::lock_epoch(ProcessId process, WindowKey window, Rank target) const {
  const WindowState& state = job_.state(process, window);
  if (const auto at = state.locks.find(target); at != state.locks.end()) return at->second;
  return state.lock_all;
}

// ---- lock

std::shared_ptr<AccessEpoch> LockChapter::new_epoch(Thread& thread, const Window& window,
                                                    const event::LockBegin& event) {
  auto epoch = make_recycled<AccessEpoch>();
  const Rank target(event.target);
  epoch->kind = target == kAll ? EpochKind::kLockAll : EpochKind::kLock;
  epoch->window = window.key;
  epoch->process = thread.name.process;
  if (epoch->kind == EpochKind::kLock) epoch->targets = {target};
  epoch->lock = epoch->kind == EpochKind::kLockAll ? LockType::kShared : static_cast<LockType>(event.type);
  epoch->asserts = static_cast<std::uint32_t>(event.asserts);
  epoch->opened = thread.call.place;
  epoch->opened_at = clocks_.now(thread);
  return epoch;
}

void LockChapter::apply(Thread& thread, const event::LockBegin& event) {
  CallInHand& inside = thread.call;
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = Rank(event.target);
  auto epoch = new_epoch(thread, *window, event);
  calls_.of(thread).epoch = epoch;
  if (inside.refused) return;
  inside.node = clocks_.add_lock_node(thread, inside.place);
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = inside.place;
  if (epoch->kind == EpochKind::kLockAll) {
    state.lock_all = std::move(epoch);
  } else {
    state.locks[Rank(event.target)] = std::move(epoch);
  }
  refresh(process, inside.window);
}

void LockChapter::apply(Thread& thread, const event::LockEnd&) {
  const CallInHand& inside = thread.call;
  if (!inside.active || inside.refused || !inside.window) return;
  const ProcessId process = thread.name.process;
  const Rank self = job_.window(inside.window)->rank_of(process);
  if (inside.target != self && inside.target != kAll) return;
  Grants& grants = windows_.of(process, inside.window);
  if (goes_by_time(process)) {
    grants[self];
    grant_natively(thread, inside.window, self);
  }
  const auto grant = grants.find(self);
  if (grant != grants.end() && grant->second.granted) clocks_.join_observed(thread, grant->second.released);
}

// ---- grants

bool LockChapter::ready(Thread& thread, const event::LockGranted& event) {
  const Window* window = job_.window_by_id(thread.name.process, event.window);
  if (!window) return true;
  const Rank target(event.target);
  if (match::Locks::can_grant(locks_.of(window->key, target), event.sequence)) return true;
  return scheduler_.park(thread, lock_key(window->key, target));
}

void LockChapter::apply(Thread& thread, const event::LockGranted& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  const Rank target(event.target);
  match::TargetLock& lock = locks_.of(window->key, target);
  const auto epoch = lock_epoch(process, window->key, target);
  Grant& grant = windows_.of(process, window->key)[target];
  const bool exclusive = epoch && epoch->lock == LockType::kExclusive;
  grant.granted = true;
  grant.released = exclusive ? lock.all_released : lock.exclusive_released;
  grant.node =
      clocks_.add_lock_node(thread, epoch ? epoch->opened : Place{process, thread.name.thread}, "lock granted");
  clocks_.graph().link(exclusive ? lock.last_any : lock.last_exclusive, grant.node, "unlock → lock (this run)");
  place_deferred(grant);
  match::Locks::pass(lock, event.sequence);
  scheduler_.wake(lock_key(window->key, target));
}

void LockChapter::apply(Thread& thread, const event::LockReleased& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  const Rank target(event.target);
  match::TargetLock& lock = locks_.of(window->key, target);
  const auto epoch = lock_epoch(process, window->key, target);
  Grants& grants = windows_.of(process, window->key);
  if (const auto grant = grants.find(target); grant != grants.end()) {
    place_deferred(grant->second);
    // From here on, this process knows what the grant has waited for.
    clocks_.join_observed(thread, grant->second.released);
    grants.erase(grant);
  }
  // The unlock has completed earlier operations before it releases the lock.
  CallInHand& inside = thread.call;
  if (inside.active && inside.kind == EventKind::kUnlockBegin && inside.window == window->key) {
    operations_.complete_reached(thread, window->key, target, inside.place, true, &calls_.of(thread).fetches);
  }
  order::Clock released = thread.known().observed();
  released.raise(thread.number, thread.tick);
  lock.all_released.join(released);
  const order::NodeName node =
      clocks_.add_lock_node(thread, inside.active ? inside.place : Place{process, thread.name.thread});
  lock.last_any = node;
  if (epoch && epoch->lock == LockType::kExclusive) {
    lock.exclusive_released.join(released);
    lock.last_exclusive = node;
  }
  match::Locks::pass(lock, event.sequence);
  scheduler_.wake(lock_key(window->key, target));
}

void LockChapter::foresee(Thread& thread, const event::LockGranted& event) {
  const Window* window = job_.window_by_id(thread.name.process, event.window);
  if (!window) return;
  const Rank target(event.target);
  locks_.of(window->key, target).ahead[event.sequence] = false;
  scheduler_.wake(lock_key(window->key, target));
}

void LockChapter::foresee(Thread& thread, const event::LockReleased& event) {
  const Window* window = job_.window_by_id(thread.name.process, event.window);
  if (!window) return;
  locks_.of(window->key, Rank(event.target)).ahead[event.sequence] = true;
}

void LockChapter::place_deferred(Grant& grant) {
  operations_.place(grant.deferred, [&](const RmaOperation& operation) {
    return grant.granted ? joined_observed(operation.start, grant.released) : operation.start;
  });
}

SharedClocks LockChapter::opening_by_grant(const std::shared_ptr<RmaOperation>& operation) {
  const RmaOperation& op = *operation;
  const ProcessId process = op.place.process;
  const bool expects_grant = (scheduler_.by_time() || !is_native(job_, process)) && (op.epoch->asserts & kNoCheck) == 0;
  Grant& grant = windows_.of(process, op.window)[op.target];
  if (grant.granted) return joined_observed(op.start, grant.released);
  if (!expects_grant) return op.start;
  grant.deferred.push_back(operation);
  return nullptr;
}

void LockChapter::wait_for_grants(Thread& thread, WindowKey window, Rank target) {
  const ProcessId process = thread.name.process;
  if (goes_by_time(process)) grant_natively(thread, window, target);
  Grants* const grants = windows_.find(process, window);
  if (grants == nullptr) return;
  for (auto& [rank, grant] : *grants) {
    if (target != kAll && rank != target) continue;
    if (grant.granted) clocks_.join_observed(thread, grant.released);
  }
}

// ---- unlock

void LockChapter::apply(Thread& thread, const event::UnlockBegin& event) {
  CallInHand& inside = thread.call;
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = Rank(event.target);
  InCall& call = calls_.of(thread);
  call.fetches.clear();
  if (inside.refused) return;
  inside.node = clocks_.add_lock_node(thread, inside.place);
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = inside.place;
  if (inside.target == kAll) {
    in_flight_.note_several(process, window->key);  // it releases the locks one after the other
    call.epoch = state.lock_all;
  } else if (const auto at = state.locks.find(inside.target); at != state.locks.end()) {
    call.epoch = at->second;
  }
  if (goes_by_time(process)) release_natively(thread, *window, inside.target);
}

bool LockChapter::ready(Thread& thread, const event::UnlockEnd&) {
  const CallInHand& inside = thread.call;
  if (!inside.active || !inside.window) return true;
  return reads_from_.ready(thread, calls_.of(thread).fetches) &&
         operations_.reached_ready(thread, inside.window, inside.target, true);
}

void LockChapter::apply(Thread& thread, const event::UnlockEnd&) {
  CallInHand& inside = thread.call;
  if (!inside.active || inside.refused || !inside.window) return;
  const ProcessId process = thread.name.process;
  const InCall& call = calls_.of(thread);
  wait_for_grants(thread, inside.window, inside.target);
  operations_.complete_reached(thread, inside.window, inside.target, inside.place, true);
  reads_from_.done(thread, call.fetches);
  WindowState& state = job_.state(process, inside.window);
  Grants& grants = windows_.of(process, inside.window);
  if (call.epoch) {
    call.epoch->open = false;
    call.epoch->closed = inside.place;
    call.epoch->closed_at = clocks_.now(thread);
    if ((call.epoch->asserts & kNoCheck) == 0) {
      operations_.give_up(process, {inside.window, inside.target, call.epoch->lock});
    }
  }
  if (inside.target == kAll) {
    state.lock_all = nullptr;
    std::erase_if(grants, [&](const auto& grant) { return !state.locks.contains(grant.first); });
  } else {
    state.locks.erase(inside.target);
    grants.erase(inside.target);
  }
  refresh(process, inside.window);
}

// ---- flush

void LockChapter::apply(Thread& thread, const event::FlushBegin& event) {
  CallInHand& inside = thread.call;
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = Rank(event.target);
  if (!inside.refused) inside.node = clocks_.add_lock_node(thread, inside.place);
  WindowState& state = job_.state(process, window->key);
  if (state.lock_all) state.lock_all->last_use = inside.place;
  for (const auto& [target, epoch] : state.locks)
    if (inside.target == kAll || target == inside.target) epoch->last_use = inside.place;
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = inside.place;
}

bool LockChapter::ready(Thread& thread, const event::FlushEnd&) {
  const CallInHand& inside = thread.call;
  return !inside.active || !inside.window || inside.refused ||
         operations_.reached_ready(thread, inside.window, inside.target, !is_local_flush(inside.place.call));
}

void LockChapter::apply(Thread& thread, const event::FlushEnd&) {
  const CallInHand& inside = thread.call;
  if (!inside.active || inside.refused || !inside.window) return;
  wait_for_grants(thread, inside.window, inside.target);
  operations_.complete_reached(thread, inside.window, inside.target, inside.place, !is_local_flush(inside.place.call));
}

// ---- the window is freed, the run ends

bool LockChapter::is_idle(ProcessId process, WindowKey window) const {
  const Grants* const grants = windows_.find(process, window);
  return grants == nullptr ||
         std::ranges::none_of(*grants, [](const auto& to) { return to.second.granted || !to.second.deferred.empty(); });
}

void LockChapter::place_all_deferred() {
  windows_.each([&](Grants& grants) {
    for (auto& [target, grant] : grants) place_deferred(grant);
  });
}

bool LockChapter::is_granted(ProcessId process, WindowKey window, Rank target) const {
  const Grants* const grants = windows_.find(process, window);
  if (grants == nullptr) return false;
  const auto grant = grants->find(target);
  return grant != grants->end() && grant->second.granted;
}

std::vector<Rank> LockChapter::granted_targets(ProcessId process, WindowKey window) const {
  std::vector<Rank> targets;
  if (const Grants* const grants = windows_.find(process, window)) {
    for (const auto& [target, grant] : *grants) {
      if (grant.granted) targets.push_back(target);
    }
  }
  return targets;
}

std::vector<ProcessId> LockChapter::holders_in_the_way(ProcessId process, const Window& window, Rank target) const {
  std::vector<ProcessId> holders;
  const auto mine = lock_epoch(process, window.key, target);
  if (!mine || is_granted(process, window.key, target)) return holders;
  for (const ProcessId other : window.processes) {
    if (other == process) continue;
    const auto theirs = lock_epoch(other, window.key, target);
    if (theirs && conflicting(*mine, *theirs) && is_granted(other, window.key, target)) holders.push_back(other);
  }
  return holders;
}

}  // namespace fencepost::check
