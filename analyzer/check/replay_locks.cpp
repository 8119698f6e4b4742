// Passive target: locks, flushes.
//
// The lock call itself waits for nothing, except for the lock of one's own rank (whose loads and stores follow at
// once). A grant opens the target to the operations of the epoch, and is waited for by the first call that completes
// one of them.
#include <algorithm>
#include <ranges>

#include "check/replay.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t lock_key(std::uint64_t window, int target) {
  return key_of(Key::kLock, window, static_cast<std::uint64_t>(target));
}
constexpr int kAll = static_cast<int>(kAllTargets);
bool is_local_flush(MpiCall call) {
  return call == MpiCall::kWin_flush_local || call == MpiCall::kWin_flush_local_all;
}
}  // namespace

std::shared_ptr<AccessEpoch> Replay::lock_epoch(int process, std::uint64_t window, int target) const {
  const WindowState& state = job_.state(process, window);
  if (const auto at = state.locks.find(target); at != state.locks.end()) return at->second;
  return state.lock_all;
}

// The locks that accesses of this process are made under from now on: those of `changed` are others than before.
void Replay::refresh_locks(int process, std::uint64_t changed) {
  ProcessSide& side = sides_[index_of(process)];
  if (job_.state(process, changed).passive_open()) {
    side.locked.insert(changed);
  } else {
    side.locked.erase(changed);
  }
  std::vector<index::Lock> all, own;
  side.in_own_epoch = false;
  for (const std::uint64_t key : side.locked) {
    const WindowState& state = std::as_const(job_).state(process, key);
    const Window* window = job_.window(key);
    if (!window) continue;
    const int self = window->rank_of(process);
    side.in_own_epoch |= state.lock_all || state.locks.contains(self);
    const bool shared = window->flavor == WindowFlavor::kAllocateShared;
    for (const auto& [target, epoch] : state.locks) {
      if ((epoch->asserts & kNoCheck) != 0) continue;  // a promise, not a lock
      all.push_back({key, target, epoch->lock});
      // A lock of another rank may be granted later than loads and stores run; but where they can reach its memory,
      // programs lock to use them.
      if (target == self || shared) own.push_back({key, target, epoch->lock});
    }
    if (state.lock_all && (state.lock_all->asserts & kNoCheck) == 0) {
      all.push_back({key, kAll, LockType::kShared});
      own.push_back({key, shared ? kAll : self, LockType::kShared});
    }
  }
  std::erase_if(side.held_since, [&](const auto& held) { return !std::ranges::count(all, held.first); });
  for (const index::Lock& lock : all) side.held_since.try_emplace(lock, order_);
  side.locks = lock_sets_.intern(std::move(all));
  if (side.order_is_unseen) {
    std::vector<index::Lock> ever = own;
    for (const index::LockSet set : {side.own_locks, side.own_locks_ever}) {
      ever.insert(ever.end(), lock_sets_[set].begin(), lock_sets_[set].end());
    }
    side.own_locks_ever = lock_sets_.intern(std::move(ever));
  }
  side.own_locks = lock_sets_.intern(std::move(own));
}

// Of windows that are gone nobody takes locks any more.
void Replay::forget_lock_sets() {
  if (!lock_sets_.has_many()) return;
  std::vector<bool> in_use(lock_sets_.numbers());
  const auto mark = [&](const auto& operation) { in_use[operation->locks] = true; };
  index_.each_activity([&](const Activity& activity) { in_use[activity.locks] = true; });
  for (const ProcessSide& side : sides_) {
    for (const index::LockSet set : {side.locks, side.own_locks, side.own_locks_ever}) in_use[set] = true;
    for (const auto& [key, window] : side.windows) {
      for (const auto& [target, operations] : window.open) std::ranges::for_each(operations.all(), mark);
    }
  }
  // These may be complete at the origin.
  each_deferred(mark);
  lock_sets_.keep_only(in_use);
}

