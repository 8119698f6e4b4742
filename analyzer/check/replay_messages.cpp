// Point-to-point communication, probes and requests.
#include <utility>

#include "check/replay.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t channel_key(std::uint64_t communicator, int source, int destination) {
  return key_of(Key::kChannel, communicator, static_cast<std::uint64_t>(source),
                static_cast<std::uint64_t>(destination));
}
std::uint64_t receives_key(std::uint64_t communicator, int process) {
  return key_of(Key::kReceives, communicator, static_cast<std::uint64_t>(process));
}
}  // namespace

std::uint64_t Replay::communicator_key(int process, std::uint64_t communicator) const {
  const auto part = job_.communicator_part(process, communicator);
  return part ? part->key : 0;
}

int Replay::peer_process(int process, std::uint64_t communicator, std::int64_t rank) const {
  return peer_process(job_.communicator_part(process, communicator).get(), rank);
}

int Replay::peer_process(const CommunicatorPart* part, std::int64_t rank) {
  if (!part || rank < 0) return -1;
  const auto& members = part->remote_members.empty() ? part->members : part->remote_members;
  return static_cast<std::size_t>(rank) < members.size() ? members[static_cast<std::size_t>(rank)] : -1;
}

// A message to or from MPI_PROC_NULL leaves its buffer alone (3.11).
std::vector<ActivityNumber> Replay::message_buffer(Stream& stream, const Place& place, const Buffer& buffer,
                                                   std::int64_t peer, AccessClass kind) {
  if (peer == kProcNull) return {};
  return call_buffers(stream, place, {&buffer, 1}, kind, true);
}

// A blocking receive writes only what its message fills (3.2.4), in whole elements of the datatype. The buffer of a
// nonblocking one is all out of bounds until it is complete (3.7.2).
Buffer Replay::written_by(Stream& stream, const event::ReceiveBegin& event) {
  Buffer written = event.buffer;
  const TimedEvent* next = event.request == 0 ? stream.cursor.ahead(1) : nullptr;
  const auto* end = next != nullptr ? std::get_if<event::ReceiveEnd>(&next->event) : nullptr;
  const Datatype* type = job_.datatype(stream.name.process, written.datatype);
  if (end == nullptr || end->bytes_and_one == 0 || type == nullptr || type->size <= 0) return written;
  const std::uint64_t size = static_cast<std::uint64_t>(type->size), bytes = end->bytes_and_one - 1;
  const std::uint64_t elements = bytes / size + (bytes % size != 0 ? 1 : 0);
  if (written.count > 0 && elements < static_cast<std::uint64_t>(written.count)) {
    written.count = static_cast<std::int64_t>(elements);
  }
  return written;
}

void Replay::apply(Stream& stream, const event::SendBegin& event) {
  const int process = stream.name.process;
  if (event.request == 0 && stream.inside.refused) return;
  const Place place{process, stream.name.thread, static_cast<MpiCall>(event.call), event.stack, 0};
  pull_definitions(process);
  stream.inside.communicator = event.communicator;
  stream.inside.peer = event.destination;
  stream.inside.tag = event.tag;
  auto send = make_recycled<match::Send>();
  send->communicator = communicator_key(process, event.communicator);
  send->source = process;
  send->destination = peer_process(process, event.communicator, event.destination);
  send->tag = event.tag;
  send->mode = static_cast<SendMode>(event.mode);
  send->place = place;
  send->node = add_node(stream, place);
  send->clock = publish(stream);
  stream.inside.node = send->node;
  if (send->destination >= 0 && send->communicator != 0) {
    messages_.post(send);
    signal(channel_key(send->communicator, send->source, send->destination));
  } else {
    send->taken = true;  // MPI_PROC_NULL
  }
  auto accesses = message_buffer(stream, place, event.buffer, event.destination, AccessClass::kLoad);
  if (event.request == 0) {
    stream.send = std::move(send);
    stream.send_accesses = std::move(accesses);
  } else {
    RequestRecord& request = sides_[index_of(process)].requests[event.request];
    request.send = std::move(send);
    request.accesses.insert(request.accesses.end(), accesses.begin(), accesses.end());
  }
}

bool Replay::send_ready(Stream& stream, match::Send& send) {
  if (send.mode != SendMode::kSynchronous || send.taken) return true;
  const std::uint64_t doubts = messages_.doubts();
  const auto receive = messages_.find_receive(send);
  if (growing_ && messages_.doubts() != doubts) return wait_for_more(stream);
  if (receive) {
    send.receive_post = receive->post;
    send.receive_node = receive->node;
    return true;
  }
  return wait_on(stream, receives_key(send.communicator, send.destination), WaitsFor::kReceive, send.destination);
}

