// RMA operations: from the call to their accesses and completion.
#include <algorithm>
#include <utility>

#include "check/replay.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t executed_key(int target) {
  return key_of(Key::kExecuted, static_cast<std::uint64_t>(target));
}
constexpr int kAll = static_cast<int>(kAllTargets);

OperationKind kind_of(MpiCall call, OperationKind otherwise) {
  switch (call) {
    case MpiCall::kPut:
    case MpiCall::kPut_c:
    case MpiCall::kRput:
    case MpiCall::kRput_c:
      return OperationKind::kPut;
    case MpiCall::kGet:
    case MpiCall::kGet_c:
    case MpiCall::kRget:
    case MpiCall::kRget_c:
      return OperationKind::kGet;
    case MpiCall::kAccumulate:
    case MpiCall::kAccumulate_c:
    case MpiCall::kRaccumulate:
    case MpiCall::kRaccumulate_c:
      return OperationKind::kAccumulate;
    case MpiCall::kFetch_and_op:
      return OperationKind::kFetchAndOp;
    case MpiCall::kCompare_and_swap:
      return OperationKind::kCompareAndSwap;
    case MpiCall::kGet_accumulate:
    case MpiCall::kGet_accumulate_c:
    case MpiCall::kRget_accumulate:
    case MpiCall::kRget_accumulate_c:
      return OperationKind::kGetAccumulate;
    default:
      return otherwise;
  }
}

// What transfers and atomic operations have in common.
template <class Event>
std::shared_ptr<RmaOperation> operation_of(ThreadName stream, const Event& event, OperationKind otherwise) {
  auto operation = make_recycled<RmaOperation>();
  operation->place = {stream.process, stream.thread, static_cast<MpiCall>(event.call), event.stack, 0};
  operation->kind = kind_of(operation->place.call, otherwise);
  operation->target = static_cast<int>(event.target);
  operation->origin = event.origin;
  operation->displacement = event.displacement;
  operation->target_count = event.target_count;
  operation->target_datatype = event.target_datatype;
  operation->request = event.request;
  operation->outcome = event.outcome;
  return operation;
}
}  // namespace

void Replay::apply(Stream& stream, const event::Transfer& event) {
  issue(stream, operation_of(stream.name, event, OperationKind::kPut),
        job_.window_by_id(stream.name.process, event.window));
}

void Replay::apply(Stream& stream, const event::AtomicOperation& event) {
  const auto operation = operation_of(stream.name, event, OperationKind::kAccumulate);
  operation->result = event.result;
  operation->compare = event.compare;
  operation->op = static_cast<ReduceOp>(event.op);
  issue(stream, operation, job_.window_by_id(stream.name.process, event.window));
  if (event.sequence == 0) return;
  executed(stream.name.process, static_cast<std::uint64_t>(stream.name.thread), operation->number, event.sequence,
           event.changed != 0);
}

