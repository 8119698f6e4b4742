// Threads and the life of processes.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "check/replay.h"
#include "record/sync_object.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t key_of_thread(Key kind, const ThreadName& thread) {
  return key_of(kind, static_cast<std::uint64_t>(thread.process), static_cast<std::uint64_t>(thread.thread));
}
}  // namespace

// Thread events of a process happened in the order of their numbers; 0: not numbered.
bool Replay::in_order(Stream& stream, std::uint64_t order) {
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  if (order <= side.next_order) return true;
  return wait_on(stream, key_of(Key::kThreadOrder, static_cast<std::uint64_t>(stream.name.process), order),
                 WaitsFor::kUnknown);
}

void Replay::passed_order(Stream& stream, std::uint64_t order) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  if (order == 0 || order < side.next_order) return;
  side.next_order = order + 1;
  signal(key_of(Key::kThreadOrder, static_cast<std::uint64_t>(stream.name.process), side.next_order));
}

bool Replay::ready(Stream& stream, const event::ThreadBegin& event) {
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto creator = static_cast<int>(event.creator);
  if (creator == stream.name.thread || side.created.contains(stream.name.thread)) return true;
  switch (where_is(stream.name.process, creator)) {
    case ThreadPlace::kUnlisted:
      return surely_unlisted(stream);
    case ThreadPlace::kToCome:
      break;
    case ThreadPlace::kOpen:
      if (stream_of(stream.name.process, creator)->ended) return true;
      break;
    case ThreadPlace::kLeft:
      return true;
  }
  // Until it is created, or its creator has ended without.
  return wait_on(stream, key_of_thread(Key::kThreadBegin, {stream.name.process, creator}), WaitsFor::kUnknown,
                 stream.name.process);
}

void Replay::apply(Stream& stream, const event::ThreadBegin&) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto created = side.created.extract(stream.name.thread);
  if (created.empty()) return;
  join(stream, *created.mapped().clocks);
  graph_.link(created.mapped().node, add_node(stream, {stream.name.process, stream.name.thread}), "thread start");
}

void Replay::apply(Stream& stream, const event::ThreadEnd&) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  stream.said_its_end = true;
  if (side.ended_sweep.due(side.ended.size())) {
    forget_ended(side);
    side.ended_sweep.done(side.ended.size());
  }
  side.ended[stream.name.thread] = {publish(stream), add_node(stream, {stream.name.process, stream.name.thread}),
                                    stream.number, stream.last_said};
  signal(key_of_thread(Key::kThreadEnd, stream.name));
}

void Replay::end_thread(Stream& stream) {
  stream.ended = true;
  stream.cursor.close();
  stream.named.forget();
  source_.thread_done(stream.name);
  // (One that was lost in a call is told of at the end of the run.)
  if (stream.said_its_end && !stream.inside.active) sides_[index_of(stream.name.process)].places.push_back(stream.slot);
  for (const Key key : {Key::kThreadBegin, Key::kThreadEnd}) signal(key_of_thread(key, stream.name));
}

bool Replay::ready(Stream& stream, const event::ThreadCreate& event) {
  return in_order(stream, event.order);
}

void Replay::apply(Stream& stream, const event::ThreadCreate& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  side.created[child] = {publish(stream), add_node(stream, {stream.name.process, stream.name.thread})};
  if (boost::icl::contains(side.to_come, child)) open_stream({stream.name.process, child});
  passed_order(stream, event.order);
  signal(key_of_thread(Key::kThreadBegin, stream.name));
}

bool Replay::ready(Stream& stream, const event::ThreadJoin& event) {
  if (!in_order(stream, event.order)) return false;
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  if (side.ended.contains(child)) return true;
  switch (where_is(stream.name.process, child)) {
    case ThreadPlace::kUnlisted:
      return surely_unlisted(stream);
    case ThreadPlace::kToCome:
      open_stream({stream.name.process, child});
      break;
    case ThreadPlace::kOpen:
      break;
    case ThreadPlace::kLeft:
      return true;
  }
  const Stream* const other = stream_of(stream.name.process, child);
  if (other->ended) return true;
  // Whatever came before this was seen; so that it was created was lost.
  const ProcessSide::ThreadEdge unknown{order::copy_of({}), {}};
  if (!other->begun && side.created.try_emplace(child, unknown).second) enqueue(other->slot);
  return wait_on(stream, key_of_thread(Key::kThreadEnd, {stream.name.process, child}), WaitsFor::kUnknown,
                 stream.name.process);
}

void Replay::apply(Stream& stream, const event::ThreadJoin& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  if (const auto ended = side.ended.extract(child); !ended.empty()) {
    join(stream, *ended.mapped().clocks);
    graph_.link(ended.mapped().node, add_node(stream, {stream.name.process, stream.name.thread}), "thread join");
  } else if (Stream* const other = stream_of(stream.name.process, child); other != nullptr && other->ended) {
    // Its trace ends without ThreadEnd (killed): all of it came before the join.
    if (!other->begun) take_place(*other);
    ++other->tick;
    join(stream, *publish(*other));
  } else if (other == nullptr) {
    side.created.erase(child);  // it has recorded nothing, and never will
  }
  passed_order(stream, event.order);
}

