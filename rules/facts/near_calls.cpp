#include "facts/near_calls.h"

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

namespace fencepost {
namespace {

constexpr std::size_t kMostPlaces = 128;  // of each process

bool has_data(const Job& job, ProcessId process, std::span<const Buffer> buffers) {
  return std::ranges::any_of(buffers, [&](const Buffer& buffer) {
    const Datatype* type = job.datatype(process, buffer.datatype);
    return buffer.count > 0 && (!type || type->size > 0);
  });
}

// The process of a rank in a group; none: it has no such rank.
ProcessId process_of(const Group& group, Rank rank) {
  return group.has(rank) ? group[rank] : ProcessId();
}

// (Of ranks, or of numbers of an event.)
template <class List>
std::vector<ProcessId> processes_of(const Group& group, const List& ranks) {
  std::vector<ProcessId> processes;
  for (const auto rank : ranks)
    if (const ProcessId process = process_of(group, Rank(rank)); process.known()) processes.push_back(process);
  return processes;
}

NearCall of_window(NearKind kind, const Here& here, std::uint64_t id, Rank target = Rank::kAllTargets) {
  const Window* window = here.job.window_by_id(here.place.process, id);
  return {.kind = kind, .place = here.place, .window = window ? window->key : WindowKey(), .target = target};
}

CommunicatorKey communicator_of(const Here& here, std::uint64_t id) {
  const auto part = here.job.communicator_part(here.place.process, id);
  return part ? part->key : CommunicatorKey();
}

ProcessId peer_of(const Here& here, std::uint64_t communicator, Rank rank) {
  const auto part = here.job.communicator_part(here.place.process, communicator);
  if (!part) return {};
  return process_of(part->remote_members.empty() ? part->members : part->remote_members, rank);
}

// Adds what follows from the rest: once for each place.
void add_members(NearCall& call, const Here& here) {
  if (const Window* window = call.window && call.members.empty() ? here.job.window(call.window) : nullptr)
    call.members.assign(window->processes.begin(), window->processes.end());
  const Communicator* of = call.communicator ? here.job.communicator(call.communicator) : nullptr;
  if (of == nullptr) return;
  call.members.assign(of->members.begin(), of->members.end());
  if (!of->inter()) return;
  const bool first = call.has(here.place.process);
  const Group& own = first ? of->members : of->remote_members;
  call.own_group.assign(own.begin(), own.end());
  call.members.insert(call.members.end(), of->remote_members.begin(), of->remote_members.end());
}

}  // namespace

bool NearCall::has(ProcessId process) const {
  return std::ranges::find(members, process) != members.end();
}

bool NearCall::same_as(const NearCall& other) const {
  const auto parts = [](const NearCall& call) {
    return std::tie(call.kind, call.place, call.window, call.target, call.communicator, call.requests, call.gives,
                    call.takes, call.direction, call.root, call.peer, call.tag, call.synchronous, call.sources);
  };
  if (parts(*this) != parts(other)) return false;
  const bool group = kind == NearKind::kStart || kind == NearKind::kPost || kind == NearKind::kExposureWait;
  return !group || members == other.members;
}

template <class List>
void NearCalls::of_group(NearKind kind, const Here& here, std::uint64_t id, const List& ranks) {
  const Window* window = here.job.window_by_id(here.place.process, id);
  if (!window) return;
  keep({.kind = kind, .place = here.place, .window = window->key, .members = processes_of(window->processes, ranks)},
       here);
}

void NearCalls::on(const event::FlushBegin& flush, const Here& here) {
  keep(of_window(NearKind::kFlush, here, flush.window, Rank(flush.target)), here);
}
void NearCalls::on(const event::UnlockBegin& unlock, const Here& here) {
  keep(of_window(NearKind::kEnd, here, unlock.window, Rank(unlock.target)), here);
}
void NearCalls::on(const event::CompleteBegin& complete, const Here& here) {
  keep(of_window(NearKind::kEnd, here, complete.window), here);
}
void NearCalls::on(const event::WindowSync& sync, const Here& here) {
  keep(of_window(NearKind::kSync, here, sync.window), here);
}
void NearCalls::on(const event::WaitBegin& wait, const Here& here) {
  keep({.kind = NearKind::kWait, .place = here.place, .requests = {wait.requests.begin(), wait.requests.end()}}, here);
}
void NearCalls::on(const event::FenceBegin& fence, const Here& here) {
  NearCall call = of_window(NearKind::kFence, here, fence.window);
  call.gives = call.takes = (fence.asserts & kNoPrecede) == 0;
  keep(std::move(call), here);
}
void NearCalls::on(const event::WindowFreeBegin& free, const Here& here) {
  NearCall call = of_window(NearKind::kFree, here, free.window);
  const Window* window = here.job.window(call.window);
  call.gives = call.takes = !window || window->info(window->rank_of(here.place.process), "no_locks") != "true";
  keep(std::move(call), here);
}
void NearCalls::on(const event::StartBegin& start, const Here& here) {
  of_group(NearKind::kStart, here, start.window, start.group);
}
void NearCalls::on(const event::Post& post, const Here& here) {
  of_group(NearKind::kPost, here, post.window, post.group);
}
void NearCalls::on(const event::ExposureWaitBegin& wait, const Here& here) {
  const WindowCall call = window_call(here, wait.window);
  if (call && call.state->exposure) of_group(NearKind::kExposureWait, here, wait.window, call.state->exposure->origins);
}
void NearCalls::on(const event::SendBegin& send, const Here& here) {
  if (send.request != 0) return;
  keep({.kind = NearKind::kSend,
        .place = here.place,
        .communicator = communicator_of(here, send.communicator),
        .peer = peer_of(here, send.communicator, Rank(send.destination)),
        .tag = send.tag,
        .synchronous = static_cast<SendMode>(send.mode) == SendMode::kSynchronous},
       here);
}
void NearCalls::on(const event::ReceiveBegin& receive, const Here& here) {
  keep({.kind = NearKind::kReceive,
        .place = here.place,
        .communicator = communicator_of(here, receive.communicator),
        .peer = peer_of(here, receive.communicator, Rank(receive.source)),
        .tag = receive.tag},
       here);
}
void NearCalls::on(const event::CollectiveBegin& collective, const Here& here) {
  const ProcessId process = here.place.process;
  const auto part = here.job.communicator_part(process, collective.communicator);
  if (!part || collective.request != 0) return;
  NearCall call{.kind = NearKind::kCollective, .place = here.place, .communicator = part->key};
  if (match::moves_data(here.place.call)) {
    call.gives = has_data(here.job, process, collective.reads);
    call.takes = has_data(here.job, process, collective.writes);
  }
  call.direction = match::direction_of(here.place.call);
  const Group& others = part->remote_members.empty() ? part->members : part->remote_members;
  if (!collective.sources.empty()) {
    call.direction = match::Direction::kNeighbors;
    call.sources = processes_of(others, collective.sources);
  } else if (call.direction == match::Direction::kNeighbors) {
    call.sources = processes_of(others, part->sources);
    call.destinations = processes_of(others, part->destinations);
  } else if (part->remote_members.empty()) {
    call.root = process_of(part->members, Rank(collective.root));
  }
  keep(std::move(call), here);
}

void NearCalls::keep(NearCall call, const Here& here) {
  Known& known = by_process_.grown(here.place.process);
  const std::pair key(here.place.stack, here.place.call);
  if (const auto before = known.by_stack.find(key); before != known.by_stack.end()) {
    NearCall& first = known.calls[before->second];
    if (first.varies ? first.window == call.window || !first.window : first.same_as(call)) return;
    NearCall unknown;
    unknown.kind = call.kind;
    unknown.place = first.place;
    unknown.order = first.order;
    unknown.varies = true;
    if (first.window == call.window) unknown.window = first.window;
    first = std::move(unknown);
    return;
  }
  if (known.calls.size() == kMostPlaces) return;
  add_members(call, here);
  call.order = here.moment.order;
  known.by_stack.emplace(key, known.calls.size());
  known.calls.push_back(std::move(call));
}

const std::vector<NearCall>& NearCalls::of(ProcessId process) const {
  static const std::vector<NearCall> kNone;
  return by_process_.has(process) ? by_process_[process].calls : kNone;
}

}  // namespace fencepost
