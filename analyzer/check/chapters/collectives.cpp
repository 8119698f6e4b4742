#include "chapters/collectives.h"

#include <algorithm>

#include "chapters/wait_keys.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
schedule::WaitKey meeting_key(const match::Meeting& meeting) {
  return wait_key(Awaited::kMeeting, reinterpret_cast<std::uintptr_t>(&meeting));
}
// From this number of members on, the graph does not link each arrival to each return: explanations do not need it.
constexpr std::size_t kFewMembers = 64;
}  // namespace

CollectiveChapter::Membership CollectiveChapter::join(Thread& thread, std::uint64_t communicator, const Place& place) {
  const ProcessId process = thread.name.process;
  definitions_.pull(process);
  const auto part = job_.communicator_part(process, communicator);
  if (!part || part->rank == Rank::kNone) return {};
  Membership membership;
  std::size_t first_group = part->members.size();
  membership.member = part->rank.index();
  std::size_t members = first_group;
  if (!part->remote_members.empty()) {
    members += part->remote_members.size();
    // For all members, the first group is the group that defined the communicator first.
    const Communicator* whole = job_.communicator(part->key);
    if (whole && whole->members != part->members) {
      first_group = part->remote_members.size();
      membership.member += first_group;
    }
  }
  if (match::orders_each_group(place.call)) first_group = members;
  membership.meeting = meetings_.next(part->key, membership.member, members, first_group);
  if (membership.meeting && match::direction_of(place.call) == match::Direction::kNeighbors) {
    membership.meeting->members[membership.member].sources = part->sources;
  }
  return membership;
}

CollectiveChapter::Membership CollectiveChapter::join(Thread& thread, match::Sequence sequence, const Window& window) {
  const Rank member = window.rank_of(thread.name.process);
  if (member == Rank::kNone) return {};
  Membership membership;
  membership.member = member.index();
  membership.meeting = meetings_.next(sequence, window.key, membership.member, window.processes.size());
  return membership;
}

bool CollectiveChapter::is_of_all(const match::Meeting& meeting) const {
  return meeting.members.size() == job_.processes().size();
}

void CollectiveChapter::arrive(Thread& thread, const Membership& membership, const Place& place, bool releases,
                               order::NodeName node) {
  match::Meeting& meeting = *membership.meeting;
  match::Arrival& arrival = meeting.members[membership.member];
  if (!arrival.clock) ++meeting.arrived;
  arrival.clock = clocks_.publish(thread);
  arrival.direction = arrival.sources.empty() ? match::direction_of(place.call) : match::Direction::kNeighbors;
  arrival.releases = releases;
  arrival.node = node;
  arrival.call.process = thread.name.process;
  arrival.call.called = true;
  arrival.call.place = place;
  arrival.call.begun = clocks_.now(thread);
  if (releases) {
    order::NodeName& hub = meeting.hubs[meeting.group_of(membership.member)];
    if (hub.number == 0) hub = clocks_.graph().add_hub();
    clocks_.graph().link(node, hub, "");
  }
  meeting.some_wait_for_few |= arrival.direction != match::Direction::kAll || meeting.inter();
  if (meeting.everybody() || meeting.some_wait_for_few) {
    scheduler_.wake(meeting_key(meeting));
  }
  if (!meeting.everybody()) return;
  tell(meeting);
  if (!is_of_all(meeting)) return;
  conflict_check_.expect_retirement();
  scheduler_.end_turn();
  records_.all_have_met();
}

ProcessId CollectiveChapter::process_of_member(const match::Meeting& meeting, std::size_t member) const {
  if (meeting.communicator) {
    const Communicator* const communicator = job_.communicator(meeting.communicator);
    if (communicator == nullptr) return {};
    const auto& first = communicator->members;
    if (member < first.size()) return first[Rank(member)];
    const Rank other(member - first.size());
    return communicator->remote_members.has(other) ? communicator->remote_members[other] : ProcessId();
  }
  const Window* const window = job_.window(meeting.window);
  return window != nullptr ? process_of(*window, Rank(member)) : ProcessId();
}

