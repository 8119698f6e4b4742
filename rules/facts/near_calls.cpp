#include "facts/near_calls.h"

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

namespace fencepost {
namespace {

constexpr std::size_t kMostPlaces = 128;  // of each process

bool has_data(const Job& job, int process, std::span<const Buffer> buffers) {
  return std::ranges::any_of(buffers, [&](const Buffer& buffer) {
    const Datatype* type = job.datatype(process, buffer.datatype);
    return buffer.count > 0 && (!type || type->size > 0);
  });
}

// The process of a rank in a group; -1: of none.
template <class Rank>
int process_of(const Group& group, Rank rank) {
  return rank >= 0 && static_cast<std::size_t>(rank) < group.size() ? group[static_cast<std::size_t>(rank)] : -1;
}

template <class Ranks>
std::vector<int> processes_of(const Group& group, const Ranks& ranks) {
  std::vector<int> processes;
  for (const auto rank : ranks)
    if (const int process = process_of(group, static_cast<std::int64_t>(rank)); process >= 0)
      processes.push_back(process);
  return processes;
}

// What a call is about, as its event tells; nothing: it comes near to nothing.
class Reader {
 public:
  Reader(const Job& job, const Place& place) : job_(job), place_(place) {}

  std::optional<NearCall> operator()(const event::FlushBegin& flush) {
    return of_window(NearKind::kFlush, flush.window, flush.target);
  }
  std::optional<NearCall> operator()(const event::UnlockBegin& unlock) {
    return of_window(NearKind::kEnd, unlock.window, unlock.target);
  }
  std::optional<NearCall> operator()(const event::CompleteBegin& complete) {
    return of_window(NearKind::kEnd, complete.window);
  }
  std::optional<NearCall> operator()(const event::WindowSync& sync) { return of_window(NearKind::kSync, sync.window); }
  std::optional<NearCall> operator()(const event::WaitBegin& wait) {
    return NearCall{.kind = NearKind::kWait, .place = place_, .requests = {wait.requests.begin(), wait.requests.end()}};
  }
  std::optional<NearCall> operator()(const event::FenceBegin& fence) {
    auto call = of_window(NearKind::kFence, fence.window);
    call->gives = call->takes = (fence.asserts & kNoPrecede) == 0;
    return call;
  }
  std::optional<NearCall> operator()(const event::WindowFreeBegin& free) {
    auto call = of_window(NearKind::kFree, free.window);
    const Window* window = job_.window(call->window);
    call->gives = call->takes = !window || window->info(window->rank_of(place_.process), "no_locks") != "true";
    return call;
  }
  std::optional<NearCall> operator()(const event::StartBegin& start) {
    return of_group(NearKind::kStart, start.window, start.group);
  }
  std::optional<NearCall> operator()(const event::Post& post) {
    return of_group(NearKind::kPost, post.window, post.group);
  }
  std::optional<NearCall> operator()(const event::ExposureWaitBegin& wait) {
    const WindowCall call = window_call(job_, place_.process, wait.window);
    if (!call || !call.state->exposure) return std::nullopt;
    return of_group(NearKind::kExposureWait, wait.window, call.state->exposure->origins);
  }
  std::optional<NearCall> operator()(const event::SendBegin& send) {
    if (send.request != 0) return std::nullopt;
    return NearCall{.kind = NearKind::kSend,
                    .place = place_,
                    .peer = peer(send.communicator, send.destination),
                    .synchronous = static_cast<SendMode>(send.mode) == SendMode::kSynchronous};
  }
  std::optional<NearCall> operator()(const event::ReceiveBegin& receive) {
    return NearCall{.kind = NearKind::kReceive, .place = place_, .peer = peer(receive.communicator, receive.source)};
  }
  std::optional<NearCall> operator()(const event::CollectiveBegin& collective) {
    const auto part = job_.communicator_part(place_.process, collective.communicator);
    if (!part || collective.request != 0) return std::nullopt;
    NearCall call{.kind = NearKind::kCollective, .place = place_, .communicator = part->key};
    if (match::moves_data(place_.call)) {
      call.gives = has_data(job_, place_.process, collective.reads);
      call.takes = has_data(job_, place_.process, collective.writes);
    }
    call.direction = match::direction_of(place_.call);
    const Group& others = part->remote_members.empty() ? part->members : part->remote_members;
    if (!collective.sources.empty()) {
      call.direction = match::Direction::kNeighbors;
      call.sources = processes_of(others, collective.sources);
    } else if (call.direction == match::Direction::kNeighbors) {
      call.sources = processes_of(others, part->sources);
      call.destinations = processes_of(others, part->destinations);
    } else if (part->remote_members.empty()) {
      call.root = process_of(part->members, collective.root);
    }
    return call;
  }
  template <class Other>
  std::optional<NearCall> operator()(const Other&) {
    return std::nullopt;
  }

