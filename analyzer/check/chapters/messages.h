// Point-to-point communication and probes: which receive takes which message, and the order that follows.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "chapters/chapter.h"
#include "match/concurrent_envelopes.h"
#include "match/messages.h"

namespace fencepost::check {

class MessageChapter : public Chapter {
 public:
  explicit MessageChapter(Services& services);

  bool ready(Thread&, const event::SendEnd&);
  bool ready(Thread&, const event::ReceiveEnd&);
  bool ready(Thread&, const event::ProbeEnd&);
  void apply(Thread&, const event::SendBegin&);
  void apply(Thread&, const event::SendEnd&);
  void apply(Thread&, const event::PartitionsReady&);
  void apply(Thread&, const event::PartitionArrived&);
  void apply(Thread&, const event::ReceiveBegin&);
  void apply(Thread&, const event::ReceiveEnd&);
  void apply(Thread&, const event::ProbeBegin&);
  void apply(Thread&, const event::ProbeEnd&);
  void apply(Thread&, const event::CallFailed&);
  void foresee(Thread&, const event::RequestsDone&);
  void foresee(Thread&, const event::FreedReceiveDone&);

  // ---- for a complete request, or for a blocking call
  bool receive_ready(Thread&, match::Receive&, Rank source, std::int64_t tag);
  void receive_done(Thread&, const std::shared_ptr<match::Receive>&, Rank source, std::int64_t tag,
                    order::NodeName node);
  // The receive is complete: removes it and its message from matching. Null: no message.
  std::shared_ptr<match::Send> message_taken(const std::shared_ptr<match::Receive>&, Rank source, std::int64_t tag);
  bool send_ready(Thread&, match::Send&);
  void send_done(Thread&, match::Send&, order::NodeName node);
  // Removes it from matching; receives that wait for their turn may move up.
  void withdraw(const match::Receive&);
  void withdraw(const match::Send&);
  // The event that completes the request was replayed.
  void forget_status(ProcessId process, std::uint64_t request) { processes_[process].statuses.erase(request); }

  // ---- at the end of the run
  // What the thread is about to send or to receive; null: nothing.
  const match::Send* sending(const Thread& thread) { return calls_.of(thread).send.get(); }
  const match::Receive* receiving(const Thread& thread) { return calls_.of(thread).receive.get(); }
  bool was_sent(const match::Receive& receive);
  ProcessId peer_process(ProcessId process, std::uint64_t communicator, Rank rank) const;
  CommunicatorKey communicator_key(ProcessId process, std::uint64_t communicator) const;
  // Messages and receives that were never matched.
  const match::Messages& messages() const { return messages_; }

 private:
  bool calls_at_once(std::initializer_list<ProcessId> processes) const;
  // The requested message was `sent`, or not. True: and it is known which other messages may have come instead.
  bool message_ready(Thread& thread, bool sent, CommunicatorKey communicator, ProcessId sender, ProcessId receiver);
  void learn(Thread& thread, const match::Send& send, order::NodeName node);
  // From looking ahead: what a request took (source and tag; cancelled: none).
  struct Status {
    Rank source;
    std::int64_t tag = 0;
    bool cancelled = false;
  };
  struct OfProcess {
    std::unordered_map<std::uint64_t, std::shared_ptr<match::Send>> probed;  // messages of matched probes
    std::unordered_map<std::uint64_t, Status> statuses;                      // by request
  };
  // A blocking send and receive may be open together (Sendrecv).
  struct Calls {
    std::shared_ptr<match::Send> send;
    std::shared_ptr<match::Receive> receive;
    std::vector<ActivityNumber> send_accesses, receive_accesses;
  };

  static ProcessId peer_process(const CommunicatorPart* part, Rank rank);
  void resolve(match::Receive&);
  bool resolve_blocking(match::Receive&);
  void settle(match::Receive&, Rank source, std::int64_t tag, bool cancelled);
  void look_at_event_in_hand(Thread& thread);
  Buffer written_by(Thread&, const event::ReceiveBegin&);
  std::shared_ptr<match::Receive> posted(Thread&, const event::ReceiveBegin&, const Place& place);
  std::vector<ActivityNumber> message_buffer(Thread&, const Place& place, const Buffer& buffer, Rank peer,
                                             AccessClass kind);

  RequestTable& requests_;
  const std::size_t most_ahead_;
  match::Messages messages_;
  match::ConcurrentEnvelopes concurrent_;
  PerProcess<OfProcess> processes_;
  OfThreads<Calls> calls_;
};

}  // namespace fencepost::check