void Replay::issue(Stream& stream, const std::shared_ptr<RmaOperation>& operation, const Window* window) {
  const int process = stream.name.process;
  ++statistics_.operations;
  RmaOperation& op = *operation;
  op.number = ++stream.operations;
  op.issued = moment(stream, time_);
  op.stream = stream.number;
  if (window) {
    op.window = window->key;
    op.window_number = window->number;
  }
  const bool has_target = window && op.target >= 0 && static_cast<std::size_t>(op.target) < window->processes.size();
  if (has_target) op.target_process = window->processes[static_cast<std::size_t>(op.target)];
  WindowState* state = window ? &job_.state(process, op.window) : nullptr;
  if (state) op.epoch = state->epoch_for(op.target);
  if (op.epoch && op.outcome == 0 && op.target != kProcNull) {
    ++op.epoch->operations;
    if (op.updates()) ++op.epoch->updates;
  }
  const Datatype* type = job_.datatype(process, op.target_datatype);
  while (!type && op.target_datatype != 0 && take_definition(process, kEver))
    type = job_.datatype(process, op.target_datatype);
  if (has_target && type) {
    ByteSet bytes = job_.window_bytes(*window, op.target, op.displacement, *type, op.target_count, &op.target_address);
    if (op.outcome == 0) op.target_bytes = std::move(bytes);
  }
  op.named = stream.named.of(job_, op);
  const bool has_effect = op.outcome == 0 && has_target;
  if (has_effect) {
    if (op.kind == OperationKind::kGet) {
      op.result_bytes = bytes_of(process, op.origin);
    } else {
      if (op.op != ReduceOp::kNoOp) op.origin_bytes = bytes_of(process, op.origin);
      op.result_bytes = bytes_of(process, op.result);
    }
  }
  op.start = present(stream);
  if (op.atomic() && op.updates()) add_node(stream, op.place);  // others may read what it writes, and go on
  for (Observer* observer : observers_) observer->operation_issued(job_, op);
  if (!has_effect) {
    if (op.request != 0) {
      RequestRecord& request = sides_[index_of(process)].requests[op.request];
      if (op.outcome == 0) request.operation = nullptr;
    }
    return;
  }

  ProcessSide& process_side = sides_[index_of(process)];
  WindowSide& side = process_side.window(op.window);
  if (side.open.empty()) process_side.busy.insert(op.window);
  side.open_to(op.target).add(operation);
  PendingOperations& pending = state->pending[op.target];
  ++pending.not_local;
  ++pending.not_remote;
  if (op.request != 0) {
    RequestRecord& request = process_side.requests[op.request];
    request.operation = operation;
  }
  if (op.atomic() && !job_.process(process).info.native_rma && !op.target_bytes.empty()) {
    op.awaits_execution = op.fetches();
    awaiting_execution_[{process, stream.name.thread, op.number}] = operation;
  }
  if (op.atomic() && natively(op)) issued_natively(op);
  op.locks = process_side.locks;
  place_at_origin(op, operation);

  // The target side begins when the target is open to it.
  const EpochKind kind = op.epoch ? op.epoch->kind : EpochKind::kFence;
  if (op.epoch && kind == EpochKind::kStart) {
    const auto pair = side.started.find(op.target);
    if (pair != side.started.end()) {
      ExposurePair& exposed = *pair->second;
      exposed.fetched |= op.fetches();
      if (exposed.post) {
        place_at_target(operation, joined(op.start, *exposed.post));
      } else {
        op.waits_for_opening = true;
        exposed.waiting_for_post.push_back(operation);
      }
    } else {
      place_at_target(operation, op.start);
    }
  } else if (op.epoch && (kind == EpochKind::kLock || kind == EpochKind::kLockAll)) {
    const bool expects_grant = (by_time_ || !is_native(process)) && (op.epoch->asserts & kNoCheck) == 0;
    WindowSide::Grant& grant = side.grants[op.target];
    if (grant.granted) {
      place_at_target(operation, joined_observed(op.start, grant.released));
    } else if (expects_grant) {
      grant.deferred.push_back(operation);
    } else {
      place_at_target(operation, op.start);
    }
  } else if (op.epoch && side.fence && (op.epoch->asserts & kNoPrecede) != 0) {
    // The fence was no barrier: wait for the target's own.
    const auto member = static_cast<std::size_t>(op.target);
    const match::Arrival& arrival = side.fence->members[member];
    if (arrival.clock) {
      place_at_target(operation, joined(op.start, *arrival.clock));
    } else {
      op.waits_for_opening = true;
      waiting_for_fence_[{side.fence, member}].push_back(operation);
    }
  } else {
    place_at_target(operation, op.start);
  }

  // Seen by looking ahead.
  if (const auto early = early_executions_.find({process, stream.name.thread, op.number});
      early != early_executions_.end()) {
    const EarlyExecution known = early->second;
    early_executions_.erase(early);
    executed(process, static_cast<std::uint64_t>(stream.name.thread), op.number, known.sequence, known.changed);
  }
}