void Replay::send_done(Stream& stream, match::Send& send, order::NodeName node) {
  if (send.mode != SendMode::kSynchronous || !send.receive_post) return;
  join(stream, *send.receive_post);
  graph_.link(send.receive_node, node, "receive → synchronous send");
}

bool Replay::ready(Stream& stream, const event::SendEnd&) {
  return !stream.send || send_ready(stream, *stream.send);
}

void Replay::apply(Stream& stream, const event::SendEnd&) {
  if (stream.send) {
    const bool synchronous = stream.send->mode == SendMode::kSynchronous;
    send_done(stream, *stream.send, synchronous ? add_node(stream, stream.send->place) : order::NodeName{});
  }
  end_accesses(stream.send_accesses, stream);
  stream.send.reset();
}

void Replay::apply(Stream& stream, const event::ReceiveBegin& event) {
  const int process = stream.name.process;
  if (event.request == 0 && stream.inside.refused) return;
  const Place place{process, stream.name.thread, static_cast<MpiCall>(event.call), event.stack, 0};
  pull_definitions(process);
  stream.inside.communicator = event.communicator;
  stream.inside.peer = event.source;
  stream.inside.tag = event.tag;
  ProcessSide& side = sides_[index_of(process)];
  auto receive = make_recycled<match::Receive>();
  receive->communicator_part = job_.communicator_part(process, event.communicator);
  receive->communicator = communicator_key(process, event.communicator);
  receive->process = process;
  receive->source = event.source == kAnySource ? -1 : peer_process(process, event.communicator, event.source);
  receive->tag = event.tag;
  receive->place = place;
  receive->node = add_node(stream, place);
  receive->post = publish(stream);
  receive->request = event.request;
  receive->thread = stream.name.thread;
  stream.inside.node = receive->node;
  if (event.message != 0) {
    if (const auto at = side.probed.find(event.message); at != side.probed.end()) {
      receive->send = at->second;
      receive->send->taken = true;
      receive->send->receive_post = receive->post;
      receive->send->receive_node = receive->node;
      receive->communicator = receive->send->communicator;
      side.probed.erase(at);
      signal(receives_key(receive->communicator, process));
    }
  } else if (event.source != kProcNull && receive->communicator != 0) {
    messages_.post(receive);
    signal(receives_key(receive->communicator, process));
  }
  auto accesses = message_buffer(stream, place, written_by(stream, event), event.source, AccessClass::kStore);
  // Whatever the library says of it when it is complete: it has taken nothing.
  if (event.source == kProcNull) receive.reset();
  if (event.request == 0) {
    stream.receive = std::move(receive);
    stream.receive_accesses = std::move(accesses);
  } else {
    RequestRecord& request = side.requests[event.request];
    request.receive = std::move(receive);
    request.accesses.insert(request.accesses.end(), accesses.begin(), accesses.end());
  }
}

// What a wildcard receive takes, from its completion later in the traces of its process.
void Replay::resolve(match::Receive& receive) {
  using Resolution = match::Receive::Resolution;
  const int process = receive.process;
  ProcessSide& side = sides_[index_of(process)];
  const auto settle = [&](std::int64_t source, std::int64_t tag, bool cancelled) {
    // Ranks of the status are those of the communicator.
    const int peer = peer_process(receive.communicator_part.get(), source);
    receive.resolution = cancelled || peer < 0 ? Resolution::kNothing : Resolution::kTakes;
    receive.resolved_source = peer;
    receive.resolved_tag = tag;
  };
  if (receive.request == 0) {
    // A blocking receive: the next ReceiveEnd of its thread.
    Stream* const stream = stream_of(process, receive.thread);
    for (std::size_t n = 0; stream != nullptr && n < options_.look_ahead; ++n) {
      const TimedEvent* next = n == 0 ? stream->cursor.front() : stream->cursor.ahead(n);
      if (next == nullptr) break;
      if (const auto* end = std::get_if<event::ReceiveEnd>(&next->event)) {
        settle(end->source, end->tag, false);
        return;
      }
    }
    if (!growing_) receive.resolution = Resolution::kNothing;
    return;
  }
  for (;;) {
    for (const StreamSlot slot : side.streams) {
      // The event in hand is not ahead of itself.
      if (const TimedEvent* in_hand = streams_[slot]->cursor.front()) {
        if (std::holds_alternative<event::RequestsDone>(in_hand->event) ||
            std::holds_alternative<event::FreedReceiveDone>(in_hand->event)) {
          fact_found(*streams_[slot], *in_hand);
        }
      }
    }
    if (const auto at = side.statuses.find(receive.request); at != side.statuses.end()) {
      settle(at->second.source, at->second.tag, at->second.cancelled);
      return;
    }
    bool any = false;
    for (const StreamSlot slot : side.streams) any |= look_ahead(*streams_[slot], 256);
    if (any) continue;
    // One that is yet to be created may wait for it.
    if (!open_one_to_come(process)) break;
  }
  // It never completes in this trace. What it would take is not known; nothing that completed depends on it.
  if (finished_) receive.resolution = Resolution::kNothing;
}