// Operations still pending under a further lock that is released now are no longer covered by it.
void Replay::lock_given_up(int process, const index::Lock& lock) {
  ProcessSide& side = sides_[index_of(process)];
  const auto give_up = [&](const auto& accesses, const Operation* of) {
    for (const ActivityNumber number : accesses) {
      Activity& activity = index_[number];
      if (activity.ended() || activity.operation.get() != of) continue;
      const index::LockSet before = activity.locks;
      activity.locks = lock_sets_.without(before, lock);
      if (activity.locks != before) no_longer_excluded(number, before);
    }
  };
  const auto held = side.held_since.find(lock);
  if (held == side.held_since.end()) return;
  for (auto key = side.busy.begin(); key != side.busy.end();) {
    const WindowSide& window = side.windows[*key];
    if (window.open.empty()) {
      key = side.busy.erase(key);
      continue;
    }
    ++key;
    for (const auto& [target, operations] : window.open) {
      for (const auto& operation : std::views::reverse(operations.all())) {
        if (operation->issued.order < held->second) break;  // and all before it
        operation->locks = lock_sets_.without(operation->locks, lock);
        give_up(operation->open_at_origin(), operation.get());
        give_up(operation->open_at_target(), operation.get());
      }
    }
  }
  for (const auto& [id, request] : side.requests) give_up(request.accesses, nullptr);
}

void Replay::apply(Stream& stream, const event::LockBegin& event) {
  InsideCall& inside = stream.inside;
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = static_cast<int>(event.target);
  auto epoch = make_recycled<AccessEpoch>();
  epoch->kind = event.target == kAllTargets ? EpochKind::kLockAll : EpochKind::kLock;
  epoch->window = window->key;
  epoch->process = process;
  if (epoch->kind == EpochKind::kLock) epoch->targets = {static_cast<int>(event.target)};
  epoch->lock = epoch->kind == EpochKind::kLockAll ? LockType::kShared : static_cast<LockType>(event.type);
  epoch->asserts = static_cast<std::uint32_t>(event.asserts);
  epoch->opened = inside.place;
  epoch->opened_at = moment(stream, time_);
  inside.epoch = epoch;
  if (inside.refused) return;
  inside.node = add_lock_node(stream, inside.place);
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = inside.place;
  if (epoch->kind == EpochKind::kLockAll) {
    state.lock_all = std::move(epoch);
  } else {
    state.locks[static_cast<int>(event.target)] = std::move(epoch);
  }
  refresh_locks(process, inside.window);
}

void Replay::apply(Stream& stream, const event::LockEnd&) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || inside.refused || inside.window == 0) return;
  const int process = stream.name.process;
  const int self = job_.window(inside.window)->rank_of(process);
  if (inside.target != self && inside.target != kAll) return;
  WindowSide& side = sides_[index_of(process)].window(inside.window);
  if (by_time_ && is_native(process)) {
    side.grants[self];
    grant_natively(stream, inside.window, self);
  }
  const auto grant = side.grants.find(self);
  if (grant != side.grants.end() && grant->second.granted) join_observed(stream, grant->second.released);
}

bool Replay::ready(Stream& stream, const event::LockGranted& event) {
  const Window* window = job_.window_by_id(stream.name.process, event.window);
  if (!window) return true;
  const int target = static_cast<int>(event.target);
  if (match::Locks::can_grant(locks_.of(window->key, target), event.sequence)) return true;
  return wait_on(stream, lock_key(window->key, target), WaitsFor::kLock);
}

void Replay::place_deferred(WindowSide::Grant& grant) {
  const OperationList waiting = std::move(grant.deferred);
  grant.deferred.clear();
  for (const auto& operation : waiting) {
    if (operation->target_placed) continue;
    place_at_target(operation, grant.granted ? joined_observed(operation->start, grant.released) : operation->start);
  }
}

void Replay::apply(Stream& stream, const event::LockGranted& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  const int target = static_cast<int>(event.target);
  match::TargetLock& lock = locks_.of(window->key, target);
  const auto epoch = lock_epoch(process, window->key, target);
  WindowSide::Grant& grant = sides_[index_of(process)].window(window->key).grants[target];
  const bool exclusive = epoch && epoch->lock == LockType::kExclusive;
  grant.granted = true;
  grant.released = exclusive ? lock.all_released : lock.exclusive_released;
  grant.node = add_lock_node(stream, epoch ? epoch->opened : Place{process, stream.name.thread}, "lock granted");
  graph_.link(exclusive ? lock.last_any : lock.last_exclusive, grant.node, "unlock → lock (this run)");
  place_deferred(grant);
  match::Locks::pass(lock, event.sequence);
  signal(lock_key(window->key, target));
}