SharedClocks Replay::joined(const SharedClocks& start, const order::Clocks& other) {
  auto both = order::copy_of(*start);
  both->join(other);
  return both;
}
SharedClocks Replay::joined_observed(const SharedClocks& start, const order::Clock& other) {
  if (start->observed().surely_contains(other)) return start;
  auto both = order::copy_of(*start);
  both->join_observed(other);
  return both;
}

ByteSet Replay::bytes_of(int process, const Buffer& buffer) const {
  const Datatype* const type = buffer.count > 0 ? job_.datatype(process, buffer.datatype) : nullptr;
  return type == nullptr ? ByteSet{} : job_.bytes_at(process, type->bytes(buffer.address, buffer.count));
}

namespace {
Buffer compare_buffer(const Operation& operation) {
  return {operation.compare, operation.compare != 0 ? 1 : 0, operation.target_datatype};
}
}  // namespace

Buffer Replay::buffer_of(const Activity& activity) {
  if (activity.call_buffer != nullptr) return activity.call_buffer->buffer;
  if (activity.role != AccessRole::kOrigin) return {};
  const Operation& operation = *activity.operation;
  if (activity.of == index::OperationBuffer::kCompare) return compare_buffer(operation);
  const bool result = activity.of == index::OperationBuffer::kResult && operation.kind != OperationKind::kGet;
  return result ? operation.result : operation.origin;
}

void Replay::place_at_origin(RmaOperation& operation, const std::shared_ptr<RmaOperation>& self) {
  const int process = operation.place.process;
  const auto place = [&](const ByteSet& bytes, AccessClass kind, index::OperationBuffer of) {
    if (bytes.empty() || !concerns(bytes)) return;
    const ActivityNumber number = index_.make();
    Activity& activity = index_[number];
    activity.stream = operation.stream;
    activity.tick = operation.issued.tick;
    activity.start = operation.start;
    activity.kind = kind;
    activity.role = AccessRole::kOrigin;
    activity.locks = operation.locks;
    activity.process = process;
    activity.thread = operation.place.thread;
    activity.call = operation.place.call;
    activity.stack = operation.place.stack;
    activity.event = operation.issued.event;
    activity.time = operation.issued.time;
    activity.order = operation.issued.order;
    activity.operation = self;
    activity.of = of;
    operation.origin_numbers[operation.origin_count++] = number;
    for (const Strided& piece : bytes.pieces) insert(number, bytes.memory, piece);
  };
  place(operation.origin_bytes, AccessClass::kOriginRead, index::OperationBuffer::kOrigin);
  place(operation.result_bytes, AccessClass::kOriginWrite, index::OperationBuffer::kResult);
  place(bytes_of(process, compare_buffer(operation)), AccessClass::kOriginRead, index::OperationBuffer::kCompare);
}

void Replay::place_at_target(const std::shared_ptr<RmaOperation>& operation, const SharedClocks& start) {
  RmaOperation& op = *operation;
  op.target_placed = true;
  if (op.target_bytes.empty()) return;
  if (!concerns(op.target_bytes)) return;
  const ActivityNumber number = index_.make();
  Activity& activity = index_[number];
  activity.stream = op.stream;
  activity.tick = op.issued.tick;
  activity.start = start;
  switch (op.kind) {
    case OperationKind::kPut:
      activity.kind = AccessClass::kPut;
      break;
    case OperationKind::kGet:
      activity.kind = AccessClass::kGet;
      break;
    default:
      activity.kind = op.op == ReduceOp::kNoOp ? AccessClass::kAtomicRead : AccessClass::kAtomic;
  }
  if (op.atomic()) {
    if (const Datatype* type = job_.datatype(op.place.process, op.target_datatype)) activity.type = type->uniform;
    activity.op = op.op;
  }
  activity.role = AccessRole::kTarget;
  activity.locks = op.locks;
  activity.process = op.place.process;
  activity.thread = op.place.thread;
  activity.call = op.place.call;
  activity.stack = op.place.stack;
  activity.event = op.issued.event;
  activity.time = op.issued.time;
  activity.order = op.issued.order;
  activity.operation = operation;
  if (op.target_end) activity.add_end(*op.target_end);
  if (!op.target_end) op.target_number = number;
  for (const Strided& piece : op.target_bytes.pieces) insert(number, op.target_bytes.memory, piece);
}

