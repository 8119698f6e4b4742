#include "check/blocked_call.h"

#include <algorithm>
#include <vector>

namespace fencepost::check {

namespace {

void tidy(std::vector<ProcessId>& processes) {
  std::erase(processes, ProcessId());
  std::sort(processes.begin(), processes.end());
  processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
}

class Description {
 public:
  // `thread`: the thread inside the call; null: there is none.
  Description(Services& services, Chapters& chapters, ProcessId process, const CallInHand& call, const Thread* thread)
      : services_(services), chapters_(chapters), call_(call), thread_(thread), process_(process) {}

  BlockedCall describe(std::span<const std::uint64_t> requests) {
    const CallInHand& call = call_;
    blocked_.place = call.place;
    blocked_.since = call.since;
    blocked_.window = call.window;
    blocked_.target = call.target;
    blocked_.waits_for = WaitsFor::kNothing;
    if (call.kind == EventKind::kWaitBegin)
      wait_for_requests(requests);
    else
      find_what_it_waits_for(call);
    tidy(blocked_.processes);
    blocked_.any_is_enough = blocked_.waits_for == WaitsFor::kMessage;
    return std::move(blocked_);
  }

 private:
  void find_what_it_waits_for(const CallInHand& call);
  void wait_for_requests(std::span<const std::uint64_t> requests);
  void wait_for_request(RequestRecord& request);

  void wait_for_receive_of(const match::Send& send) {
    // A large message may wait for its receive like a synchronous one.
    if (send.taken || send.mode == SendMode::kBuffered) return;
    blocked_.waits_for = WaitsFor::kReceive;
    blocked_.processes.push_back(send.destination);
  }
  void wait_for_message_of(const match::Receive& receive) {
    if (receive.send || chapters_.messages.was_sent(receive)) return;
    blocked_.waits_for = WaitsFor::kMessage;
    blocked_.processes.push_back(receive.source);
  }
  void wait_for_meeting(match::Meeting& meeting, std::size_t member) {
    for (const ProcessId process : chapters_.collectives.absent(meeting, member)) blocked_.processes.push_back(process);
    if (!blocked_.processes.empty()) blocked_.waits_for = WaitsFor::kProcesses;
  }
  void wait_for_ranks(WaitsFor what, WindowKey key, const std::vector<Rank>& ranks) {
    const Window* const window = services_.job.window(key);
    if (window == nullptr || ranks.empty()) return;
    for (const Rank rank : ranks) blocked_.processes.push_back(process_of(*window, rank));
    blocked_.waits_for = what;
  }
  void wait_for_operations(WindowKey key, Rank target);
  void name_message(const CallInHand& call) {
    blocked_.communicator = chapters_.messages.communicator_key(process_, call.communicator);
    blocked_.peer = call.peer;
    blocked_.tag = call.tag;
  }

