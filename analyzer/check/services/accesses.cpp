#include "services/accesses.h"

#include <algorithm>
#include <iterator>

#include "job/invariant.h"
#include "job/recycled.h"

namespace fencepost::check {

Accesses::Accesses(const Job& job, const Observers& observers, Clocks& clocks, LocksHeld& locks_held,
                   LanguageAtomics& language_atomics, UnseenOrder& unseen_order, ConflictCheck& check,
                   ConflictRecords& records, Statistics& statistics)
    : job_(job),
      clocks_(clocks),
      locks_held_(locks_held),
      language_atomics_(language_atomics),
      unseen_order_(unseen_order),
      check_(check),
      records_(records),
      statistics_(statistics),
      index_(check.accesses()) {
  std::ranges::copy_if(observers, std::back_inserter(observers_),
                       [](const Observer* observer) { return observer->wants_accesses(); });
}

// ---- loads and stores

void Accesses::access(Thread& thread, const event::Access& event, std::uint64_t time) {
  ++statistics_.accesses;
  clocks_.next_event(thread, time);
  const ProcessId process = thread.name.process;
  const Strided piece = normalized(static_cast<std::int64_t>(event.address), event.size, event.stride, event.count,
                                   event.row_stride, event.rows == 0 ? 1 : event.rows);
  if (piece.empty()) return;
  // Only after an acquire is it known where it may have begun (segments/call_order.h).
  if (unseen_order_.of(process) && unseen_order_.calls_of(thread).acquired != thread.tick) return;
  const AddressMap& addresses = job_.process(process).addresses;
  if (addresses.empty()) return access_in(thread, event, time, {0, process}, piece);
  // Loads of one statement that happen to have the same distance are recorded as one, whatever memory they are in.
  addresses.each_mapping(piece, [&](const AddressMap::Location& location, const Strided& part) {
    access_in(thread, event, time, location.memory(process), part);
  });
}

void Accesses::access_in(Thread& thread, const event::Access& event, std::uint64_t time, const Memory& memory,
                         const Strided& piece) {
  const ProcessId process = thread.name.process;
  const bool order_is_unseen = unseen_order_.of(process);
  const auto kind = static_cast<AccessKind>(event.kind);
  // What rules conclude from it depends on its position among the calls of other threads.
  if (!observers_.empty() && !order_is_unseen) {
    Moment now = clocks_.moment(thread, time);
    now.tick = thread.tick + 1;
    const Place place{process, thread.name.thread, MpiCall::kNone, StackId(event.stack), event.pc};
    for (Observer* observer : observers_) observer->access(job_, now, place, event, memory, piece);
  }
  if (kind != AccessKind::kLoad && kind != AccessKind::kStore)
    language_atomics_.used(thread, event, memory, piece.hull());
  if (!check_.concerns(memory, piece)) return;
  const ActivityNumber number = index_.make();
  Activity& activity = index_[number];
  activity.stream = thread.number;
  activity.tick = thread.tick + 1;
  activity.start = clocks_.present(thread);
  activity.add_end({thread.number, order_is_unseen ? unseen_order_.calls_of(thread).released : activity.tick});
  activity.kind =
      kind == AccessKind::kLoad || kind == AccessKind::kAtomicLoad ? AccessClass::kLoad : AccessClass::kStore;
  activity.language_atomic = kind != AccessKind::kLoad && kind != AccessKind::kStore;
  activity.role = AccessRole::kLocal;
  activity.locks = locks_held_.own_or_ever(process);
  activity.by_role.in_own_epoch = locks_held_.in_own_epoch(process);
  activity.process = process;
  activity.thread = thread.name.thread;
  activity.pc = event.pc;
  activity.stack = StackId(event.stack);
  activity.at.event = thread.events;
  activity.at.time = time;
  activity.at.order = clocks_.order();
  activity.recorded.size = event.size;
  activity.recorded.count = event.count * std::max<std::uint64_t>(event.rows, 1);
  activity.recorded.stride = event.stride;
  // A loop that waits for a value looks far more often than one that searches for it among others. (Up to 32 times are
  // recorded.)
  constexpr std::uint64_t kWaiting = 32;
  activity.repeats = event.stride == 0 && event.count >= kWaiting ? static_cast<std::uint32_t>(event.count) : 1;
  check_.insert(number, memory, piece, true);
  if (activity.entries == 0) index_.release(number);
}

void Accesses::freed(Thread& thread, ByteRange range, bool own_stack) {
  const Memory memory{0, thread.name.process};
  if (!check_.concerns_range(memory, range)) return;
  Activity here;
  here.stream = thread.number;
  here.tick = thread.tick;
  here.start = clocks_.present(thread);
  here.role = AccessRole::kCall;
  here.process = thread.name.process;
  here.thread = thread.name.thread;
  check_.take_out(memory, range, here, own_stack);
}

// ---- buffers of other calls

std::vector<ActivityNumber> Accesses::call_buffers(Thread& thread, const Place& place, std::span<const Buffer> buffers,
                                                   AccessClass kind, bool pending) {
  std::vector<ActivityNumber> numbers;
  const ProcessId process = thread.name.process;
  for (const Buffer& buffer : buffers) {
    const ByteSet bytes = bytes_of(process, buffer);
    if (bytes.empty() || !check_.concerns(bytes)) continue;
    const ActivityNumber number = index_.make();
    Activity& activity = index_[number];
    activity.stream = thread.number;
    activity.tick = thread.tick;
    activity.start = clocks_.present(thread);
    if (!pending) activity.add_end({thread.number, thread.tick});
    activity.kind = kind;
    activity.role = AccessRole::kCall;
    activity.locks = locks_held_.own(process);
    activity.process = process;
    activity.thread = thread.name.thread;
    activity.call = place.call;
    activity.stack = place.stack;
    activity.at.event = thread.events;
    activity.at.time = clocks_.time();
    activity.at.order = clocks_.order();
    activity.call_buffer = make_recycled<index::CallBuffer>(buffer, job_.named_datatype(process, buffer.datatype));
    numbers.push_back(number);
    check_.insert(number, bytes);
  }
  return numbers;
}

void Accesses::end(std::vector<ActivityNumber>& accesses, const Thread& thread) {
  for (const ActivityNumber number : accesses) {
    if (records_.awaits_returns()) records_.call_returns(index_[number], clocks_.time());
    check_.end(number, {thread.number, thread.tick});
  }
  accesses.clear();
}

ByteSet Accesses::bytes_of(ProcessId process, const Buffer& buffer) const {
  const Datatype* const type = buffer.count > 0 ? job_.datatype(process, buffer.datatype) : nullptr;
  return type == nullptr ? ByteSet{} : job_.bytes_at(process, type->bytes(buffer.address, buffer.count));
}

// ---- RMA operations

ActivityNumber Accesses::add(const RmaOperation& operation, const std::shared_ptr<const Operation>& self,
                             const SharedClocks& start, AccessClass kind, AccessRole role) {
  const ActivityNumber number = index_.make();
  Activity& activity = index_[number];
  activity.stream = operation.stream;
  activity.tick = operation.issued.tick;
  activity.start = start;
  activity.kind = kind;
  activity.role = role;
  activity.locks = operation.locks;
  activity.process = operation.place.process;
  activity.thread = operation.place.thread;
  activity.call = operation.place.call;
  activity.stack = operation.place.stack;
  activity.at.event = operation.issued.event;
  activity.at.time = operation.issued.time;
  activity.at.order = operation.issued.order;
  activity.operation = self;
  return number;
}

void Accesses::place_at_origin(RmaOperation& operation, const std::shared_ptr<RmaOperation>& self) {
  const auto place = [&](const ByteSet& bytes, AccessClass kind, index::OperationBuffer of) {
    if (bytes.empty() || !check_.concerns(bytes)) return;
    const ActivityNumber number = add(operation, self, operation.start, kind, AccessRole::kOrigin);
    index_[number].by_role.buffer = of;
    FENCEPOST_ASSERT(operation.origin_count < std::size(operation.origin_numbers),
                     "an operation has at most three buffers at its origin");
    operation.origin_numbers[operation.origin_count++] = number;
    check_.insert(number, bytes);
  };
  place(operation.origin_bytes, AccessClass::kOriginRead, index::OperationBuffer::kOrigin);
  place(operation.result_bytes, AccessClass::kOriginWrite, index::OperationBuffer::kResult);
  place(bytes_of(operation.place.process, compare_buffer(operation)), AccessClass::kOriginRead,
        index::OperationBuffer::kCompare);
}

void Accesses::place_at_target(const std::shared_ptr<RmaOperation>& operation, const SharedClocks& start) {
  RmaOperation& op = *operation;
  FENCEPOST_ASSERT(!op.target_placed, "an operation reaches its target once");
  op.target_placed = true;
  if (op.target_bytes.empty()) return;
  if (!check_.concerns(op.target_bytes)) return;
  const ActivityNumber number = add(op, operation, start, access_at_target(op), AccessRole::kTarget);
  Activity& activity = index_[number];
  if (op.atomic()) {
    if (const Datatype* type = job_.datatype(op.place.process, op.target_buffer.datatype))
      activity.type = type->uniform;
    activity.op = op.op;
  }
  if (op.target_end) activity.add_end(*op.target_end);
  if (!op.target_end) op.target_number = number;
  check_.insert(number, op.target_bytes);
}

bool Accesses::are_there(RmaOperation::Numbers accesses, const RmaOperation& operation) const {
  return std::ranges::any_of(accesses,
                             [&](ActivityNumber number) { return index_[number].operation.get() == &operation; });
}

bool Accesses::end(RmaOperation::Numbers accesses, const RmaOperation& operation, const Thread& thread) {
  bool any = false;
  for (const ActivityNumber number : accesses) {
    if (index_[number].operation.get() != &operation) continue;
    check_.end(number, {thread.number, thread.tick});
    any = true;
  }
  return any;
}

void Accesses::end_origin_reads(const RmaOperation& operation, const Thread& thread) {
  for (const ActivityNumber number : operation.origin_accesses()) {
    const Activity& activity = index_[number];
    if (activity.operation.get() != &operation || activity.kind != AccessClass::kOriginRead) continue;
    check_.end(number, {thread.number, thread.tick});
  }
}

void Accesses::give_up(const index::Lock& lock, std::span<const ActivityNumber> accesses, const Operation* of) {
  for (const ActivityNumber number : accesses) {
    Activity& activity = index_[number];
    if (activity.ended() || activity.operation.get() != of) continue;
    const index::LockSet before = activity.locks;
    const index::LockSet left = locks_held_.sets().without(before, lock);
    if (left == before) continue;
    index_.leaves_its_line(number);
    activity.locks = left;
    const ByteSet bytes = activity.role == AccessRole::kTarget ? *activity.operation->target_bytes
                                                               : bytes_of(activity.process, buffer_of(activity));
    check_.no_longer_excluded(number, bytes, before);
  }
}

}  // namespace fencepost::check