// ---- reads-from
// --------------------------------------------------------------------------------------------------------

void Replay::executed(int process, std::uint64_t thread, std::uint64_t number, std::uint64_t sequence, bool changed) {
  const auto issuer = static_cast<int>(thread);
  const Issue issue{process, issuer, number};
  const auto at = awaiting_execution_.find(issue);
  if (at == awaiting_execution_.end()) {
    // Not issued yet in the replay (looking ahead), or known already.
    const auto is_to_come = [&] {
      switch (where_is(process, issuer)) {
        case ThreadPlace::kUnlisted:
          return growing_;
        case ThreadPlace::kToCome:
          return true;
        case ThreadPlace::kOpen:
          return number > stream_of(process, issuer)->operations;
        case ThreadPlace::kLeft:
          break;
      }
      return false;
    };
    if (is_to_come()) early_executions_[issue] = {sequence, changed};
    return;
  }
  const std::shared_ptr<RmaOperation> operation = at->second;
  awaiting_execution_.erase(at);
  operation->sequence = sequence;
  // (Nobody reads what it has not written: others look at a lock that is taken, again and again.)
  if (!changed && operation->updates()) graph_.orders_nothing({operation->stream, operation->issued.tick});
  match::AtomicExecution execution;
  execution.bytes = operation->target_bytes;
  execution.issue = issue_of(*operation);
  execution.fetches = operation->fetches();
  execution.changes = changed && operation->op != ReduceOp::kNoOp;
  execution.overwrites = operation->op == ReduceOp::kReplace && !operation->fetches();
  if (execution.fetches) {
    execution.read = [operation](const SharedClocks& writers) {
      operation->awaits_execution = false;
      operation->read_from = writers;
    };
  }
  if (atomics_.execute(operation->target_process, sequence, std::move(execution)) > 0) {
    signal(executed_key(operation->target_process));
  }
}

void Replay::apply(Stream& stream, const event::Executed& event) {
  executed(stream.name.process, event.thread, event.operation, event.sequence, event.changed != 0);
}

bool Replay::fetch_ready(Stream& stream, const RmaOperation& operation) {
  if (!operation.fetches() || !operation.awaits_execution) return true;
  return wait_on(stream, executed_key(operation.target_process), WaitsFor::kRequest, operation.target_process);
}

void Replay::fetch_done(Stream& stream, RmaOperation& operation) {
  if (natively(operation)) fetched_natively(stream, operation);
  if (!operation.read_from) return;
  join(stream, *operation.read_from);
  operation.read_from.reset();
}

bool Replay::fetches_ready(Stream& stream, std::span<const std::shared_ptr<RmaOperation>> operations) {
  for (const auto& operation : operations) {
    if (!fetch_ready(stream, *operation)) return false;
  }
  return true;
}

void Replay::fetches_done(Stream& stream, std::span<const std::shared_ptr<RmaOperation>> operations) {
  for (const auto& operation : operations) fetch_done(stream, *operation);
}

// ---- completion
// --------------------------------------------------------------------------------------------------------

bool Replay::reaches(const Stream& stream, const RmaOperation& operation) const {
  // Of another thread: only if that call came before this one for certain.
  return operation.stream == stream.number || stream.clock.strong().covers(operation.stream, operation.issued.tick);
}

