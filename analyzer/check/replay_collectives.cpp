// Collective calls: on communicators, window creation and freeing, fences.
#include <algorithm>

#include "check/replay.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t meeting_key(const match::Meeting& meeting) {
  return key_of(Key::kMeeting, reinterpret_cast<std::uintptr_t>(&meeting));
}
// From here on each arrival is not linked to each return in the graph: explanations do not need it.
constexpr std::size_t kFewMembers = 64;
}  // namespace

Replay::Membership Replay::join_meeting(Stream& stream, std::uint64_t communicator, const Place& place) {
  const int process = stream.name.process;
  pull_definitions(process);
  const auto part = job_.communicator_part(process, communicator);
  if (!part || part->rank < 0) return {};
  Membership membership;
  std::size_t first_group = part->members.size();
  membership.member = static_cast<std::size_t>(part->rank);
  std::size_t members = first_group;
  if (!part->remote_members.empty()) {
    members += part->remote_members.size();
    // The group that defined the communicator first is the first group for everybody.
    const Communicator* whole = job_.communicator(part->key);
    if (whole && whole->members != part->members) {
      first_group = part->remote_members.size();
      membership.member += first_group;
    }
  }
  if (match::orders_each_group(place.call)) first_group = members;
  membership.meeting =
      meetings_.next(match::Sequence::kCommunicator, part->key, membership.member, members, first_group);
  if (membership.meeting && match::direction_of(place.call) == match::Direction::kNeighbors) {
    membership.meeting->members[membership.member].sources = part->sources;
  }
  return membership;
}

Replay::Membership Replay::join_window_meeting(Stream& stream, match::Sequence sequence, const Window& window) {
  const int member = window.rank_of(stream.name.process);
  if (member < 0) return {};
  Membership membership;
  membership.member = static_cast<std::size_t>(member);
  membership.meeting =
      meetings_.next(sequence, window.key, membership.member, window.processes.size(), window.processes.size());
  return membership;
}

void Replay::arrive(Stream& stream, const Membership& membership, const Place& place, bool releases,
                    order::NodeName node) {
  match::Meeting& meeting = *membership.meeting;
  match::Arrival& arrival = meeting.members[membership.member];
  if (!arrival.clock) ++meeting.arrived;
  arrival.clock = publish(stream);
  arrival.direction = arrival.sources.empty() ? match::direction_of(place.call) : match::Direction::kNeighbors;
  arrival.releases = releases;
  arrival.node = node;
  arrival.call.process = stream.name.process;
  arrival.call.called = true;
  arrival.call.place = place;
  arrival.call.begun = moment(stream, time_);
  if (releases) {
    order::NodeName& hub = meeting.hubs[meeting.group_of(membership.member)];
    if (hub.number == 0) hub = graph_.add_hub();
    graph_.link(node, hub, "");
  }
  meeting.some_wait_for_few |= arrival.direction != match::Direction::kAll || meeting.inter();
  if (meeting.everybody() || meeting.some_wait_for_few) {
    signal(meeting_key(meeting));
  }
  if (!meeting.everybody()) return;
  tell(meeting);
  if (meeting.members.size() == sides_.size()) expect_retirement();
}

bool Replay::meeting_ready(Stream& stream, match::Meeting& meeting, std::size_t member) {
  const auto missing = meeting.missing(member);
  if (!missing) return true;
  int process = -1;
  if (meeting.communicator != 0) {
    if (const Communicator* communicator = job_.communicator(meeting.communicator)) {
      const auto& first = communicator->members;
      if (*missing < first.size()) {
        process = first[*missing];
      } else if (*missing - first.size() < communicator->remote_members.size()) {
        process = communicator->remote_members[*missing - first.size()];
      }
    }
  } else if (const Window* window = job_.window(meeting.window)) {
    process = *missing < window->processes.size() ? window->processes[*missing] : -1;
  }
  return wait_on(stream, meeting_key(meeting), WaitsFor::kProcesses, process);
}

void Replay::meeting_done(Stream& stream, match::Meeting& meeting, std::size_t member, order::NodeName node) {
  match::Arrival& self = meeting.members[member];
  if (self.waits) join_those_before(stream, meeting, member, node);
  if (!self.left) {
    self.left = true;
    ++meeting.left;
  }
}