void Handovers::begin_anew(std::uint64_t object) {
  objects_.erase(objects_.lower_bound(object), objects_.lower_bound(object + FENCEPOST_NEW_OBJECTS_COUNT));
}

order::NodeName Handovers::release(std::uint64_t object, bool atomic, SharedClocks clocks, order::NodeName node) {
  Released& released = objects_[object];
  const bool in_vain = released.clocks && !released.taken && released.node.stream == node.stream;
  const order::NodeName before = in_vain ? released.node : order::NodeName{};
  if (released.clocks) {
    auto all = order::copy_of(*clocks);
    all->join(*released.clocks);
    clocks = std::move(all);
  }
  released = {std::move(clocks), node, atomic};
  return before;
}

// Where an object is, and whose numbers its events have: those of its process or of the segment it lies in.
struct Replay::Handover {
  Handovers& objects;
  std::uint64_t object;
  std::uint64_t& next;
  bool shared;
  std::uint64_t segment;
};

Replay::Handover Replay::handover(Stream& stream, std::uint64_t object, std::uint64_t kind) {
  const auto place = job_.process(stream.name.process).addresses.find(object);
  if ((kind & FENCEPOST_SHARED_OBJECT) != 0) {
    SharedSide& side = shared_sides_[place.segment];
    return {side.handovers, (kind & FENCEPOST_FENCE) != 0 ? ~std::uint64_t{0} : place.offset, side.next, true,
            place.segment};
  }
  ProcessSide& side = sides_[index_of(stream.name.process)];
  return {side.handovers, object, side.next_order, false, 0};
}

template <class Event>
bool Replay::synchronization_ready(Stream& stream, const Event& event) {
  const Handover place = handover(stream, event.object, event.kind);
  if (!place.shared) return in_order(stream, event.order);
  if (event.order <= place.next) return true;
  return wait_on(stream, key_of(Key::kSharedOrder, place.segment, event.order), WaitsFor::kUnknown);
}

void Replay::passed(Stream& stream, const Handover& place, std::uint64_t number) {
  if (!place.shared) return passed_order(stream, number);
  if (number < place.next) return;
  place.next = number + 1;
  signal(key_of(Key::kSharedOrder, place.segment, place.next));
}

bool Replay::ready(Stream& stream, const event::Acquire& event) {
  return synchronization_ready(stream, event);
}
bool Replay::ready(Stream& stream, const event::Release& event) {
  return synchronization_ready(stream, event);
}

// Of the calls of threads whose order is not seen (memory/call_order.h).
bool Replay::orders_calls(const Stream& stream, std::uint64_t kind) {
  if (static_cast<SyncObject>(kind & FENCEPOST_SYNC_OBJECT) != SyncObject::kCalls) return false;
  ProcessSide& side = sides_[index_of(stream.name.process)];
  if (!side.order_is_unseen) {
    side.order_is_unseen = true;
    blind_spots_.insert(
        "The program runs several threads, and not all of its code was compiled with Fencepost, so that atomics which "
        "order them were not seen: calls of different threads of a rank are taken as ordered; races between threads of "
        "one rank are not found.");
  }
  return true;
}

// A release or acquire of an atomic is told of between its own access, which was recorded before, and what follows.
// `does`: what an access must do to be it; `ordered`: what it turns out to be.
void Replay::note_order(Stream& stream, const Handover& place, std::uint64_t kind, bool AtomicUse::* does,
                        bool AtomicUse::* ordered) {
  if (!place.shared || static_cast<SyncObject>(kind & FENCEPOST_SYNC_OBJECT) != SyncObject::kAtomic) return;
  for (AtomicUse& use : stream.atomics) {
    use.*ordered |=
        use.*does && use.last == stream.tick && use.memory.segment == place.segment && use.bytes.begin == place.object;
  }
}

void Replay::apply(Stream& stream, const event::Acquire& event) {
  if (orders_calls(stream, event.kind)) stream.calls_acquired = stream.tick;
  const Handover place = handover(stream, event.object, event.kind);
  note_order(stream, place, event.kind, &AtomicUse::reads, &AtomicUse::acquired);
  place.objects.acquire(place.object, (event.kind & FENCEPOST_FENCE) != 0, [&](const Handovers::Released& released) {
    join(stream, *released.clocks);
    graph_.link(released.node, add_node(stream, {stream.name.process, stream.name.thread}), "release → acquire");
  });
  passed(stream, place, event.order);
}

void Replay::apply(Stream& stream, const event::Release& event) {
  if (orders_calls(stream, event.kind)) stream.calls_released = stream.tick;
  const Handover place = handover(stream, event.object, event.kind);
  if ((event.kind & FENCEPOST_NEW_OBJECTS) != 0) place.objects.begin_anew(place.object);
  const bool atomic = static_cast<SyncObject>(event.kind & FENCEPOST_SYNC_OBJECT) == SyncObject::kAtomic;
  note_order(stream, place, event.kind, &AtomicUse::writes, &AtomicUse::released);
  // (A lock around each of many looks is given back to nobody.)
  graph_.orders_nothing(place.objects.release(place.object, atomic, publish(stream),
                                              add_node(stream, {stream.name.process, stream.name.thread})));
  passed(stream, place, event.order);
}