bool CollectiveChapter::is_ready(Thread& thread) {
  const Membership& membership = calls_.of(thread).membership;
  return !thread.call.active || !membership.meeting || is_ready(thread, *membership.meeting, membership.member);
}

bool CollectiveChapter::is_ready(Thread& thread, match::Meeting& meeting, std::size_t member) {
  const auto missing = meeting.missing(member);
  if (!missing) return true;
  const ProcessId process = process_of_member(meeting, *missing);
  return scheduler_.park(thread, meeting_key(meeting), schedule::Lack::kEvent, process);
}

void CollectiveChapter::done(Thread& thread, match::Meeting& meeting, std::size_t member, order::NodeName node) {
  match::Arrival& self = meeting.members[member];
  if (self.waits) join_those_before(thread, meeting, member, node);
  if (!self.left) {
    self.left = true;
    ++meeting.left;
    if (is_of_all(meeting) && meeting.everybody()) conflict_check_.has_met_all(thread);
  }
}

void CollectiveChapter::join_those_before(Thread& thread, match::Meeting& meeting, std::size_t member,
                                          order::NodeName node) {
  const match::Direction direction = meeting.members[member].direction;
  if (direction == match::Direction::kAll) {
    const std::size_t group = meeting.awaited_by(member);
    if (meeting.whole_group(group)) {
      clocks_.join(thread, meeting.joined(group));
    } else {
      for (const std::size_t needed : meeting.needs(member)) {  // a released call: it needs only those that have come
        const match::Arrival& other = meeting.members[needed];
        if (other.clock && other.releases) clocks_.join(thread, *other.clock);
      }
    }
    if (meeting.hubs[group].number != 0) clocks_.graph().link(meeting.hubs[group], node, "");
    return;
  }
  auto needed = meeting.needs(member);
  std::erase_if(needed, [&](std::size_t other) { return !meeting.members[other].releases; });
  if (direction == match::Direction::kPrefix) {
    clocks_.join(thread, meeting.prefix(member));
  } else if (needed.size() == 1) {
    if (const auto& clock = meeting.members[needed.front()].clock) clocks_.join(thread, *clock);
  } else if (!needed.empty()) {
    order::ClocksBuilder builder;
    for (const std::size_t other : needed) {
      if (meeting.members[other].clock) builder.add(*meeting.members[other].clock);
    }
    clocks_.join(thread, builder.build());
  }
  if (needed.size() > kFewMembers) return;
  for (const std::size_t other : needed) {
    if (other != member) clocks_.graph().link(meeting.members[other].node, node, "collective");
  }
}

CollectiveCall CollectiveChapter::describe(const match::Meeting& meeting) const {
  CollectiveCall call;
  call.communicator = meeting.communicator;
  call.window = meeting.window;
  call.number = meeting.number;
  call.complete = meeting.everybody();
  MpiCall first = MpiCall::kNone;
  for (std::size_t i = 0; i < meeting.members.size(); ++i) {
    call.members.push_back(meeting.members[i].call);
    CollectiveMember& member = call.members.back();
    if (!member.called) {
      member.process = process_of_member(meeting, i);
      continue;
    }
    if (first == MpiCall::kNone) first = member.place.call;
    call.same_function &= match::same_function(first, member.place.call);
  }
  return call;
}

std::vector<CollectiveCall> CollectiveChapter::incomplete() const {
  std::vector<CollectiveCall> calls;
  for (const auto& meeting : meetings_.incomplete()) calls.push_back(describe(*meeting));
  return calls;
}

std::vector<ProcessId> CollectiveChapter::absent(match::Meeting& meeting, std::size_t member) const {
  std::vector<ProcessId> processes;
  for (const std::size_t other : meeting.may_wait_for(member)) {
    if (!meeting.members[other].clock) processes.push_back(process_of_member(meeting, other));
  }
  return processes;
}

