#include "chapters/requests.h"

#include <utility>

namespace fencepost::check {

RequestChapter::Status RequestChapter::status_of(const event::RequestsDone& event, std::size_t i) {
  return {i < event.sources.size() ? Rank(event.sources[i]) : Rank::kProcNull,
          i < event.tags.size() ? event.tags[i] : 0, i < event.cancelled.size() && event.cancelled[i] == 1};
}

void RequestChapter::apply(Thread& thread, const event::WaitBegin& event) {
  calls_.of(thread).requests.assign(event.requests.begin(), event.requests.end());
}

bool RequestChapter::is_ready(Thread& thread, RequestRecord& request, const Status& status) {
  if (status.cancelled) return true;
  if (request.receive && !messages_.receive_ready(thread, *request.receive, status.source, status.tag)) return false;
  if (request.send && !messages_.send_ready(thread, *request.send)) return false;
  if (request.meeting && !collectives_.is_ready(thread, *request.meeting, request.member)) return false;
  return !request.operation || reads_from_.ready(thread, *request.operation);
}

bool RequestChapter::ready(Thread& thread, const event::RequestsDone& event) {
  for (std::size_t i = 0; i < event.requests.size(); ++i) {
    RequestRecord* const request = requests_.find(thread.name.process, event.requests[i]);
    if (request != nullptr && !is_ready(thread, *request, status_of(event, i))) return false;
  }
  return true;
}

void RequestChapter::done(Thread& thread, RequestRecord& request, const Status& status, const Place& place,
                          order::NodeName node) {
  accesses_.end(request.accesses, thread);
  if (request.receive) {
    if (status.cancelled) {
      messages_.withdraw(*request.receive);
    } else {
      messages_.receive_done(thread, request.receive, status.source, status.tag, node);
    }
  }
  if (request.send) {
    if (status.cancelled) {
      messages_.withdraw(*request.send);
    } else {
      messages_.send_done(thread, *request.send, node);
    }
  }
  if (request.meeting) collectives_.done(thread, *request.meeting, request.member, node);
  if (request.seen) clocks_.join(thread, *request.seen);
  if (!request.operation) return;
  RmaOperation& operation = *request.operation;
  operations_.complete_by_request(thread, request.operation, place);
  reads_from_.done(thread, operation);
  if (operation.fetches()) locks_.wait_for_grants(thread, operation.window, operation.target);
  if (operation.remote) in_flight_.drop(operation);
}

void RequestChapter::apply(Thread& thread, const event::RequestsDone& event) {
  const ProcessId process = thread.name.process;
  const Place place{process, thread.name.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  const order::NodeName node = event.requests.empty() ? order::NodeName{} : clocks_.add_node(thread, place);
  for (std::size_t i = 0; i < event.requests.size(); ++i) {
    RequestRecord* const known = requests_.find(process, event.requests[i]);
    if (known == nullptr) continue;
    RequestRecord request = std::move(*known);
    requests_.erase(process, event.requests[i]);
    done(thread, request, status_of(event, i), place, node);
    if (place.call == MpiCall::kRequest_get_status)
      requests_.of(process, event.requests[i]) = {.seen = clocks_.publish(thread)};
  }
  // After everything else: other receives may have looked at this event.
  for (const std::uint64_t request : event.requests) messages_.forget_status(process, request);
}

void RequestChapter::apply(Thread& thread, const event::RequestFree& event) {
  const ProcessId process = thread.name.process;
  RequestRecord* const request = requests_.find(process, event.request);
  if (request == nullptr) return;
  // The program does not see when it completes. The buffers count as free from here on, to avoid false alarms.
  accesses_.end(request->accesses, thread);
  // A receive still takes its message: FreedReceiveDone tells which.
  if (request->receive) {
    *request = {.receive = std::move(request->receive)};
  } else {
    requests_.erase(process, event.request);
  }
}

bool RequestChapter::ready(Thread& thread, const event::FreedReceiveDone& event) {
  RequestRecord* const request = requests_.find(thread.name.process, event.request);
  return request == nullptr || is_ready(thread, *request, {Rank(event.source), event.tag, event.cancelled == 1});
}

void RequestChapter::apply(Thread& thread, const event::FreedReceiveDone& event) {
  const ProcessId process = thread.name.process;
  RequestRecord* const request = requests_.find(process, event.request);
  if (request == nullptr) return;
  const auto receive = std::move(request->receive);
  requests_.erase(process, event.request);
  if (receive && event.cancelled == 1) {
    messages_.withdraw(*receive);
  } else if (receive) {
    messages_.message_taken(receive, Rank(event.source), event.tag);
  }
  messages_.forget_status(process, event.request);
}

}  // namespace fencepost::check