template <class Visit>
bool Replay::each_reached(Stream& stream, std::uint64_t window, int target, Completes completes, Visit&& visit) {
  auto& open = sides_[index_of(stream.name.process)].window(window).open;
  for (auto at = target == kAll ? open.begin() : open.find(target); at != open.end(); ++at) {
    for (const auto& operation : completes == Completes::kLatest ? at->second.latest() : at->second.all()) {
      if (reaches(stream, *operation) && !visit(operation)) return false;
    }
    if (target != kAll) break;
  }
  return true;
}

// A call that completes at the origin only has nothing to do with what is complete there, unless by another thread.
Replay::Completes Replay::completed_by(const Stream& stream, bool remote) const {
  return !remote && sides_[index_of(stream.name.process)].streams.size() == 1 ? Completes::kLatest : Completes::kAll;
}

bool Replay::reached_ready(Stream& stream, std::uint64_t window, int target, bool remote) {
  return each_reached(stream, window, target, completed_by(stream, remote),
                      [&](const std::shared_ptr<RmaOperation>& operation) { return fetch_ready(stream, *operation); });
}

void Replay::complete_reached(Stream& stream, std::uint64_t window, int target, const Place& place, bool remote,
                              OperationList* fetches) {
  const Completes completes = completed_by(stream, remote);
  if (target == kAll) sides_[index_of(stream.name.process)].window(window).note_several();
  each_reached(stream, window, target, completes, [&](const std::shared_ptr<RmaOperation>& operation) {
    complete(stream, operation, place, true, remote || has_read_target(*operation));
    if (fetches == nullptr) {
      fetch_done(stream, *operation);
    } else if (operation->fetches()) {
      fetches->push_back(operation);
    }
    return true;
  });
  complete_again(stream, window, target, remote);
  forget_complete(stream.name.process, window, target, completes);
}

void Replay::remember_complete(const std::shared_ptr<RmaOperation>& operation) {
  if (std::exchange(operation->remembered, true)) return;
  // Each completing call looks at all of them, so there are not more than this.
  constexpr std::size_t kMost = 256;
  OperationList& complete = sides_[index_of(operation->place.process)].window(operation->window).complete;
  if (complete.size() == kMost) complete.erase(complete.begin(), complete.begin() + kMost / 2);
  complete.push_back(operation);
}

// What another thread's call has completed already is complete for this thread by its own call, which need not be
// ordered after the other.
void Replay::complete_again(Stream& stream, std::uint64_t window, int target, bool remote) {
  WindowSide& side = sides_[index_of(stream.name.process)].window(window);
  const index::EndPoint point{stream.number, stream.tick};
  std::erase_if(side.complete, [&](const auto& operation) {
    const auto end = [&](RmaOperation::Numbers numbers, bool here) {
      bool any = false;
      for (const ActivityNumber number : numbers) {
        if (index_[number].operation != operation) continue;
        any = true;
        if (!here) continue;
        operation->stream == stream.number ? index_[number].add_own_end(point) : index_[number].add_end(point);
      }
      return any;
    };
    const bool here = (target == kAll || operation->target == target) && reaches(stream, *operation);
    const bool origin = end(operation->ended_at_origin(), here);
    return !(end(operation->ended_at_target(), here && (remote || has_read_target(*operation))) || origin);
  });
}

const std::shared_ptr<const Operation::Completion>& Replay::completion_by(const Stream& stream, const Place& place,
                                                                          bool by_request) {
  const Operation::Completion* const last = last_completion_.get();
  if (last == nullptr || last->at.order != order_ || last->at.stream != stream.number || last->place != place ||
      last->by_request != by_request) {
    last_completion_ =
        make_recycled<Operation::Completion>(Operation::Completion{place, moment(stream, time_), by_request});
  }
  return last_completion_;
}