  // What follows from the rest: once for each place.
  void add_members(NearCall& call) const {
    if (const Window* window = call.window != 0 && call.members.empty() ? job_.window(call.window) : nullptr)
      call.members.assign(window->processes.begin(), window->processes.end());
    const Communicator* of = call.communicator != 0 ? job_.communicator(call.communicator) : nullptr;
    if (of == nullptr) return;
    call.members.assign(of->members.begin(), of->members.end());
    if (!of->inter()) return;
    const bool first = call.has(place_.process);
    const Group& own = first ? of->members : of->remote_members;
    call.own_group.assign(own.begin(), own.end());
    call.members.insert(call.members.end(), of->remote_members.begin(), of->remote_members.end());
  }

 private:
  std::optional<NearCall> of_window(NearKind kind, std::uint64_t id, std::int64_t target = kAllTargets) const {
    const Window* window = job_.window_by_id(place_.process, id);
    return NearCall{.kind = kind, .place = place_, .window = window ? window->key : 0, .target = target};
  }
  template <class Ranks>
  std::optional<NearCall> of_group(NearKind kind, std::uint64_t id, const Ranks& ranks) const {
    const Window* window = job_.window_by_id(place_.process, id);
    if (!window) return std::nullopt;
    return NearCall{
        .kind = kind, .place = place_, .window = window->key, .members = processes_of(window->processes, ranks)};
  }
  int peer(std::uint64_t communicator, std::int64_t rank) const {
    const auto part = job_.communicator_part(place_.process, communicator);
    if (!part) return -1;
    return process_of(part->remote_members.empty() ? part->members : part->remote_members, rank);
  }

  const Job& job_;
  const Place& place_;
};

}  // namespace

bool NearCall::has(int process) const {
  return std::ranges::find(members, process) != members.end();
}

bool NearCall::same_as(const NearCall& other) const {
  const auto parts = [](const NearCall& call) {
    return std::tie(call.kind, call.place, call.window, call.target, call.communicator, call.requests, call.gives,
                    call.takes, call.direction, call.root, call.peer, call.synchronous, call.sources);
  };
  if (parts(*this) != parts(other)) return false;
  const bool group = kind == NearKind::kStart || kind == NearKind::kPost || kind == NearKind::kExposureWait;
  return !group || members == other.members;
}

void NearCalls::follow(const Job& job, const Place& place, const AnyEvent& event) {
  Reader reader(job, place);
  std::optional<NearCall> call = std::visit(reader, event);
  if (!call) return;
  Known& known = by_process_[place.process];
  const std::pair key(place.stack, place.call);
  if (const auto before = known.by_stack.find(key); before != known.by_stack.end()) {
    NearCall& first = known.calls[before->second];
    if (first.varies || first.same_as(*call)) return;
    NearCall unknown;
    unknown.kind = call->kind;
    unknown.place = first.place;
    unknown.varies = true;
    first = std::move(unknown);
    return;
  }
  if (known.calls.size() == kMostPlaces) return;
  reader.add_members(*call);
  known.by_stack.emplace(key, known.calls.size());
  known.calls.push_back(std::move(*call));
}

const std::vector<NearCall>& NearCalls::of(int process) const {
  static const std::vector<NearCall> kNone;
  const auto known = by_process_.find(process);
  return known == by_process_.end() ? kNone : known->second.calls;
}

}  // namespace fencepost
