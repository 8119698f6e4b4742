// Locks that the MPI library executed: when they were granted, as far as times show (services/native_runs.h).
#include "chapters/locks.h"
#include "services/native_runs.h"

namespace fencepost::check {

bool LockChapter::goes_by_time(ProcessId process) const {
  return scheduler_.by_time() && is_native(job_, process);
}

// The locks that this process is now certain to have, and was not before.
void LockChapter::grant_natively(Thread& thread, WindowKey window, Rank target) {
  const ProcessId process = thread.name.process;
  for (auto& [rank, grant] : windows_.of(process, window)) {
    if (grant.granted || (target != kAll && rank != target)) continue;
    const auto epoch = lock_epoch(process, window, rank);
    if (!epoch || (epoch->asserts & kNoCheck) != 0) continue;
    const match::TargetLock& lock = locks_.of(window, rank);
    const bool exclusive = epoch->lock == LockType::kExclusive;
    grant.granted = true;
    grant.released = exclusive ? lock.all_released : lock.exclusive_released;
    if (exclusive) grant.released.join(locks_.of(window, kAll).all_released);
    grant.node = clocks_.add_lock_node(thread, epoch->opened, "lock granted");
    clocks_.graph().link(exclusive ? lock.last_any : lock.last_exclusive, grant.node, "unlock → lock (this run)");
    place_deferred(grant);
  }
}

// For an unlock that begins: it may take effect, and other processes continue, before it returns.
void LockChapter::release_natively(Thread& thread, const Window& window, Rank target) {
  CallInHand& inside = thread.call;
  InCall& call = calls_.of(thread);
  if (!call.epoch || (call.epoch->asserts & kNoCheck) != 0) return;
  wait_for_grants(thread, window.key, target);
  operations_.complete_reached(thread, window.key, target, inside.place, true, &call.fetches);
  order::Clock released = thread.known().observed();
  released.raise(thread.number, thread.tick);
  match::TargetLock& lock = locks_.of(window.key, target);
  lock.all_released.join(released);
  lock.last_any = inside.node;
  if (call.epoch->lock != LockType::kExclusive) return;
  lock.exclusive_released.join(released);
  lock.last_exclusive = inside.node;
}

}  // namespace fencepost::check
