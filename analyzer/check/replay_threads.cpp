// Threads and the life of processes.
#include <fmt/format.h>

#include "check/replay.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
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
  if (order < side.next_order) return;
  side.next_order = order + 1;
  signal(key_of(Key::kThreadOrder, static_cast<std::uint64_t>(stream.name.process), side.next_order));
}

bool Replay::ready(Stream& stream, const event::ThreadBegin& event) {
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto creator = static_cast<int>(event.creator);
  if (creator == stream.name.thread || side.created.contains(stream.name.thread)) return true;
  const auto number = stream_numbers_.find({stream.name.process, creator});
  if (number == stream_numbers_.end() || streams_[number->second]->ended) return true;
  return wait_on(stream,
                 key_of(Key::kThreadBegin, static_cast<std::uint64_t>(stream.name.process),
                        static_cast<std::uint64_t>(stream.name.thread)),
                 WaitsFor::kUnknown, stream.name.process);
}

void Replay::apply(Stream& stream, const event::ThreadBegin&) {
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  if (const auto at = side.created.find(stream.name.thread); at != side.created.end()) {
    join(stream, *at->second);
    const order::NodeName node = add_node(stream, {stream.name.process, stream.name.thread});
    graph_.link(side.created_at.at(stream.name.thread), node, "thread start");
  }
}

void Replay::apply(Stream& stream, const event::ThreadEnd&) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  side.ended[stream.name.thread] = publish(stream);
  side.ended_at[stream.name.thread] = add_node(stream, {stream.name.process, stream.name.thread});
  signal(key_of(Key::kThreadEnd, static_cast<std::uint64_t>(stream.name.process),
                static_cast<std::uint64_t>(stream.name.thread)));
}

void Replay::end_thread(Stream& stream) {
  stream.ended = true;
  signal(key_of(Key::kThreadEnd, static_cast<std::uint64_t>(stream.name.process),
                static_cast<std::uint64_t>(stream.name.thread)));
  // Threads that it would have created.
  for (const StreamNumber number : sides_[index_of(stream.name.process)].streams) {
    if (!streams_[number]->begun) enqueue(number);
  }
}

bool Replay::ready(Stream& stream, const event::ThreadCreate& event) {
  return in_order(stream, event.order);
}

void Replay::apply(Stream& stream, const event::ThreadCreate& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  side.created[child] = publish(stream);
  side.created_at[child] = add_node(stream, {stream.name.process, stream.name.thread});
  passed_order(stream, event.order);
  signal(key_of(Key::kThreadBegin, static_cast<std::uint64_t>(stream.name.process), event.child));
}

bool Replay::ready(Stream& stream, const event::ThreadJoin& event) {
  if (!in_order(stream, event.order)) return false;
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  if (side.ended.contains(child)) return true;
  const auto number = stream_numbers_.find({stream.name.process, child});
  if (number == stream_numbers_.end() || streams_[number->second]->ended) return true;
  return wait_on(stream, key_of(Key::kThreadEnd, static_cast<std::uint64_t>(stream.name.process), event.child),
                 WaitsFor::kUnknown, stream.name.process);
}

void Replay::apply(Stream& stream, const event::ThreadJoin& event) {
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto child = static_cast<int>(event.child);
  if (const auto at = side.ended.find(child); at != side.ended.end()) {
    join(stream, *at->second);
    graph_.link(side.ended_at.at(child), add_node(stream, {stream.name.process, stream.name.thread}), "thread join");
  } else if (const auto number = stream_numbers_.find({stream.name.process, child});
             number != stream_numbers_.end() && streams_[number->second]->ended) {
    // Its trace ends without ThreadEnd (killed): all of it came before the join.
    Stream& other = *streams_[number->second];
    ++other.tick;
    join(stream, *publish(other));
  }
  passed_order(stream, event.order);
}

bool Replay::ready(Stream& stream, const event::Acquire& event) {
  return in_order(stream, event.order);
}
bool Replay::ready(Stream& stream, const event::Release& event) {
  return in_order(stream, event.order);
}

void Replay::apply(Stream& stream, const event::Acquire& event) {
  if (const auto place = job_.process(stream.name.process).addresses.find(event.object); place.segment != 0) {
    if (const auto at = shared_objects_.find({place.segment, place.offset}); at != shared_objects_.end()) {
      join(stream, *at->second.first);
      graph_.link(at->second.second, add_node(stream, {stream.name.process, stream.name.thread}), "release → acquire");
    }
    passed_order(stream, event.order);
    return;
  }
  const ProcessSide& side = sides_[index_of(stream.name.process)];
  if (const auto at = side.released.find(event.object); at != side.released.end()) {
    join(stream, *at->second);
    graph_.link(side.released_at.at(event.object), add_node(stream, {stream.name.process, stream.name.thread}),
                "release → acquire");
  }
  passed_order(stream, event.order);
}

void Replay::apply(Stream& stream, const event::Release& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto place = job_.process(stream.name.process).addresses.find(event.object);
  SharedClocks& released =
      place.segment != 0 ? shared_objects_[{place.segment, place.offset}].first : side.released[event.object];
  auto all = std::make_shared<order::Clocks>(stream.clock);
  all->raise(stream.number, stream.tick);
  if (released) all->join(*released);
  released = std::move(all);
  (place.segment != 0 ? shared_objects_[{place.segment, place.offset}].second : side.released_at[event.object]) =
      add_node(stream, {stream.name.process, stream.name.thread});
  passed_order(stream, event.order);
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
  if (stream.receive) messages_.withdraw(*stream.receive);
  if (stream.send) messages_.withdraw(*stream.send);
  stream.receive.reset();
  stream.send.reset();
}

void Replay::apply(Stream& stream, const event::Lost& event) {
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
