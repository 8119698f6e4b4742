#include "chapters/operations.h"

#include <ranges>
#include <utility>

#include "job/recycled.h"

namespace fencepost::check {

// Not if no other thread comes to it: then a part that another thread runs is not complete.
bool OperationChapter::counts_parts(const Thread& thread) {
  if (thread.call.kind != EventKind::kFlushBegin) return true;
  const std::vector<std::uint64_t> asked_at = strands_.asked_at(thread);
  return asked_at.empty() || !code_.only_first_thread_comes_to(thread.call.place, asked_at);
}

bool OperationChapter::reaches(const Thread& thread, const RmaOperation& operation, bool parts) const {
  // Of another thread: only if that call certainly came before this one. (A thread that runs a part of an OpenMP
  // construct continues after the construct. All places that it had count as the same thread.)
  return operation.stream == thread.number || thread.known().strong().covers(operation.stream, operation.issued.tick) ||
         (parts && strands_.has_run(thread, operation.stream));
}

// A call that completes at the origin only does not concern operations complete there, except by another thread.
InFlight::Which OperationChapter::completed_by(const Thread& thread, bool remote) const {
  return !remote && !has_several_threads(thread.name.process) ? InFlight::Which::kLatest : InFlight::Which::kAll;
}

namespace {

// With many ranks, operations and their accesses are no longer in the caches when they are completed. If they are
// prefetched together, all arrive in the time of one.
void call_for(InFlight& in_flight, const Accesses& accesses, ProcessId process, WindowKey window, Rank target,
              InFlight::Which which) {
  constexpr std::size_t kMost = 256;  // the caches would not hold more
  std::size_t count = 0;
  in_flight.each(process, window, target, which, [&](const auto& operation) {
    // The data that a completing call needs of each.
    __builtin_prefetch(operation.get());
    __builtin_prefetch(&operation->local, 1);
    __builtin_prefetch(&operation->stream, 1);
    __builtin_prefetch(&operation->origin_count, 1);
    return ++count < kMost;
  });
  count = 0;
  in_flight.each(process, window, target, which, [&](const auto& operation) {
    for (const ActivityNumber number : operation->open_at_origin()) __builtin_prefetch(&accesses[number], 1);
    for (const ActivityNumber number : operation->open_at_target()) __builtin_prefetch(&accesses[number], 1);
    return ++count < kMost;
  });
}

}  // namespace

bool OperationChapter::reached_ready(Thread& thread, WindowKey window, Rank target, bool remote) {
  const InFlight::Which which = completed_by(thread, remote);
  call_for(in_flight_, accesses_, thread.name.process, window, target, which);
  return each_reached(thread, window, target, which, counts_parts(thread),
                      [&](const auto& operation) { return reads_from_.ready(thread, *operation); });
}

void OperationChapter::complete_reached(Thread& thread, WindowKey window, Rank target, const Place& place, bool remote,
                                        OperationList* fetches) {
  const ProcessId process = thread.name.process;
  const InFlight::Which which = completed_by(thread, remote);
  if (target == kAll) in_flight_.note_several(process, window);
  const bool parts = counts_parts(thread);
  // What the thread learns from a fetch did not come before this call, which does not complete it.
  OperationList& learned_from = fetches == nullptr ? fetched_ : *fetches;
  each_reached(thread, window, target, which, parts, [&](const auto& operation) {
    complete(thread, operation, place, true, remote || has_read_target(*operation));
    if (operation->fetches()) learned_from.push_back(operation);
    return true;
  });
  complete_again(thread, window, target, remote, parts);
  if (fetches == nullptr) reads_from_.done(thread, fetched_);
  fetched_.clear();
  in_flight_.forget_complete(process, window, target, which);
}

// If another thread's call has already completed an operation, this thread's own call also completes it for this
// thread. The two calls need not be ordered.
void OperationChapter::complete_again(Thread& thread, WindowKey window, Rank target, bool remote, bool parts) {
  OperationList fetched;
  std::erase_if(in_flight_.remembered(thread.name.process, window), [&](InFlight::CompletedTogether& together) {
    if (together.has_ended_for(thread.number)) return false;
    bool all = true;
    std::erase_if(together.operations, [&](const auto& operation) {
      const auto end = [&](RmaOperation::Numbers numbers, bool here) {
        return here ? accesses_.end(numbers, *operation, thread) : accesses_.are_there(numbers, *operation);
      };
      const bool here = (target == kAll || operation->target == target) && reaches(thread, *operation, parts);
      const bool there = here && (remote || has_read_target(*operation));
      if (here && operation->read_from) fetched.push_back(operation);
      all = all && there;
      const bool origin = end(operation->ended_at_origin(), here);
      return !(end(operation->ended_at_target(), there) || origin);
    });
    if (all) together.ends_for(thread.number);
    return together.operations.empty();
  });
  for (const auto& operation : fetched) reads_from_.done_again(thread, *operation);
}

const std::shared_ptr<const Operation::Completion>& OperationChapter::completion_by(const Thread& thread,
                                                                                    const Place& place,
                                                                                    bool by_request) {
  const Operation::Completion* const last = last_completion_.get();
  if (last == nullptr || last->at.order != clocks_.order() || last->at.stream != thread.number ||
      last->place != place || last->by_request != by_request) {
    last_completion_ =
        make_recycled<Operation::Completion>(Operation::Completion{place, clocks_.now(thread), by_request});
  }
  return last_completion_;
}

void OperationChapter::complete(Thread& thread, const std::shared_ptr<RmaOperation>& operation, const Place& place,
                                bool local, bool remote, bool by_request) {
  RmaOperation& op = *operation;
  const std::shared_ptr<const Operation::Completion>& completion = completion_by(thread, place, by_request);
  PendingOperations& pending = job_.state(op.place.process, op.window).pending[op.target];
  if (local && !op.local) {
    op.local = completion;
    if (records_.awaits_ends()) records_.end_is_known(op, false, thread);
    if (pending.not_local > 0) --pending.not_local;
    // (A result that has arrived at the target has ended before, and another access may have its number.)
    accesses_.end(op.origin_accesses(), op, thread);
    for (Observer* observer : observers_) observer->operation_completed(job_, op, false);
  }
  if (remote && !op.remote) {
    if (!op.target_placed && !op.waits_for_opening) accesses_.place_at_target(operation, op.start);
    if (!op.target_placed) op.target_end = {thread.number, thread.tick};
    op.remote = completion;
    if (records_.awaits_ends()) records_.end_is_known(op, true, thread);
    if (pending.not_remote > 0) --pending.not_remote;
    // One of several ends of the access at the target, which may have ended and be forgotten already.
    accesses_.end(op.target_accesses(), op, thread);
    for (Observer* observer : observers_) observer->operation_completed(job_, op, true);
  }
  if (has_several_threads(op.place.process)) in_flight_.remember_complete(operation, completion);
}

// Another thread's flush may have completed it already, and need not be ordered before this thread's next event.
void OperationChapter::complete_by_request(Thread& thread, const std::shared_ptr<RmaOperation>& operation,
                                           const Place& place) {
  const bool remote = has_read_target(*operation);
  accesses_.end(operation->ended_at_origin(), *operation, thread);
  if (remote) accesses_.end(operation->ended_at_target(), *operation, thread);
  complete(thread, operation, place, true, remote, true);
}

void OperationChapter::complete_by_fence(Thread& thread, WindowKey window, const Place& place, OperationList& fetches) {
  const ProcessId process = thread.name.process;
  call_for(in_flight_, accesses_, process, window, kAll, InFlight::Which::kAll);
  in_flight_.each(process, window, kAll, InFlight::Which::kAll, [&](const auto& operation) {
    if (operation->epoch && operation->epoch->kind != EpochKind::kFence) return true;
    if (!reaches(thread, *operation, true)) return true;  // it may as well come later: the next fence ends it
    complete(thread, operation, place, true, true);
    if (operation->fetches()) fetches.push_back(operation);
    return true;
  });
  in_flight_.forget_complete(process, window, kAll);
}

// A target's wait may return earlier than the origin's complete, while the origin still writes what it fetched.
void OperationChapter::complete_at_origin(Thread& thread, WindowKey window, const AccessEpoch* epoch,
                                          const Place& place) {
  const ProcessId process = thread.name.process;
  call_for(in_flight_, accesses_, process, window, kAll, InFlight::Which::kAll);
  each_of_epoch(process, window, kAll, epoch, [&](const auto& operation) {
    complete(thread, operation, place, true, false);
    // Its epoch lasts until the target's wait, which need not come after this return; either of them ends its read.
    if (has_read_target(*operation)) accesses_.end(operation->target_accesses(), *operation, thread);
  });
  in_flight_.forget_epoch(process, window, epoch);
}

void OperationChapter::complete_at_target(Thread& thread, const std::shared_ptr<RmaOperation>& operation,
                                          const Place& place) {
  complete(thread, operation, place, false, true);
  // Data that has arrived at the target has been read at the origin.
  if (!std::exchange(operation->origin_was_read, true)) accesses_.end_origin_reads(*operation, thread);
}

void OperationChapter::give_up(ProcessId process, const index::Lock& lock) {
  const auto held = locks_held_.held_since(process, lock);
  if (!held) return;
  in_flight_.each_target(process, [&](const OpenOperations& operations) {
    for (const auto& operation : std::views::reverse(operations.all())) {
      if (operation->issued.order < *held) break;  // and all before it
      operation->locks = locks_held_.sets().without(operation->locks, lock);
      accesses_.give_up(lock, operation->open_at_origin(), operation.get());
      accesses_.give_up(lock, operation->open_at_target(), operation.get());
    }
  });
  requests_.each(process, [&](RequestRecord& request) { accesses_.give_up(lock, request.accesses, nullptr); });
}

}  // namespace fencepost::check