void Replay::join_those_before(Stream& stream, match::Meeting& meeting, std::size_t member, order::NodeName node) {
  const match::Direction direction = meeting.members[member].direction;
  if (direction == match::Direction::kAll) {
    const std::size_t group = meeting.awaited_by(member);
    if (meeting.whole_group(group)) {
      join(stream, meeting.joined(group));
    } else {
      for (const std::size_t needed : meeting.needs(member)) {  // released: what has come
        const match::Arrival& other = meeting.members[needed];
        if (other.clock && other.releases) join(stream, *other.clock);
      }
    }
    if (meeting.hubs[group].number != 0) graph_.link(meeting.hubs[group], node, "");
    return;
  }
  auto needed = meeting.needs(member);
  std::erase_if(needed, [&](std::size_t other) { return !meeting.members[other].releases; });
  if (direction == match::Direction::kPrefix) {
    join(stream, meeting.prefix(member));
  } else if (needed.size() == 1) {
    if (const auto& clock = meeting.members[needed.front()].clock) join(stream, *clock);
  } else if (!needed.empty()) {
    order::ClocksBuilder builder;
    for (const std::size_t other : needed) {
      if (meeting.members[other].clock) builder.add(*meeting.members[other].clock);
    }
    join(stream, builder.build());
  }
  if (needed.size() > kFewMembers) return;
  for (const std::size_t other : needed) {
    if (other != member) graph_.link(meeting.members[other].node, node, "collective");
  }
}

CollectiveCall Replay::describe(const match::Meeting& meeting) const {
  CollectiveCall call;
  call.communicator = meeting.communicator;
  call.window = meeting.window;
  call.number = meeting.number;
  call.complete = meeting.everybody();
  const Communicator* communicator = meeting.communicator != 0 ? job_.communicator(meeting.communicator) : nullptr;
  const Window* window = meeting.window != 0 ? job_.window(meeting.window) : nullptr;
  MpiCall first = MpiCall::kNone;
  for (std::size_t i = 0; i < meeting.members.size(); ++i) {
    call.members.push_back(meeting.members[i].call);
    CollectiveMember& member = call.members.back();
    if (!member.called) {
      if (communicator) {
        member.process = i < communicator->members.size()
                             ? communicator->members[i]
                             : communicator->remote_members[i - communicator->members.size()];
      } else if (window) {
        member.process = window->processes[i];
      }
      continue;
    }
    if (first == MpiCall::kNone) first = member.place.call;
    call.same_function &= match::same_function(first, member.place.call);
  }
  return call;
}

void Replay::tell(match::Meeting& meeting) {
  if (meeting.told) return;
  meeting.told = true;
  if (observers_.empty()) return;
  const CollectiveCall call = describe(meeting);
  for (Observer* observer : observers_) observer->collective(job_, call);
}

bool Replay::has_data(int process, std::span<const Buffer> buffers) const {
  return std::ranges::any_of(buffers, [&](const Buffer& buffer) {
    const Datatype* type = job_.datatype(process, buffer.datatype);
    return buffer.count > 0 && (!type || type->size > 0);
  });
}

// ---- on communicators
// --------------------------------------------------------------------------------------------------

void Replay::apply(Stream& stream, const event::CollectiveBegin& event) {
  const int process = stream.name.process;
  if (event.request == 0 && stream.inside.refused) return;
  const Place place{process, stream.name.thread, static_cast<MpiCall>(event.call), event.stack, 0};
  Membership membership = join_meeting(stream, event.communicator, place);
  const order::NodeName node = add_node(stream, place);
  if (membership.meeting) {
    match::Arrival& arrival = membership.meeting->members[membership.member];
    arrival.call.root = event.root;
    arrival.call.op = static_cast<ReduceOp>(event.op);
    const bool data = match::moves_data(place.call);
    arrival.waits = !data || has_data(process, event.writes);
    if (!event.sources.empty()) arrival.sources.assign(event.sources.begin(), event.sources.end());
    arrive(stream, membership, place, !data || has_data(process, event.reads), node);
  }
  auto accesses = call_buffers(stream, place, event.reads, AccessClass::kLoad, true);
  const auto writes = call_buffers(stream, place, event.writes, AccessClass::kStore, true);
  accesses.insert(accesses.end(), writes.begin(), writes.end());
  if (event.request == 0) {
    stream.inside.node = node;
    stream.inside.meeting = membership.meeting;
    stream.inside.member = membership.member;
    stream.inside.communicator = event.communicator;
    stream.inside.accesses = std::move(accesses);
  } else {
    RequestRecord& request = sides_[index_of(process)].requests[event.request];
    request.meeting = membership.meeting;
    request.member = membership.member;
    request.accesses = std::move(accesses);
  }
}

bool Replay::ready(Stream& stream, const event::CollectiveEnd&) {
  const InsideCall& inside = stream.inside;
  return !inside.active || !inside.meeting || meeting_ready(stream, *inside.meeting, inside.member);
}

