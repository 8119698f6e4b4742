// RMA that the MPI library executed: what atomic operations fetched and when locks were granted, as far as times tell.
//
// An operation may have met the others at any time from its call until it is complete. So a fetch is taken to have read
// what all operations wrote that were called before it was complete; and a lock, to have been granted after every
// conflicting unlock that was called before its holder was certain to have it. That is all the order that there was,
// and perhaps some more.
#include <utility>

#include "check/replay.h"

namespace fencepost::check {

namespace {
constexpr int kAll = static_cast<int>(kAllTargets);
}

void Replay::issued_natively(RmaOperation& operation) {
  if (operation.op != ReduceOp::kNoOp) {
    match::AtomicExecution execution;
    execution.bytes = operation.target_bytes;
    execution.issue = issue_of(operation);
    execution.changes = true;
    atomics_.execute_now(execution);
  }
  operation.fetches_natively = operation.fetches();
}

void Replay::fetched_natively(Stream& stream, RmaOperation& operation) {
  if (!std::exchange(operation.fetches_natively, false)) return;
  match::AtomicExecution execution;
  execution.bytes = operation.target_bytes;
  execution.fetches = true;
  execution.read = [&](const SharedClocks& writers) {
    if (writers) join(stream, *writers);
  };
  atomics_.execute_now(execution);
}

// The locks of this process that it is certain to have now, and was not before.
void Replay::grant_natively(Stream& stream, std::uint64_t window, int target) {
  const int process = stream.name.process;
  for (auto& [rank, grant] : sides_[static_cast<std::size_t>(process)].window(window).grants) {
    if (grant.granted || (target != kAll && rank != target)) continue;
    const auto epoch = lock_epoch(process, window, rank);
    if (!epoch || (epoch->asserts & kNoCheck) != 0) continue;
    const match::TargetLock& lock = locks_.of(window, rank);
    const bool exclusive = epoch->lock == LockType::kExclusive;
    grant.granted = true;
    grant.released = exclusive ? lock.all_released : lock.exclusive_released;
    if (exclusive) grant.released.join(locks_.of(window, kAll).all_released);
    grant.node = add_lock_node(stream, epoch->opened, "lock granted");
    graph_.link(exclusive ? lock.last_any : lock.last_exclusive, grant.node, "unlock → lock (this run)");
    place_deferred(grant);
  }
}

// Of an unlock that begins: it may be done, and somebody else go on, before it returns.
void Replay::release_natively(Stream& stream, const Window& window, int target) {
  InsideCall& inside = stream.inside;
  if (!inside.epoch || (inside.epoch->asserts & kNoCheck) != 0) return;
  wait_for_grants(stream, window.key, target);
  complete_reached(stream, window.key, target, inside.place, true, &inside.fetches);
  order::Clock released = stream.clock.observed();
  released.raise(stream.number, stream.tick);
  match::TargetLock& lock = locks_.of(window.key, target);
  lock.all_released.join(released);
  lock.last_any = inside.node;
  if (inside.epoch->lock != LockType::kExclusive) return;
  lock.exclusive_released.join(released);
  lock.last_exclusive = inside.node;
}

}  // namespace fencepost::check