void CollectiveChapter::tell(match::Meeting& meeting) {
  if (meeting.told) return;
  meeting.told = true;
  if (observers_.empty()) return;
  const CollectiveCall call = describe(meeting);
  for (Observer* observer : observers_) observer->collective(job_, call);
}

bool CollectiveChapter::has_data(ProcessId process, std::span<const Buffer> buffers) const {
  return std::ranges::any_of(buffers, [&](const Buffer& buffer) {
    const Datatype* type = job_.datatype(process, buffer.datatype);
    return buffer.count > 0 && (!type || type->size > 0);
  });
}

void CollectiveChapter::apply(Thread& thread, const event::CollectiveBegin& event) {
  const ProcessId process = thread.name.process;
  if (event.request == 0 && thread.call.refused) return;
  const Place place{process, thread.name.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  Membership membership = join(thread, event.communicator, place);
  const order::NodeName node = clocks_.add_node(thread, place);
  if (membership.meeting) {
    match::Arrival& arrival = membership.arrival();
    arrival.call.root = Rank(event.root);
    arrival.call.op = static_cast<ReduceOp>(event.op);
    const bool data = match::moves_data(place.call);
    arrival.waits = !data || has_data(process, event.writes);
    if (!event.sources.empty()) arrival.sources.clear();
    for (const std::uint64_t source : event.sources) arrival.sources.emplace_back(source);
    arrive(thread, membership, place, !data || has_data(process, event.reads), node);
  }
  auto accesses = accesses_.call_buffers(thread, place, event.reads, AccessClass::kLoad, true);
  const auto writes = accesses_.call_buffers(thread, place, event.writes, AccessClass::kStore, true);
  accesses.insert(accesses.end(), writes.begin(), writes.end());
  if (event.request == 0) {
    thread.call.node = node;
    thread.call.communicator = event.communicator;
    calls_.of(thread) = {membership, std::move(accesses)};
  } else {
    RequestRecord& request = requests_.of(process, event.request);
    request.meeting = membership.meeting;
    request.member = membership.member;
    request.accesses = std::move(accesses);
  }
}

bool CollectiveChapter::ready(Thread& thread, const event::CollectiveEnd&) {
  return is_ready(thread);
}

void CollectiveChapter::apply(Thread& thread, const event::CollectiveEnd&) {
  if (!thread.call.active) return;
  InCall& call = calls_.of(thread);
  if (call.membership.meeting) {
    done(thread, *call.membership.meeting, call.membership.member, clocks_.add_node(thread, thread.call.place));
  }
  accesses_.end(call.accesses, thread);
}

void CollectiveChapter::apply(Thread& thread, const event::CallFailed&) {
  // The refused call has not used its buffers any further.
  accesses_.end(calls_.of(thread).accesses, thread);
}

const order::Clocks* CollectiveChapter::known_after_meeting(Thread& thread) {
  const TimedEvent* next = thread.cursor.front();
  if (!thread.call.active || thread.call.refused || next == nullptr) return nullptr;
  const Membership& membership = calls_.of(thread).membership;
  if (!membership.meeting) return nullptr;
  match::Meeting& meeting = *membership.meeting;
  const bool leaves = facts_of(next->event).ends_meeting;
  const match::Arrival& self = membership.arrival();
  const bool all = self.direction == match::Direction::kAll;
  if (!leaves || !self.waits || !all || meeting.inter() || !meeting.everybody()) return nullptr;
  return &meeting.joined(0);
}

void CollectiveChapter::apply(Thread& thread, const event::CommunicatorFreed& event) {
  const Communicator* const whole = job_.communicator_freed(thread.name.process, event.communicator);
  // As with windows: a program may create thousands, one after the other.
  if (whole != nullptr && meetings_.forget_communicator(whole->key)) job_.communicator_gone(whole->key);
}

}  // namespace fencepost::check