void Replay::apply(Stream& stream, const event::CollectiveEnd&) {
  InsideCall& inside = stream.inside;
  if (!inside.active) return;
  if (inside.meeting) {
    meeting_done(stream, *inside.meeting, inside.member, add_node(stream, inside.place));
  }
  end_accesses(inside.accesses, stream);
}

void Replay::apply(Stream& stream, const event::CommunicatorFreed& event) {
  const Communicator* const whole = job_.communicator_freed(stream.name.process, event.communicator);
  // As with windows: there may be thousands, one after the other.
  if (whole != nullptr && meetings_.forget_communicator(whole->key)) job_.communicator_gone(whole->key);
}

// ---- windows
// -----------------------------------------------------------------------------------------------------------

void Replay::apply(Stream& stream, const event::WindowCreateBegin& event) {
  InsideCall& inside = stream.inside;
  if (inside.refused) return;
  Membership membership = join_meeting(stream, event.communicator, inside.place);
  inside.communicator = event.communicator;
  inside.node = add_node(stream, inside.place);
  if (!membership.meeting) return;
  CollectiveMember& call = membership.meeting->members[membership.member].call;
  call.size = event.size;
  call.displacement_unit = event.displacement_unit;
  arrive(stream, membership, inside.place, true, inside.node);
  inside.meeting = membership.meeting;
  inside.member = membership.member;
}

// Whether all members have described their parts of the window. One may have left the creation and use it before the
// last has done so, which matters while traces grow.
bool Replay::parts_known(Stream& stream, std::uint64_t id) {
  pull_definitions(stream.name.process);
  const Window* window = job_.window_by_id(stream.name.process, id);
  if (!window || finished_) return true;
  for (std::size_t i = 0; i < window->parts.size(); ++i) {
    const int process = window->processes[i];
    while (!window->parts[i].defined && take_definition(process, kEver)) {
    }
    if (!window->parts[i].defined && !sides_[index_of(process)].definitions_at_end) return wait_for_more(stream);
  }
  return true;
}

bool Replay::ready(Stream& stream, const event::WindowCreateEnd& event) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || !inside.meeting) return true;
  return meeting_ready(stream, *inside.meeting, inside.member) && parts_known(stream, event.window);
}

void Replay::apply(Stream& stream, const event::WindowCreateEnd& event) {
  const int process = stream.name.process;
  InsideCall& inside = stream.inside;
  if (inside.active && inside.meeting) {
    meeting_done(stream, *inside.meeting, inside.member, add_node(stream, inside.place));
  }
  pull_definitions(process);
  if (Window* window = job_.window_by_id(process, event.window)) {
    WindowState& state = job_.state(process, window->key);
    state.created = true;
    const int rank = window->rank_of(process);
    if (rank >= 0 && inside.active) window->parts[static_cast<std::size_t>(rank)].created = inside.place;
  }
}

void Replay::apply(Stream& stream, const event::WindowSetInfo& event) {
  const int process = stream.name.process;
  Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(stream)) return;
  const Place by{process, stream.name.thread, MpiCall::kWin_set_info, event.stack, 0};
  window->set_info(window->rank_of(process), event.info, by);
}

void Replay::apply(Stream& stream, const event::WindowFreeBegin& event) {
  InsideCall& inside = stream.inside;
  if (inside.refused) return;
  const int process = stream.name.process;
  Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.node = add_node(stream, inside.place);
  const int rank = window->rank_of(process);
  if (rank >= 0) window->parts[static_cast<std::size_t>(rank)].freed = inside.place;
  Membership membership = join_window_meeting(stream, match::Sequence::kWindowFree, *window);
  if (!membership.meeting) return;
  // Freeing ends what is pending, as far as the process can know.
  complete_reached(stream, window->key, static_cast<int>(kAllTargets), inside.place, true);
  // With no_locks nothing makes it a barrier (12.2.5).
  const bool barrier = window->info(rank, "no_locks") != "true";
  arrive(stream, membership, inside.place, barrier, inside.node);
  if (!barrier) return;
  inside.meeting = membership.meeting;
  inside.member = membership.member;
}

bool Replay::ready(Stream& stream, const event::WindowFreeEnd&) {
  const InsideCall& inside = stream.inside;
  return !inside.active || !inside.meeting || meeting_ready(stream, *inside.meeting, inside.member);
}

void Replay::apply(Stream& stream, const event::WindowFreeEnd&) {
  InsideCall& inside = stream.inside;
  if (!inside.active) return;
  if (inside.meeting) {
    meeting_done(stream, *inside.meeting, inside.member, add_node(stream, inside.place));
  }
  Window* const window = inside.window != 0 ? job_.window(inside.window) : nullptr;
  if (!window) return;
  WindowState& state = job_.state(stream.name.process, window->key);
  if (std::exchange(state.freed, true)) return;
  if (window->rank_of(stream.name.process) < 0) return;  // the window's communicator is not in a damaged trace
  if (++window->freed_by == window->processes.size()) forget_window(*window);
}