void Replay::complete(Stream& stream, const std::shared_ptr<RmaOperation>& operation, const Place& place, bool local,
                      bool remote, bool by_request) {
  RmaOperation& op = *operation;
  const index::EndPoint point{stream.number, stream.tick};
  const std::shared_ptr<const Operation::Completion>& completion = completion_by(stream, place, by_request);
  PendingOperations& pending = job_.state(op.place.process, op.window).pending[op.target];
  if (local && !op.local) {
    op.local = completion;
    if (!ends_awaited_.empty()) end_is_known(op, false, stream);
    if (pending.not_local > 0) --pending.not_local;
    // (What has arrived at the target has ended before, and another one may have its number.)
    for (const ActivityNumber number : op.origin_accesses()) {
      if (index_[number].operation == operation) index_[number].add_end(point);
    }
    for (Observer* observer : observers_) observer->operation_completed(job_, op, false);
  }
  if (remote && !op.remote) {
    if (!op.target_placed && !op.waits_for_opening) place_at_target(operation, op.start);
    if (!op.target_placed) op.target_end = point;
    op.remote = completion;
    if (!ends_awaited_.empty()) end_is_known(op, true, stream);
    if (pending.not_remote > 0) --pending.not_remote;
    end_target(stream, op);
    for (Observer* observer : observers_) observer->operation_completed(job_, op, true);
  }
  if (sides_[index_of(op.place.process)].streams.size() > 1) remember_complete(operation);
}

// Another thread's flush may have completed it already, and need not be ordered before what this thread does next.
void Replay::complete_by_request(Stream& stream, const std::shared_ptr<RmaOperation>& operation, const Place& place) {
  const bool remote = has_read_target(*operation);
  const auto end_again = [&](RmaOperation::Numbers numbers) {
    for (const ActivityNumber number : numbers) {
      if (index_[number].operation == operation) index_[number].add_own_end({stream.number, stream.tick});
    }
  };
  end_again(operation->ended_at_origin());
  if (remote) end_again(operation->ended_at_target());
  complete(stream, operation, place, true, remote, true);
}

// One of several ends of what it does at the target, whose access may have ended and be forgotten already.
void Replay::end_target(Stream& stream, RmaOperation& operation) {
  for (const ActivityNumber number : operation.target_accesses()) {
    Activity& activity = index_[number];
    if (activity.operation.get() == &operation) activity.add_end({stream.number, stream.tick});
  }
}

// What has arrived at the target has been read at the origin.
void Replay::origin_read(Stream& stream, RmaOperation& operation) {
  if (std::exchange(operation.origin_was_read, true)) return;
  for (const ActivityNumber number : operation.origin_accesses()) {
    Activity& activity = index_[number];
    if (activity.operation.get() != &operation || activity.kind != AccessClass::kOriginRead) continue;
    activity.add_end({stream.number, stream.tick});
  }
}

void Replay::forget_complete(int process, std::uint64_t window, int target, Completes completes) {
  WindowSide& side = sides_[index_of(process)].window(window);
  auto& open = side.open;
  const auto forget = [&](OpenOperations& operations) {
    const auto done = [](const auto& operation) { return operation->local && operation->remote; };
    completes == Completes::kLatest ? operations.drop_of_latest_if(done) : operations.drop_if(done);
  };
  if (target != kAll) {
    const auto at = open.find(target);
    if (at == open.end()) return;
    forget(at->second);
    if (at->second.empty()) side.close(at);
    return;
  }
  for (auto at = open.begin(); at != open.end();) {
    forget(at->second);
    at = at->second.empty() ? side.close(at) : std::next(at);
  }
}

// ---- dynamic memory
// ----------------------------------------------------------------------------------------------------

void Replay::apply(Stream& stream, const event::Attach& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(stream)) return;
  Attachment attachment;
  attachment.address = event.address;
  attachment.size = event.size;
  attachment.attached = {process, stream.name.thread, MpiCall::kWin_attach, event.stack, 0};
  attachment.at = moment(stream, time_);
  job_.state(process, window->key).attached[event.address] = attachment;
}

void Replay::apply(Stream& stream, const event::Detach& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(stream)) return;
  job_.state(process, window->key).attached.erase(event.address);
}

}  // namespace fencepost::check