void Replay::withdraw(const match::Receive& receive) {
  messages_.withdraw(receive);
  if (receive.source >= 0) signal(channel_key(receive.communicator, receive.source, receive.process));
}
void Replay::withdraw(const match::Send& send) {
  messages_.withdraw(send);
  signal(receives_key(send.communicator, send.destination));
}

bool Replay::receive_ready(Stream& stream, match::Receive& receive, std::int64_t source, std::int64_t tag) {
  if (receive.send || source == kProcNull || receive.communicator == 0) return true;
  const int peer = peer_process(receive.communicator_part.get(), source);
  if (peer < 0) return true;
  messages_.settle(receive, peer, tag);
  const std::uint64_t doubts = messages_.doubts();
  const bool sent = messages_.find(receive, peer, tag) != nullptr;
  if (growing_ && messages_.doubts() != doubts) return wait_for_more(stream);
  if (sent) return true;
  return wait_on(stream, channel_key(receive.communicator, peer, receive.process), WaitsFor::kMessage, peer);
}

std::shared_ptr<match::Send> Replay::message_taken(const std::shared_ptr<match::Receive>& receive, std::int64_t source,
                                                   std::int64_t tag) {
  if (source == kProcNull && !receive->send) {
    messages_.withdraw(*receive);
    return nullptr;
  }
  std::shared_ptr<match::Send> send = receive->send;
  if (!send && receive->resolved_source >= 0) send = messages_.find(*receive, receive->resolved_source, tag);
  if (send) {
    if (!receive->send) messages_.take(receive, send);
    signal(receives_key(receive->communicator, receive->process));
  } else {
    messages_.withdraw(*receive);  // released without its message
  }
  // Others that wait on this process's channels may move up.
  if (receive->resolved_source >= 0) {
    signal(channel_key(receive->communicator, receive->resolved_source, receive->process));
  }
  return send;
}

void Replay::receive_done(Stream& stream, const std::shared_ptr<match::Receive>& receive, std::int64_t source,
                          std::int64_t tag, order::NodeName node) {
  const auto send = message_taken(receive, source, tag);
  if (!send) return;
  join(stream, *send->clock);
  graph_.link(send->node, node, "message");
}

bool Replay::ready(Stream& stream, const event::ReceiveEnd& event) {
  return !stream.receive || receive_ready(stream, *stream.receive, event.source, event.tag);
}

void Replay::apply(Stream& stream, const event::ReceiveEnd& event) {
  if (stream.receive) {
    const auto receive = std::move(stream.receive);
    stream.receive.reset();
    receive_done(stream, receive, event.source, event.tag, add_node(stream, receive->place));
  }
  end_accesses(stream.receive_accesses, stream);
}

void Replay::apply(Stream& stream, const event::ProbeBegin& event) {
  stream.inside.communicator = event.communicator;
  stream.inside.peer = event.source;
  stream.inside.tag = event.tag;
}

bool Replay::ready(Stream& stream, const event::ProbeEnd& event) {
  const int process = stream.name.process;
  const int peer = peer_process(process, stream.inside.communicator, event.source);
  const std::uint64_t key = communicator_key(process, stream.inside.communicator);
  if (peer < 0 || key == 0) return true;
  const std::uint64_t doubts = messages_.doubts();
  const bool sent = messages_.find_probed(key, process, peer, event.tag) != nullptr;
  if (growing_ && messages_.doubts() != doubts) return wait_for_more(stream);
  if (sent) return true;
  return wait_on(stream, channel_key(key, peer, process), WaitsFor::kMessage, peer);
}

void Replay::apply(Stream& stream, const event::ProbeEnd& event) {
  const int process = stream.name.process;
  const int peer = peer_process(process, stream.inside.communicator, event.source);
  const std::uint64_t key = communicator_key(process, stream.inside.communicator);
  if (peer < 0 || key == 0) return;
  const auto send = messages_.find_probed(key, process, peer, event.tag);
  if (!send) return;
  join(stream, *send->clock);
  graph_.link(send->node, add_node(stream, stream.inside.place), "message");
  if (event.message != 0) {
    messages_.take_probed(send);
    signal(receives_key(key, process));
    sides_[index_of(process)].probed[event.message] = send;
  }
}