void Replay::apply(Stream& stream, const event::LockReleased& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  const int target = static_cast<int>(event.target);
  match::TargetLock& lock = locks_.of(window->key, target);
  const auto epoch = lock_epoch(process, window->key, target);
  WindowSide& side = sides_[index_of(process)].window(window->key);
  if (const auto grant = side.grants.find(target); grant != side.grants.end()) {
    place_deferred(grant->second);
    // What was waited for is known to this process from here on.
    join_observed(stream, grant->second.released);
    side.grants.erase(grant);
  }
  // The unlock has completed the operations before it gives the lock back.
  InsideCall& inside = stream.inside;
  if (inside.active && inside.kind == EventKind::kUnlockBegin && inside.window == window->key) {
    complete_reached(stream, window->key, target, inside.place, true, &inside.fetches);
  }
  order::Clock released = stream.clock.observed();
  released.raise(stream.number, stream.tick);
  lock.all_released.join(released);
  const order::NodeName node = add_lock_node(stream, inside.active ? inside.place : Place{process, stream.name.thread});
  lock.last_any = node;
  if (epoch && epoch->lock == LockType::kExclusive) {
    lock.exclusive_released.join(released);
    lock.last_exclusive = node;
  }
  match::Locks::pass(lock, event.sequence);
  signal(lock_key(window->key, target));
}

void Replay::wait_for_grants(Stream& stream, std::uint64_t window, int target) {
  if (by_time_ && is_native(stream.name.process)) grant_natively(stream, window, target);
  auto& windows = sides_[index_of(stream.name.process)].windows;
  const auto at = windows.find(window);
  if (at == windows.end()) return;
  for (auto& [rank, grant] : at->second.grants) {
    if (target != kAll && rank != target) continue;
    if (grant.granted) join_observed(stream, grant.released);
  }
}

void Replay::apply(Stream& stream, const event::UnlockBegin& event) {
  InsideCall& inside = stream.inside;
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = static_cast<int>(event.target);
  inside.fetches.clear();
  if (inside.refused) return;
  inside.node = add_lock_node(stream, inside.place);
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = inside.place;
  if (event.target == kAllTargets) {
    sides_[index_of(process)].window(window->key).note_several();  // one after the other gives back its lock
    inside.epoch = state.lock_all;
  } else if (const auto at = state.locks.find(static_cast<int>(event.target)); at != state.locks.end()) {
    inside.epoch = at->second;
  }
  if (by_time_ && is_native(process)) release_natively(stream, *window, inside.target);
}

bool Replay::ready(Stream& stream, const event::UnlockEnd&) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || inside.window == 0) return true;
  return fetches_ready(stream, inside.fetches) && reached_ready(stream, inside.window, inside.target, true);
}

void Replay::apply(Stream& stream, const event::UnlockEnd&) {
  InsideCall& inside = stream.inside;
  if (!inside.active || inside.refused || inside.window == 0) return;
  const int process = stream.name.process;
  wait_for_grants(stream, inside.window, inside.target);
  complete_reached(stream, inside.window, inside.target, inside.place, true);
  fetches_done(stream, inside.fetches);
  WindowState& state = job_.state(process, inside.window);
  WindowSide& side = sides_[index_of(process)].window(inside.window);
  if (inside.epoch) {
    inside.epoch->open = false;
    inside.epoch->closed = inside.place;
    inside.epoch->closed_at = moment(stream, time_);
    if ((inside.epoch->asserts & kNoCheck) == 0) {
      lock_given_up(process, {inside.window, inside.target, inside.epoch->lock});
    }
  }
  if (inside.target == kAll) {
    state.lock_all = nullptr;
    std::erase_if(side.grants, [&](const auto& grant) { return !state.locks.contains(grant.first); });
  } else {
    state.locks.erase(inside.target);
    side.grants.erase(inside.target);
  }
  refresh_locks(process, inside.window);
}

void Replay::apply(Stream& stream, const event::FlushBegin& event) {
  InsideCall& inside = stream.inside;
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.target = static_cast<int>(event.target);
  if (!inside.refused) inside.node = add_lock_node(stream, inside.place);
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = inside.place;
}

bool Replay::ready(Stream& stream, const event::FlushEnd&) {
  const InsideCall& inside = stream.inside;
  return !inside.active || inside.window == 0 || inside.refused ||
         reached_ready(stream, inside.window, inside.target, !is_local_flush(inside.place.call));
}

void Replay::apply(Stream& stream, const event::FlushEnd&) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || inside.refused || inside.window == 0) return;
  wait_for_grants(stream, inside.window, inside.target);
  complete_reached(stream, inside.window, inside.target, inside.place, !is_local_flush(inside.place.call));
}

void Replay::apply(Stream& stream, const event::WindowSync& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = {process, stream.name.thread, MpiCall::kWin_sync, event.stack, 0};
}

}  // namespace fencepost::check
