#include "chapters/issue.h"

#include <utility>

#include "job/recycled_ahead.h"

namespace fencepost::check {

namespace {

// What transfers and atomic operations have in common.
template <class Event>
std::shared_ptr<RmaOperation> operation_of(ThreadName thread, const Event& event, OperationKind otherwise) {
  auto operation = make_recycled_ahead<RmaOperation>();
  operation->place = {thread.process, thread.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  operation->kind = operation_kind_of(operation->place.call).value_or(otherwise);
  operation->target = Rank(event.target);
  operation->origin = event.origin;
  operation->target_buffer.displacement = event.displacement;
  operation->target_buffer.count = event.target_count;
  operation->target_buffer.datatype = event.target_datatype;
  operation->request = event.request;
  operation->outcome = event.outcome;
  return operation;
}

}  // namespace

void IssueChapter::apply(Thread& thread, const event::Transfer& event) {
  issue(thread, operation_of(thread.name, event, OperationKind::kPut),
        job_.window_by_id(thread.name.process, event.window));
}

void IssueChapter::apply(Thread& thread, const event::AtomicOperation& event) {
  const auto operation = operation_of(thread.name, event, OperationKind::kAccumulate);
  operation->result = event.result;
  operation->compare = event.compare;
  operation->op = static_cast<ReduceOp>(event.op);
  issue(thread, operation, job_.window_by_id(thread.name.process, event.window));
  if (event.sequence == 0) return;
  reads_from_.executed(thread.name, operation->number, event.sequence, event.changed != 0);
}

void IssueChapter::apply(Thread& thread, const event::DatatypeGone&) {
  for (const schedule::Stream* other : scheduler_.threads().of(thread.name.process))
    named_.of(static_cast<const Thread&>(*other)).forget();
}

void IssueChapter::find_target(Thread& thread, RmaOperation& op, const Window* window) {
  if (window == nullptr) return;
  op.window = window->key;
  op.window_number = window->number;
  if (window->has_rank(op.target)) op.target_process = window->processes[op.target];
  op.epoch = job_.state(thread.name.process, op.window).epoch_for(op.target);
  if (op.epoch && op.outcome == 0 && op.target != Rank::kProcNull) {
    ++op.epoch->operations;
    if (op.updates()) ++op.epoch->updates;
    op.epoch->last_use = op.place;
  }
}

void IssueChapter::find_bytes(const Thread& thread, RmaOperation& op, const Window& window) {
  RecentBytes& recent = recent_bytes_.of(thread);
  const ProcessId process = op.place.process;
  const Datatype* type = job_.datatype(process, op.target_buffer.datatype);
  if (type) {
    ByteSet bytes = job_.window_bytes(window, op.target, op.target_buffer.displacement, *type, op.target_buffer.count,
                                      &op.target_address);
    if (op.outcome == 0) op.target_bytes = recent.target.of(std::move(bytes));
  }
  if (op.outcome != 0) return;
  if (op.kind == OperationKind::kGet) {
    op.result_bytes = recent.result.of(accesses_.bytes_of(process, op.origin));
  } else {
    if (op.op != ReduceOp::kNoOp) op.origin_bytes = recent.origin.of(accesses_.bytes_of(process, op.origin));
    op.result_bytes = recent.result.of(accesses_.bytes_of(process, op.result));
  }
}

void IssueChapter::issue(Thread& thread, const std::shared_ptr<RmaOperation>& operation, const Window* window) {
  const ProcessId process = thread.name.process;
  ++statistics_.operations;
  RmaOperation& op = *operation;
  op.number = ++thread.operations;
  op.issued = clocks_.now(thread);
  op.stream = thread.number;
  find_target(thread, op, window);
  while (op.target_buffer.datatype != 0 && job_.datatype(process, op.target_buffer.datatype) == nullptr &&
         definitions_.take(process, Definitions::kEver)) {
  }
  const bool has_target = op.target_process.known();
  if (has_target) find_bytes(thread, op, *window);
  op.locks = locks_held_.all(process);
  const ExpectedAccesses expected = accesses_.expected(op);
  op.named = named_.of(thread).of(job_, op);
  op.start = clocks_.present(thread);
  if (op.atomic() && op.updates()) clocks_.add_node(thread, op.place);  // others may read its value and continue
  expected.call_for_entries();
  for (Observer* observer : observers_) observer->operation_issued(job_, op);
  if (op.outcome == 0 && has_target) {
    begin(operation, expected);
  } else if (op.request != 0) {
    RequestRecord& request = requests_.of(process, op.request);
    if (op.outcome == 0) request.operation = nullptr;
  }
}

void IssueChapter::begin(const std::shared_ptr<RmaOperation>& operation, const ExpectedAccesses& expected) {
  RmaOperation& op = *operation;
  expected.call_for_accesses();
  const ProcessId process = op.place.process;
  in_flight_.add(operation);
  PendingOperations& pending = job_.state(process, op.window).pending[op.target];
  ++pending.not_local;
  ++pending.not_remote;
  if (op.request != 0) requests_.of(process, op.request).operation = operation;
  reads_from_.issued(operation);
  accesses_.place_at_origin(op, operation);
  if (const SharedClocks start = opening(operation)) accesses_.place_at_target(operation, start);
  reads_from_.placed(op);
}

SharedClocks IssueChapter::opening(const std::shared_ptr<RmaOperation>& operation) {
  const RmaOperation& op = *operation;
  if (!op.epoch) return op.start;
  switch (op.epoch->kind) {
    case EpochKind::kStart:
      return exposure_.opening_by_post(operation);
    case EpochKind::kLock:
    case EpochKind::kLockAll:
      return locks_.opening_by_grant(operation);
    case EpochKind::kFence:
      return exposure_.opening_by_fence(operation);
  }
  return op.start;
}

}  // namespace fencepost::check
