#include "chapters/reads_from.h"

#include <utility>

#include <fmt/format.h>

#include "chapters/wait_keys.h"
#include "ids/format.h"
#include "services/native_runs.h"

namespace fencepost::check {

namespace {
schedule::WaitKey executed_key(ProcessId target) {
  return wait_key(Awaited::kExecuted, static_cast<std::uint64_t>(target.number()));
}
}  // namespace

void ReadsFromChapter::apply(Thread& thread, const event::Executed& event) {
  executed({thread.name.process, ThreadId(event.thread)}, event.operation, event.sequence, event.changed != 0);
}

void ReadsFromChapter::foresee(Thread& thread, const event::Executed& event) {
  apply(thread, event);
}

void ReadsFromChapter::issued(const std::shared_ptr<RmaOperation>& operation) {
  RmaOperation& op = *operation;
  if (!op.atomic()) return;
  if (!is_native(job_, op.place.process) && !op.target_bytes.empty()) {
    op.awaits_execution = op.fetches();
    awaiting_execution_[{op.place.by(), op.number}] = operation;
  }
  if (goes_by_time(op)) issued_natively(op);
}

void ReadsFromChapter::placed(const RmaOperation& operation) {
  const auto early = early_executions_.find({operation.place.by(), operation.number});
  if (early == early_executions_.end()) return;
  const EarlyExecution known = early->second;
  early_executions_.erase(early);
  executed(operation.place.by(), operation.number, known.sequence, known.changed);
}

bool ReadsFromChapter::is_to_come(const OperationName& name) const {
  switch (scheduler_.threads().where_is(name.thread)) {
    case schedule::ThreadPlace::kUnlisted:
      return scheduler_.growing();
    case schedule::ThreadPlace::kToCome:
      return true;
    case schedule::ThreadPlace::kOpen:
      return name.number > static_cast<const Thread*>(scheduler_.threads().find(name.thread))->operations;
    case schedule::ThreadPlace::kLeft:
      break;
  }
  return false;
}

namespace {
// The previous value has no part in the new one.
bool leaves_nothing(const RmaOperation& operation, bool changed) {
  if (operation.op == ReduceOp::kReplace) return true;
  const bool chooses = operation.op == ReduceOp::kMax || operation.op == ReduceOp::kMin;
  return chooses && changed && operation.target_buffer.count == 1;
}
}  // namespace

void ReadsFromChapter::executed(ThreadName thread, std::uint64_t number, std::uint64_t sequence, bool changed) {
  const OperationName name{thread, number};
  const auto at = awaiting_execution_.find(name);
  if (at == awaiting_execution_.end()) {
    // Not yet issued in the replay (looking ahead), or already known.
    if (is_to_come(name)) early_executions_[name] = {sequence, changed};
    return;
  }
  const std::shared_ptr<RmaOperation> operation = at->second;
  awaiting_execution_.erase(at);
  operation->sequence = sequence;
  // (Nobody reads from an operation that writes nothing: others poll a lock that is taken, again and again.)
  if (!changed && operation->updates()) clocks_.graph().orders_nothing({operation->stream, operation->issued.tick});
  match::AtomicExecution execution;
  execution.bytes = operation->target_bytes;
  execution.issue = issue_of(*operation);
  execution.fetches = operation->fetches();
  execution.changes = changed && operation->op != ReduceOp::kNoOp;
  execution.overwrites = !operation->fetches() && leaves_nothing(*operation, changed);
  if (execution.fetches) {
    execution.read = [this, operation](const SharedClocks& writers, match::CallName last) {
      operation->awaits_execution = false;
      operation->read_from = writers;
      operation->last_writer = last;
      forget_repeated(*operation);
    };
  }
  if (atomics_.execute(operation->target_process, sequence, std::move(execution)) > 0)
    scheduler_.wake(executed_key(operation->target_process));
}

// A thread that polls with MPI_REPLACE finds what it has written itself. Nobody has taken that value from it, so what
// it wrote has told nobody anything. There may be a thousand of them between two calls that order something.
void ReadsFromChapter::forget_repeated(const RmaOperation& operation) {
  const auto [stream, tick] = operation.last_writer;
  order::SyncGraph& graph = clocks_.graph();
  if (!graph.enabled() || stream != operation.stream || tick == 0 || operation.op != ReduceOp::kReplace) return;
  const order::SyncNode* const before = graph.latest(stream, operation.issued.tick - 1);
  if (before != nullptr && before->tick == tick && before->place == operation.place)
    graph.orders_nothing({stream, tick});
}

bool ReadsFromChapter::ready(Thread& thread, const RmaOperation& operation) {
  if (!operation.fetches() || !operation.awaits_execution) return true;
  return scheduler_.park(thread, executed_key(operation.target_process), schedule::Lack::kNumber,
                         operation.target_process);
}

bool ReadsFromChapter::ready(Thread& thread, std::span<const std::shared_ptr<RmaOperation>> operations) {
  for (const auto& operation : operations) {
    if (!ready(thread, *operation)) return false;
  }
  return true;
}

namespace {
// It has changed the value that it fetched, whatever that was.
bool counts(const RmaOperation& operation) {
  return operation.fetches() && operation.op != ReduceOp::kNoOp && operation.op != ReduceOp::kReplace &&
         operation.kind != OperationKind::kCompareAndSwap;
}

// It sets a flag of another process.
bool tells_another(const RmaOperation& operation) {
  return operation.op == ReduceOp::kReplace && operation.target_process != operation.place.process;
}
}  // namespace

void ReadsFromChapter::done(Thread& thread, RmaOperation& operation) {
  if (goes_by_time(operation)) fetched_natively(thread, operation);
  if (!operation.read_from) return;
  if (counts(operation)) ++statistics_.counted;
  if (counters_order_ || !counts(operation)) {
    const auto [stream, tick] = operation.last_writer;
    if (tick != 0 && stream != thread.number && operation.local && !thread.known().strong().covers(stream, tick))
      clocks_.note_read(thread, {stream, tick}, operation.local->place, tells_another(operation));
    clocks_.join(thread, *operation.read_from);
  }
  // Other threads of the process may complete it for themselves.
  if (scheduler_.threads().of(operation.place.process).size() == 1) operation.read_from.reset();
}

void ReadsFromChapter::done_again(Thread& thread, const RmaOperation& operation) {
  if (operation.local && operation.read_from && (counters_order_ || !counts(operation)))
    clocks_.join(thread, *operation.read_from);
}

void ReadsFromChapter::done(Thread& thread, std::span<const std::shared_ptr<RmaOperation>> operations) {
  for (const auto& operation : operations) done(thread, *operation);
}

bool ReadsFromChapter::skip_lost_number(ProcessId process) {
  if (!atomics_.skip_gap(process)) return false;
  losses_.note(fmt::format("The order of the atomic operations at rank {} is not completely known.", process));
  return true;
}

// ---- native runs: see services/native_runs.h

bool ReadsFromChapter::goes_by_time(const RmaOperation& operation) const {
  return scheduler_.by_time() && is_native(job_, operation.place.process);
}

void ReadsFromChapter::issued_natively(RmaOperation& operation) {
  if (operation.op != ReduceOp::kNoOp) {
    match::AtomicExecution execution;
    execution.bytes = operation.target_bytes;
    execution.issue = issue_of(operation);
    execution.changes = true;
    atomics_.execute_now(execution);
  }
  operation.fetches_natively = operation.fetches();
}

void ReadsFromChapter::fetched_natively(Thread& thread, RmaOperation& operation) {
  if (!std::exchange(operation.fetches_natively, false)) return;
  match::AtomicExecution execution;
  execution.bytes = operation.target_bytes;
  execution.fetches = true;
  execution.read = [&](const SharedClocks& writers, match::CallName) {
    if (writers) clocks_.join(thread, *writers);
  };
  atomics_.execute_now(execution);
}

}  // namespace fencepost::check