void Replay::apply(Stream& stream, const event::WaitBegin& event) {
  stream.inside.requests.assign(event.requests.begin(), event.requests.end());
  stream.inside.need = event.need;
}

bool Replay::request_ready(Stream& stream, RequestRecord& request, std::int64_t source, std::int64_t tag,
                           std::uint64_t cancelled) {
  if (cancelled == 1) return true;
  if (request.receive && !receive_ready(stream, *request.receive, source, tag)) return false;
  if (request.send && !send_ready(stream, *request.send)) return false;
  if (request.meeting && !meeting_ready(stream, *request.meeting, request.member)) return false;
  if (request.operation && !fetches_ready(stream, {&request.operation, 1})) return false;
  return true;
}

bool Replay::ready(Stream& stream, const event::RequestsDone& event) {
  auto& requests = sides_[index_of(stream.name.process)].requests;
  for (std::size_t i = 0; i < event.requests.size(); ++i) {
    const auto at = requests.find(event.requests[i]);
    if (at == requests.end()) {
      // Made by another thread, whose event has not been replayed yet, or before the trace began.
      continue;
    }
    const std::int64_t source = i < event.sources.size() ? event.sources[i] : kProcNull;
    const std::int64_t tag = i < event.tags.size() ? event.tags[i] : 0;
    const std::uint64_t cancelled = i < event.cancelled.size() ? event.cancelled[i] : 0;
    if (!request_ready(stream, at->second, source, tag, cancelled)) return false;
  }
  return true;
}

void Replay::apply(Stream& stream, const event::RequestsDone& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const Place place{stream.name.process, stream.name.thread, static_cast<MpiCall>(event.call), event.stack, 0};
  const order::NodeName node = event.requests.empty() ? order::NodeName{} : add_node(stream, place);
  for (std::size_t i = 0; i < event.requests.size(); ++i) {
    const auto at = side.requests.find(event.requests[i]);
    if (at == side.requests.end()) continue;
    RequestRecord request = std::move(at->second);
    side.requests.erase(at);
    const std::int64_t source = i < event.sources.size() ? event.sources[i] : kProcNull;
    const std::int64_t tag = i < event.tags.size() ? event.tags[i] : 0;
    const bool cancelled = i < event.cancelled.size() && event.cancelled[i] == 1;
    end_accesses(request.accesses, stream);
    if (request.receive) {
      if (cancelled) {
        withdraw(*request.receive);
      } else {
        receive_done(stream, request.receive, source, tag, node);
      }
    }
    if (request.send) {
      if (cancelled) {
        withdraw(*request.send);
      } else {
        send_done(stream, *request.send, node);
      }
    }
    if (request.meeting) meeting_done(stream, *request.meeting, request.member, node);
    if (request.seen) join(stream, *request.seen);
    if (request.operation) {
      complete_by_request(stream, request.operation, place);
      fetches_done(stream, {&request.operation, 1});
      if (request.operation->fetches()) {
        wait_for_grants(stream, request.operation->window, request.operation->target);
      }
      if (request.operation->remote) side.window(request.operation->window).drop(*request.operation);
    }
    if (place.call == MpiCall::kRequest_get_status) {
      side.requests[event.requests[i]] = {.seen = publish(stream)};
    }
  }
  // Behind the rest, in which other receives may have looked at this event.
  for (const std::uint64_t request : event.requests) side.statuses.erase(request);
}

void Replay::apply(Stream& stream, const event::RequestFree& event) {
  auto& requests = sides_[index_of(stream.name.process)].requests;
  const auto at = requests.find(event.request);
  if (at == requests.end()) return;
  // When it completes the program does not see. The buffers are taken to be free from here: no false alarm.
  end_accesses(at->second.accesses, stream);
  // A receive still takes its message: FreedReceiveDone says which.
  if (at->second.receive) {
    at->second = {.receive = std::move(at->second.receive)};
  } else {
    requests.erase(at);
  }
}

bool Replay::ready(Stream& stream, const event::FreedReceiveDone& event) {
  auto& requests = sides_[index_of(stream.name.process)].requests;
  const auto at = requests.find(event.request);
  return at == requests.end() || request_ready(stream, at->second, event.source, event.tag, event.cancelled);
}

void Replay::apply(Stream& stream, const event::FreedReceiveDone& event) {
  ProcessSide& side = sides_[index_of(stream.name.process)];
  const auto at = side.requests.find(event.request);
  if (at == side.requests.end()) return;
  const auto receive = std::move(at->second.receive);
  side.requests.erase(at);
  if (receive && event.cancelled == 1) {
    withdraw(*receive);
  } else if (receive) {
    message_taken(receive, event.source, event.tag);
  }
  side.statuses.erase(event.request);
}

}  // namespace fencepost::check