  Services& services_;
  Chapters& chapters_;
  const CallInHand& call_;
  const Thread* const thread_;
  const ProcessId process_;
  BlockedCall blocked_;
};

// To complete, an operation needs a grant. Processes that hold a conflicting lock of a target prevent it, if no grant
// of that target has been seen here. The library must do the rest, whatever the target does (12.7.3); only if nothing
// moved for long does it seem to wait for the target.
void Description::wait_for_operations(WindowKey key, Rank target) {
  const Window* const window = services_.job.window(key);
  if (window == nullptr) return;
  const std::size_t before = blocked_.processes.size();
  for (const Rank rank : window->processes.ranks()) {
    if (target != kAll && target != rank) continue;
    for (const ProcessId holder : chapters_.locks.holders_in_the_way(process_, *window, rank))
      blocked_.processes.push_back(holder);
  }
  if (blocked_.processes.size() > before) {
    blocked_.waits_for = WaitsFor::kLock;
    return;
  }
  if (call_.kind == EventKind::kLockBegin || !target.ordinary() || !services_.source.hung()) return;
  blocked_.waits_for = WaitsFor::kRequest;
  blocked_.processes.push_back(process_of(*window, target));
}

void Description::wait_for_request(RequestRecord& request) {
  const std::size_t before = blocked_.processes.size();
  if (request.receive) wait_for_message_of(*request.receive);
  if (request.send) wait_for_receive_of(*request.send);
  if (request.meeting) {
    wait_for_meeting(*request.meeting, request.member);
    if (blocked_.processes.size() > before && blocked_.collective == MpiCall::kNone) {
      blocked_.collective = request.meeting->members[request.member].call.place.call;
      blocked_.communicator = request.meeting->communicator;
    }
  }
  if (request.operation) {
    wait_for_operations(request.operation->window, request.operation->target);
    blocked_.window = request.operation->window;
    blocked_.target = request.operation->target;
  }
  // If several requests do not complete, the first receive determines the message.
  if (request.receive && blocked_.processes.size() > before && !blocked_.communicator) {
    blocked_.communicator = request.receive->communicator;
    blocked_.tag = request.receive->tag;
    blocked_.peer = request.receive->peer;
  }
}

void Description::wait_for_requests(std::span<const std::uint64_t> requests) {
  for (const std::uint64_t number : requests) {
    if (RequestRecord* const request = services_.requests.find(process_, number)) wait_for_request(*request);
  }
}

void Description::find_what_it_waits_for(const CallInHand& call) {
  const match::Send* const send = thread_ ? chapters_.messages.sending(*thread_) : nullptr;
  const match::Receive* const receive = thread_ ? chapters_.messages.receiving(*thread_) : nullptr;
  switch (call.kind) {
    case EventKind::kSendBegin:
      name_message(call);
      if (send) wait_for_receive_of(*send);
      break;
    case EventKind::kReceiveBegin:
      name_message(call);
      if (receive) wait_for_message_of(*receive);
      if (blocked_.waits_for == WaitsFor::kNothing && send) wait_for_receive_of(*send);
      break;
    case EventKind::kProbeBegin:
      name_message(call);
      blocked_.waits_for = WaitsFor::kMessage;
      blocked_.processes.push_back(chapters_.messages.peer_process(process_, call.communicator, call.peer));
      break;
    case EventKind::kCollectiveBegin:
    case EventKind::kWindowCreateBegin:
      blocked_.communicator = chapters_.messages.communicator_key(process_, call.communicator);
      [[fallthrough]];
    case EventKind::kWindowFreeBegin:
    case EventKind::kFenceBegin:
      if (thread_ != nullptr) {
        const auto& membership = chapters_.collectives.membership(*thread_);
        if (membership.meeting) wait_for_meeting(*membership.meeting, membership.member);
      }
      break;
    case EventKind::kStartBegin:
    case EventKind::kCompleteBegin:
      wait_for_ranks(WaitsFor::kPost, call.window, chapters_.exposure.targets_not_posted(process_, call.window));
      break;
    case EventKind::kExposureWaitBegin:
      wait_for_ranks(WaitsFor::kComplete, call.window, chapters_.exposure.origins_not_complete(process_, call.window));
      break;
    case EventKind::kLockBegin:
    case EventKind::kUnlockBegin:
    case EventKind::kFlushBegin:
      if (services_.job.window(call.window) != nullptr) wait_for_operations(call.window, call.target);
      break;
    case EventKind::kThreadWaitBegin:
      blocked_.waits_for = WaitsFor::kThread;
      if (thread_ != nullptr) blocked_.of_threads = chapters_.threads.wait_of(*thread_);
      break;
    default:
      blocked_.waits_for = WaitsFor::kUnknown;
      break;
  }
}

}  // namespace

BlockedCall describe_blocked(Services& services, Chapters& chapters, const Thread& thread) {
  const auto& requests = chapters.requests.waited_for(thread);
  return Description(services, chapters, thread.name.process, thread.call, &thread).describe({requests});
}

BlockedCall describe_wait(Services& services, Chapters& chapters, ProcessId process, const CallInHand& call,
                          std::span<const std::uint64_t> requests) {
  return Description(services, chapters, process, call, nullptr).describe(requests);
}

}  // namespace fencepost::check