bool Replay::ready(Stream& stream, const event::Freed& event) {
  return in_order(stream, event.order);
}
bool Replay::ready(Stream& stream, const event::MemoryOrder& event) {
  return in_order(stream, event.order);
}

// What came before is of memory that is no more: who has these addresses next has other memory.
void Replay::apply(Stream& stream, const event::Freed& event) {
  const Memory memory{0, stream.name.process};
  const ByteRange range{event.address, event.address + event.size};
  Activity here;
  here.stream = stream.number;
  here.tick = stream.tick;
  here.start = present(stream);
  here.role = AccessRole::kCall;
  if (concerns_range(memory, range)) {
    in_vain_ += index_.take_out(index_.space_of(memory), range,
                                [&](const Activity& activity) { return ordered(activity, here, false); });
  }
  passed_order(stream, event.order);
}

// (In order: what was given back before is so by now.)
void Replay::apply(Stream& stream, const event::MemoryOrder& event) {
  passed_order(stream, event.order);
}

// Numbers that never came, as their events were lost: goes on with the first that is there. (A process that ended
// without MPI_Finalize, which is told anyway, may have had a thread that had its number and had not written its event.)
bool Replay::skip_order_gap() {
  constexpr int kAnyProcess = -1;
  struct First {
    std::uint64_t number;
    int process;  // whose sequence it is; kAnyProcess: of memory that processes share
  };
  const auto skip = [&](std::uint64_t& next, const First& first) {
    if (first.number <= next) return false;
    next = first.number;
    bool at_the_end = false;
    for (int one = 0; one < job_.processes(); ++one)
      at_the_end |= (first.process == one || first.process == kAnyProcess) && !job_.process(one).finalized;
    const std::string of =
        first.process == kAnyProcess ? "Memory that processes share" : fmt::format("Rank {}", first.process);
    if (!at_the_end) blind_spots_.insert(fmt::format("{}: some of what orders threads was lost.", of));
    return true;
  };
  // The streams that wait for a number; of each sequence the one with the smallest comes first.
  std::map<std::uint64_t*, First> waiting;
  const auto waits = [&](std::uint64_t& next, std::uint64_t number, int process) {
    const auto [at, added] = waiting.try_emplace(&next, First{number, process});
    if (!added) at->second.number = std::min(at->second.number, number);
  };
  for (Stream* stream : not_ended_) {
    if (stream->ended || !stream->waiting.parked) continue;
    const TimedEvent* front = stream->cursor.front();
    if (front == nullptr) continue;
    const int process = stream->name.process;
    const auto number_of = [&](const auto& event) {
      if constexpr (requires { event.object, event.order; }) {
        const Handover place = handover(*stream, event.object, event.kind);
        waits(place.next, event.order, place.shared ? kAnyProcess : process);
      } else if constexpr (requires { event.order; }) {
        waits(sides_[index_of(process)].next_order, event.order, process);
      }
    };
    std::visit(number_of, front->event);
  }
  bool any = false;
  for (const auto& [next, first] : waiting) any |= skip(*next, first);
  if (!any) return false;
  for (const Stream* stream : not_ended_) {
    if (stream->waiting.parked) note_disorder(stream->name.process);
  }
  wake_all();
  return true;
}

void Replay::apply(Stream& stream, const event::InitEnd&) {
  job_.process(stream.name.process).initialized = true;
}
void Replay::apply(Stream& stream, const event::FinalizeBegin&) {
  job_.process(stream.name.process).finalizing = true;
}
void Replay::apply(Stream& stream, const event::FinalizeEnd&) {
  job_.process(stream.name.process).finalized = true;
}

void Replay::apply(Stream& stream, const event::CallFailed&) {
  // A blocking call that failed took its buffers no further.
  end_accesses(stream.inside.accesses, stream);
  end_accesses(stream.send_accesses, stream);
  end_accesses(stream.receive_accesses, stream);
  if (stream.receive) withdraw(*stream.receive);
  if (stream.send) withdraw(*stream.send);
  stream.receive.reset();
  stream.send.reset();
}

void Replay::apply(Stream& stream, const event::Lost& event) {
  note_damage(stream.name.process);
  blind_spots_.insert(event.events == 0
                          ? fmt::format("Rank {}, thread {}: events were lost ({}).", stream.name.process,
                                        stream.name.thread, event.reason)
                          : fmt::format("Rank {}, thread {}: {} events were lost ({}).", stream.name.process,
                                        stream.name.thread, event.events, event.reason));
}

void Replay::apply(Stream& stream, const event::SharedMapping& event) {
  job_.process(stream.name.process).addresses.map(event.address, event.size, event.segment, event.offset);
}
void Replay::apply(Stream& stream, const event::SharedUnmapping& event) {
  job_.process(stream.name.process).addresses.unmap(event.address, event.size);
}

}  // namespace fencepost::check
