#include "trial/let_go.h"

#include <algorithm>

#include "trial/made_calls.h"

namespace fencepost::trial {

void Awaited::follow(ProcessId process, const AnyEvent& definition) {
  if (const auto* window = std::get_if<event::Window>(&definition)) {
    windows_[{process, WindowKey(window->key)}] = window->id;
    window_on_[{process, WindowKey(window->key)}] = window->communicator;
  } else if (const auto* made = std::get_if<event::Communicator>(&definition)) {
    communicators_[{process, CommunicatorKey(made->key)}] = made->id;
    members_[{process, made->id}] = {made->members.begin(), made->members.end()};
  }
}

namespace {
template <class Key>
std::optional<std::uint64_t> number(const std::map<std::pair<ProcessId, Key>, std::uint64_t>& numbers,
                                    ProcessId process, Key key) {
  const auto known = numbers.find({process, key});
  return known == numbers.end() ? std::nullopt : std::optional(known->second);
}
}  // namespace

bool Awaited::append(std::deque<TimedEvent>& queue, std::uint64_t time, StackId stack, ProcessId process,
                     MpiCall call) {
  const auto needs = [&](const BlockedCall& waits) {
    const bool from_any = waits.waits_for == WaitsFor::kMessage && waits.processes.empty();
    return waits.awaited_call() == call &&
           (from_any || std::ranges::find(waits.processes, process) != waits.processes.end());
  };
  const auto waits = std::ranges::find_if(blocked_, needs);
  if (waits == blocked_.end()) return false;
  const auto window = number(windows_, process, waits->window);
  const auto communicator = number(communicators_, process, waits->communicator);
  const auto push = [&](const auto& event) { queue.push_back({time, event}); };
  const auto rank_in = [&](std::uint64_t members_of, ProcessId of) -> std::optional<std::uint64_t> {
    const auto& members = members_[{process, members_of}];
    const auto at = std::ranges::find(members, of.index());
    if (at == members.end()) return std::nullopt;
    return static_cast<std::uint64_t>(at - members.begin());
  };
  if (call == MpiCall::kSend) {
    const auto rank = communicator ? rank_in(*communicator, waits->place.process) : std::nullopt;
    if (!rank) return false;
    event::SendBegin send{};
    send.stack = stack.number();
    send.call = static_cast<std::uint64_t>(call);
    send.communicator = *communicator;
    send.destination = static_cast<std::int64_t>(*rank);
    send.tag = std::max<std::int64_t>(waits->tag, 0);
    push(send);
    push(event::SendEnd{});
    return true;
  }
  if (call == MpiCall::kBarrier) {
    if (!communicator) return false;
    event::CollectiveBegin barrier{};
    barrier.stack = stack.number();
    barrier.call = static_cast<std::uint64_t>(call);
    barrier.communicator = *communicator;
    push(barrier);
    push(event::CollectiveEnd{});
    return true;
  }
  if (!window) return false;
  if (call == MpiCall::kWin_post) {
    std::vector<std::uint64_t> group;
    for (const BlockedCall& one : blocked_)
      if (needs(one) && one.window == waits->window)
        if (const auto rank = rank_in(window_on_[{process, one.window}], one.place.process)) group.push_back(*rank);
    groups_.push_back(std::move(group));
    push(event::Post{.stack = stack.number(), .window = *window, .group = groups_.back(), .asserts = 0});
    return true;
  }
  const MadeCall made{.call = call, .stack = stack, .window = *window, .target = waits->target};
  const std::size_t before = queue.size();
  append_begin(queue, time, made);
  append_end(queue, time, made);
  return queue.size() > before;
}

}  // namespace fencepost::trial
