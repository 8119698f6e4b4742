#include "chapters/messages.h"

#include <algorithm>
#include <utility>

#include "chapters/wait_keys.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
schedule::WaitKey channel_key(CommunicatorKey communicator, ProcessId source, ProcessId destination) {
  return wait_key(Awaited::kChannel, communicator.number(), source.index(), destination.index());
}
schedule::WaitKey receives_key(CommunicatorKey communicator, ProcessId process) {
  return wait_key(Awaited::kReceives, communicator.number(), process.index());
}
}  // namespace

MessageChapter::MessageChapter(Services& services)
    : Chapter(services),
      requests_(services.requests),
      most_ahead_(services.options.look_ahead),
      messages_([this](match::Receive& receive) { resolve(receive); }),
      processes_(services.job.processes().size()) {}

CommunicatorKey MessageChapter::communicator_key(ProcessId process, std::uint64_t communicator) const {
  const auto part = job_.communicator_part(process, communicator);
  return part ? part->key : CommunicatorKey();
}

ProcessId MessageChapter::peer_process(ProcessId process, std::uint64_t communicator, Rank rank) const {
  return peer_process(job_.communicator_part(process, communicator).get(), rank);
}

ProcessId MessageChapter::peer_process(const CommunicatorPart* part, Rank rank) {
  if (part == nullptr) return {};
  const auto& members = part->remote_members.empty() ? part->members : part->remote_members;
  return members.has(rank) ? members[rank] : ProcessId();
}

// A message to or from MPI_PROC_NULL does not touch its buffer (3.11).
std::vector<ActivityNumber> MessageChapter::message_buffer(Thread& thread, const Place& place, const Buffer& buffer,
                                                           Rank peer, AccessClass kind) {
  if (peer == Rank::kProcNull) return {};
  return accesses_.call_buffers(thread, place, {&buffer, 1}, kind, true);
}

// A blocking receive writes only the part that its message fills (3.2.4), in whole elements of the datatype. For a
// nonblocking one, the whole buffer must not be used until it is complete (3.7.2).
Buffer MessageChapter::written_by(Thread& thread, const event::ReceiveBegin& event) {
  Buffer written = event.buffer;
  const TimedEvent* next = event.request == 0 ? thread.cursor.ahead(1) : nullptr;
  const auto* end = next != nullptr ? std::get_if<event::ReceiveEnd>(&next->event) : nullptr;
  const Datatype* type = job_.datatype(thread.name.process, written.datatype);
  if (end == nullptr || end->bytes_and_one == 0 || type == nullptr || type->size <= 0) return written;
  const std::uint64_t size = static_cast<std::uint64_t>(type->size), bytes = end->bytes_and_one - 1;
  const std::uint64_t elements = bytes / size + (bytes % size != 0 ? 1 : 0);
  if (written.count > 0 && elements < static_cast<std::uint64_t>(written.count)) {
    written.count = static_cast<std::int64_t>(elements);
  }
  return written;
}

// MPI_THREAD_MULTIPLE: threads of one of these processes may call MPI at the same time.
bool MessageChapter::calls_at_once(std::initializer_list<ProcessId> processes) const {
  constexpr std::uint64_t kMultiple = 3;
  return std::ranges::any_of(
      processes, [&](ProcessId one) { return one.known() && job_.process(one).info.thread_level >= kMultiple; });
}