// All members have freed it: programs that create a window for each of many exchanges have few at a time. What a wrong
// program has left open on it stays, for what is said of that at the end.
void Replay::forget_window(const Window& window) {
  bool all_closed = true;
  for (const int process : window.processes) {
    all_closed &= sides_[index_of(process)].forget_window(window.key);
    WindowState& state = job_.state(process, window.key);
    if (state.fence && !state.fence->active()) state.fence = nullptr;
    all_closed &= !state.access_open() && !state.exposure;
  }
  all_closed &= meetings_.forget_window(window.key);
  if (!all_closed || !exposures_.forget_window(window.key)) return;
  locks_.forget_window(window.key);
  for (Observer* observer : observers_) observer->window_gone(window);
  job_.window_gone(window.key);
  forget_lock_sets();
}

// ---- fence
// -------------------------------------------------------------------------------------------------------------

// A fence completes the operations of its process and is a barrier, unless NOPRECEDE says that it closes nothing.
// Whoever has left a barrier knows that all have entered it, and that all operations of the epoch are over: their end
// is the call, as it stands in the clocks of all who leave.
void Replay::apply(Stream& stream, const event::FenceBegin& event) {
  InsideCall& inside = stream.inside;
  inside.asserts = static_cast<std::uint32_t>(event.asserts);
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  if (inside.refused) return;
  inside.node = add_node(stream, inside.place);
  WindowState& state = job_.state(process, window->key);
  ++state.fences;
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = inside.place;

  ProcessSide& process_side = sides_[index_of(process)];
  WindowSide& side = process_side.window(window->key);
  inside.fetches.clear();
  for (const auto& [target, operations] : side.open) {
    for (const auto& operation : operations.all()) {
      if (operation->epoch && operation->epoch->kind != EpochKind::kFence) continue;
      complete(stream, operation, inside.place, true, true);
      if (operation->fetches()) inside.fetches.push_back(operation);
    }
  }
  forget_complete(process, window->key, static_cast<int>(kAllTargets));
  if (state.fence) {
    state.fence->open = false;
    state.fence->closed = inside.place;
    state.fence->closed_at = moment(stream, time_);
  }

  Membership membership = join_window_meeting(stream, match::Sequence::kFence, *window);
  if (!membership.meeting) return;
  match::Arrival& arrival = membership.meeting->members[membership.member];
  arrival.call.asserts = inside.asserts;
  arrival.waits = (event.asserts & kNoPrecede) == 0;
  inside.meeting = membership.meeting;
  inside.member = membership.member;
  side.fence = membership.meeting;
  arrive(stream, membership, inside.place, arrival.waits, inside.node);

  // It opens this process to operations of the others that could not wait for a barrier.
  const auto at = waiting_for_fence_.find({membership.meeting, membership.member});
  if (at != waiting_for_fence_.end()) {
    const OperationList waiting = std::move(at->second);
    waiting_for_fence_.erase(at);
    const SharedClocks& opened = membership.meeting->members[membership.member].clock;
    for (const auto& operation : waiting) {
      if (operation->target_placed) continue;
      place_at_target(operation, joined(operation->start, *opened));
    }
  }
}

bool Replay::ready(Stream& stream, const event::FenceEnd&) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || !inside.meeting) return true;
  if (!fetches_ready(stream, inside.fetches)) return false;
  return meeting_ready(stream, *inside.meeting, inside.member);
}

void Replay::apply(Stream& stream, const event::FenceEnd&) {
  InsideCall& inside = stream.inside;
  if (!inside.active || inside.window == 0 || inside.refused) return;
  const int process = stream.name.process;
  if (inside.meeting) {
    const bool waits = inside.meeting->members[inside.member].waits;
    meeting_done(stream, *inside.meeting, inside.member, waits ? add_node(stream, inside.place) : order::NodeName{});
  }
  fetches_done(stream, inside.fetches);
  WindowState& state = job_.state(process, inside.window);
  state.fence = nullptr;
  if ((inside.asserts & kNoSucceed) == 0) {
    auto epoch = make_recycled<AccessEpoch>();
    epoch->kind = EpochKind::kFence;
    epoch->window = inside.window;
    epoch->process = process;
    epoch->asserts = inside.asserts;
    epoch->opened = inside.place;
    epoch->opened_at = moment(stream, time_);
    state.fence = std::move(epoch);
  }
}

}  // namespace fencepost::check