void MessageChapter::apply(Thread& thread, const event::SendBegin& event) {
  const ProcessId process = thread.name.process;
  if (event.request == 0 && thread.call.refused) return;
  const Place place{process, thread.name.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  definitions_.pull(process);
  thread.call.communicator = event.communicator;
  thread.call.peer = Rank(event.destination);
  thread.call.tag = event.tag;
  auto send = make_recycled<match::Send>();
  send->communicator = communicator_key(process, event.communicator);
  send->source = process;
  send->destination = peer_process(process, event.communicator, thread.call.peer);
  send->tag = event.tag;
  send->mode = static_cast<SendMode>(event.mode);
  send->place = place;
  send->node = clocks_.add_node(thread, place);
  send->clock = clocks_.publish(thread);
  thread.call.node = send->node;
  if (send->destination.known() && send->communicator) {
    messages_.post(send);
    if (calls_at_once({process, send->destination})) concurrent_.sends(*send, {thread.number, thread.tick});
    scheduler_.wake(channel_key(send->communicator, send->source, send->destination));
  } else {
    send->taken = true;  // MPI_PROC_NULL
  }
  auto accesses = message_buffer(thread, place, event.buffer, thread.call.peer, AccessClass::kLoad);
  if (event.request == 0) {
    calls_.of(thread).send = std::move(send);
    calls_.of(thread).send_accesses = std::move(accesses);
  } else {
    RequestRecord& request = requests_.of(process, event.request);
    request.send = std::move(send);
    request.accesses.insert(request.accesses.end(), accesses.begin(), accesses.end());
  }
}

bool MessageChapter::send_ready(Thread& thread, match::Send& send) {
  if (send.mode != SendMode::kSynchronous || send.taken) return true;
  const std::uint64_t doubts = messages_.doubts();
  const auto receive = messages_.find_receive(send);
  if (scheduler_.growing() && messages_.doubts() != doubts) return scheduler_.wait_for_more(thread);
  if (receive) {
    send.receive_post = receive->post;
    send.receive_node = receive->node;
    return true;
  }
  return scheduler_.park(thread, receives_key(send.communicator, send.destination), schedule::Lack::kEvent,
                         send.destination);
}

void MessageChapter::send_done(Thread& thread, match::Send& send, order::NodeName node) {
  if (send.mode != SendMode::kSynchronous || !send.receive_post) return;
  clocks_.join(thread, *send.receive_post);
  if (const order::Clocks* all = concurrent_.receivers(send)) clocks_.join(thread, *all);
  clocks_.graph().link(send.receive_node, node, "receive → synchronous send");
}

bool MessageChapter::ready(Thread& thread, const event::SendEnd&) {
  return !calls_.of(thread).send || send_ready(thread, *calls_.of(thread).send);
}

void MessageChapter::apply(Thread& thread, const event::SendEnd&) {
  if (calls_.of(thread).send) {
    const bool synchronous = calls_.of(thread).send->mode == SendMode::kSynchronous;
    send_done(thread, *calls_.of(thread).send,
              synchronous ? clocks_.add_node(thread, calls_.of(thread).send->place) : order::NodeName{});
  }
  accesses_.end(calls_.of(thread).send_accesses, thread);
  calls_.of(thread).send.reset();
}

void MessageChapter::apply(Thread& thread, const event::PartitionsReady& event) {
  const ProcessId process = thread.name.process;
  const Place place{process, thread.name.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  definitions_.pull(process);
  const auto accesses = accesses_.call_buffers(thread, place, {&event.buffer, 1}, AccessClass::kLoad, true);
  RequestRecord& request = requests_.of(process, event.request);
  request.accesses.insert(request.accesses.end(), accesses.begin(), accesses.end());
}

// It is not known which part of the buffer is still to be filled: none is assumed, to avoid false alarms.
void MessageChapter::apply(Thread& thread, const event::PartitionArrived& event) {
  if (RequestRecord* const request = requests_.find(thread.name.process, event.request))
    accesses_.end(request->accesses, thread);
}

// The receive with its state in matching.
std::shared_ptr<match::Receive> MessageChapter::posted(Thread& thread, const event::ReceiveBegin& event,
                                                       const Place& place) {
  const ProcessId process = thread.name.process;
  auto receive = make_recycled<match::Receive>();
  receive->communicator_part = job_.communicator_part(process, event.communicator);
  receive->communicator = communicator_key(process, event.communicator);
  receive->process = process;
  receive->peer = Rank(event.source);
  receive->source = peer_process(process, event.communicator, receive->peer);
  receive->tag = event.tag;
  receive->place = place;
  receive->node = clocks_.add_node(thread, place);
  receive->post = clocks_.publish(thread);
  receive->request = event.request;
  receive->thread = thread.name.thread;
  if (event.message != 0) {
    auto& probed = processes_[process].probed;
    if (const auto at = probed.find(event.message); at != probed.end()) {
      receive->send = at->second;
      receive->send->taken = true;
      receive->send->receive_post = receive->post;
      receive->send->receive_node = receive->node;
      receive->communicator = receive->send->communicator;
      probed.erase(at);
      scheduler_.wake(receives_key(receive->communicator, process));
    }
  } else if (receive->peer != Rank::kProcNull && receive->communicator) {
    messages_.post(receive);
    if (calls_at_once({process, receive->source})) concurrent_.receives(*receive, {thread.number, thread.tick});
    scheduler_.wake(receives_key(receive->communicator, process));
  }
  return receive;
}

void MessageChapter::apply(Thread& thread, const event::ReceiveBegin& event) {
  const ProcessId process = thread.name.process;
  if (event.request == 0 && thread.call.refused) return;
  const Place place{process, thread.name.thread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
  definitions_.pull(process);
  thread.call.communicator = event.communicator;
  thread.call.peer = Rank(event.source);
  thread.call.tag = event.tag;
  auto receive = posted(thread, event, place);
  thread.call.node = receive->node;
  auto accesses = message_buffer(thread, place, written_by(thread, event), thread.call.peer, AccessClass::kStore);
  // Whatever the library reports when it is complete: it has taken nothing.
  if (thread.call.peer == Rank::kProcNull) receive.reset();
  if (event.request == 0) {
    Calls& calls = calls_.of(thread);
    calls.receive = std::move(receive);
    calls.receive_accesses = std::move(accesses);
  } else {
    RequestRecord& request = requests_.of(process, event.request);
    request.receive = std::move(receive);
    request.accesses.insert(request.accesses.end(), accesses.begin(), accesses.end());
  }
}

// ---- the message that a wildcard receive takes, from its completion later in the traces of its process

void MessageChapter::foresee(Thread& thread, const event::RequestsDone& done) {
  OfProcess& side = processes_[thread.name.process];
  for (std::size_t i = 0; i < done.requests.size(); ++i) {
    Status status;
    status.source = i < done.sources.size() ? Rank(done.sources[i]) : Rank::kProcNull;
    status.tag = i < done.tags.size() ? done.tags[i] : 0;
    status.cancelled = i < done.cancelled.size() && done.cancelled[i] == 1;
    side.statuses[done.requests[i]] = status;
  }
}

void MessageChapter::foresee(Thread& thread, const event::FreedReceiveDone& freed) {
  processes_[thread.name.process].statuses[freed.request] = {Rank(freed.source), freed.tag, freed.cancelled == 1};
}

// (The current event does not count as looking ahead.)
void MessageChapter::look_at_event_in_hand(Thread& thread) {
  const TimedEvent* const in_hand = thread.cursor.front();
  if (in_hand == nullptr) return;
  const auto* const done = std::get_if<event::RequestsDone>(&in_hand->event);
  const auto* const freed = std::get_if<event::FreedReceiveDone>(&in_hand->event);
  if (done == nullptr && freed == nullptr) return;
  definitions_.pull_due(thread.name.process, in_hand->time);
  if (done != nullptr) foresee(thread, *done);
  if (freed != nullptr) foresee(thread, *freed);
}

void MessageChapter::settle(match::Receive& receive, Rank source, std::int64_t tag, bool cancelled) {
  using Resolution = match::Receive::Resolution;
  // Ranks in the status are ranks of the communicator.
  const ProcessId peer = peer_process(receive.communicator_part.get(), source);
  receive.resolution = cancelled || !peer.known() ? Resolution::kNothing : Resolution::kTakes;
  receive.resolved_source = peer;
  receive.resolved_tag = tag;
}

// The next ReceiveEnd of its thread tells. False: there is none.
bool MessageChapter::resolve_blocking(match::Receive& receive) {
  schedule::Stream* const stream = scheduler_.threads().find({receive.process, receive.thread});
  for (std::size_t n = 0; stream != nullptr && n < most_ahead_; ++n) {
    const TimedEvent* next = n == 0 ? stream->cursor.front() : stream->cursor.ahead(n);
    if (next == nullptr) break;
    if (const auto* end = std::get_if<event::ReceiveEnd>(&next->event)) {
      settle(receive, Rank(end->source), end->tag, false);
      return true;
    }
  }
  return false;
}

void MessageChapter::resolve(match::Receive& receive) {
  using Resolution = match::Receive::Resolution;
  const ProcessId process = receive.process;
  if (receive.request == 0) {
    if (!resolve_blocking(receive) && !scheduler_.growing()) receive.resolution = Resolution::kNothing;
    return;
  }
  const auto& statuses = processes_[process].statuses;
  for (;;) {
    for (schedule::Stream* stream : scheduler_.threads().of(process))
      look_at_event_in_hand(static_cast<Thread&>(*stream));
    if (const auto at = statuses.find(receive.request); at != statuses.end()) {
      settle(receive, at->second.source, at->second.tag, at->second.cancelled);
      return;
    }
    bool any = false;
    for (schedule::Stream* stream : scheduler_.threads().of(process)) any |= scheduler_.look_ahead(*stream, 256);
    if (any) continue;
    // A thread that is not created yet may wait for it.
    if (!scheduler_.open_one_to_come(process)) break;
  }
  // It never completes in this trace. Its message is not known; nothing that completed depends on it.
  if (scheduler_.finished()) receive.resolution = Resolution::kNothing;
}

// ---- matching

void MessageChapter::withdraw(const match::Receive& receive) {
  messages_.withdraw(receive);
  if (receive.source.known()) scheduler_.wake(channel_key(receive.communicator, receive.source, receive.process));
}

void MessageChapter::withdraw(const match::Send& send) {
  messages_.withdraw(send);
  scheduler_.wake(receives_key(send.communicator, send.destination));
}

bool MessageChapter::was_sent(const match::Receive& receive) {
  return receive.source.known() && receive.tag != kAnyTag && messages_.find(receive, receive.source, receive.tag);
}

bool MessageChapter::receive_ready(Thread& thread, match::Receive& receive, Rank source, std::int64_t tag) {
  if (receive.send || source == Rank::kProcNull || !receive.communicator) return true;
  const ProcessId peer = peer_process(receive.communicator_part.get(), source);
  if (!peer.known()) return true;
  messages_.settle(receive, peer, tag);
  const std::uint64_t doubts = messages_.doubts();
  const bool sent = messages_.find(receive, peer, tag) != nullptr;
  if (scheduler_.growing() && messages_.doubts() != doubts) return scheduler_.wait_for_more(thread);
  return message_ready(thread, sent, receive.communicator, peer, receive.process);
}

bool MessageChapter::message_ready(Thread& thread, bool sent, CommunicatorKey communicator, ProcessId sender,
                                   ProcessId receiver) {
  const schedule::WaitKey key = channel_key(communicator, sender, receiver);
  if (!sent) return scheduler_.park(thread, key, schedule::Lack::kEvent, sender);
  // If several threads send or receive, the message that has come may be another thread's.
  return !calls_at_once({receiver, sender}) || scheduler_.has_come_as_far(sender, thread, key);
}

std::shared_ptr<match::Send> MessageChapter::message_taken(const std::shared_ptr<match::Receive>& receive, Rank source,
                                                           std::int64_t tag) {
  if (source == Rank::kProcNull && !receive->send) {
    messages_.withdraw(*receive);
    return nullptr;
  }
  std::shared_ptr<match::Send> send = receive->send;
  if (!send && receive->resolved_source.known()) send = messages_.find(*receive, receive->resolved_source, tag);
  if (send) {
    if (!receive->send) messages_.take(receive, send);
    scheduler_.wake(receives_key(receive->communicator, receive->process));
  } else {
    messages_.withdraw(*receive);  // released without its message
  }
  // Others that wait on this process's channels may move up.
  if (receive->resolved_source.known()) {
    scheduler_.wake(channel_key(receive->communicator, receive->resolved_source, receive->process));
  }
  return send;
}

void MessageChapter::receive_done(Thread& thread, const std::shared_ptr<match::Receive>& receive, Rank source,
                                  std::int64_t tag, order::NodeName node) {
  const auto send = message_taken(receive, source, tag);
  if (send) learn(thread, *send, node);
}

// If several threads send, any of the messages may have come.
void MessageChapter::learn(Thread& thread, const match::Send& send, order::NodeName node) {
  clocks_.join(thread, *send.clock);
  if (const order::Clocks* all = concurrent_.senders(match::channel_of(send))) clocks_.join(thread, *all);
  clocks_.graph().link(send.node, node, "message");
}

bool MessageChapter::ready(Thread& thread, const event::ReceiveEnd& event) {
  return !calls_.of(thread).receive || receive_ready(thread, *calls_.of(thread).receive, Rank(event.source), event.tag);
}

void MessageChapter::apply(Thread& thread, const event::ReceiveEnd& event) {
  if (calls_.of(thread).receive) {
    const auto receive = std::move(calls_.of(thread).receive);
    calls_.of(thread).receive.reset();
    receive_done(thread, receive, Rank(event.source), event.tag, clocks_.add_node(thread, receive->place));
  }
  accesses_.end(calls_.of(thread).receive_accesses, thread);
}

void MessageChapter::apply(Thread& thread, const event::ProbeBegin& event) {
  const ProcessId process = thread.name.process;
  if (calls_at_once({process})) {
    const ProcessId peer = peer_process(process, event.communicator, Rank(event.source));
    concurrent_.looks({communicator_key(process, event.communicator), peer, process, event.tag},
                      *clocks_.publish(thread), {thread.number, thread.tick});
  }
  thread.call.communicator = event.communicator;
  thread.call.peer = Rank(event.source);
  thread.call.tag = event.tag;
}

bool MessageChapter::ready(Thread& thread, const event::ProbeEnd& event) {
  const ProcessId process = thread.name.process;
  const ProcessId peer = peer_process(process, thread.call.communicator, Rank(event.source));
  const CommunicatorKey key = communicator_key(process, thread.call.communicator);
  if (!peer.known() || !key) return true;
  const std::uint64_t doubts = messages_.doubts();
  const bool sent = messages_.find_probed(key, process, peer, event.tag) != nullptr;
  if (scheduler_.growing() && messages_.doubts() != doubts) return scheduler_.wait_for_more(thread);
  return message_ready(thread, sent, key, peer, process);
}

void MessageChapter::apply(Thread& thread, const event::ProbeEnd& event) {
  const ProcessId process = thread.name.process;
  const ProcessId peer = peer_process(process, thread.call.communicator, Rank(event.source));
  const CommunicatorKey key = communicator_key(process, thread.call.communicator);
  if (!peer.known() || !key) return;
  const auto send = messages_.find_probed(key, process, peer, event.tag);
  if (!send) return;
  if (calls_at_once({process}))
    concurrent_.looks(match::channel_of(*send), *clocks_.publish(thread), {thread.number, thread.tick});
  learn(thread, *send, clocks_.add_node(thread, thread.call.place));
  if (event.message != 0) {
    messages_.take_probed(send);
    scheduler_.wake(receives_key(key, process));
    processes_[process].probed[event.message] = send;
  }
}

void MessageChapter::apply(Thread& thread, const event::CallFailed&) {
  // A blocking call that failed has not used its buffers any further.
  accesses_.end(calls_.of(thread).send_accesses, thread);
  accesses_.end(calls_.of(thread).receive_accesses, thread);
  if (calls_.of(thread).receive) withdraw(*calls_.of(thread).receive);
  if (calls_.of(thread).send) withdraw(*calls_.of(thread).send);
  calls_.of(thread).receive.reset();
  calls_.of(thread).send.reset();
}

}  // namespace fencepost::check
