// Requests: a call, message or operation is complete when its request is.
#pragma once

#include <cstdint>
#include <vector>

#include "chapters/chapter.h"
#include "chapters/collectives.h"
#include "chapters/locks.h"
#include "chapters/messages.h"
#include "chapters/operations.h"

namespace fencepost::check {

class RequestChapter : public Chapter {
 public:
  RequestChapter(Services& services, MessageChapter& messages, CollectiveChapter& collectives, LockChapter& locks,
                 OperationChapter& operations, ReadsFromChapter& reads_from)
      : Chapter(services),
        requests_(services.requests),
        in_flight_(services.in_flight),
        messages_(messages),
        collectives_(collectives),
        locks_(locks),
        operations_(operations),
        reads_from_(reads_from) {}

  bool ready(Thread&, const event::RequestsDone&);
  bool ready(Thread&, const event::FreedReceiveDone&);
  void apply(Thread&, const event::WaitBegin&);
  void apply(Thread&, const event::RequestsDone&);
  void apply(Thread&, const event::RequestFree&);
  void apply(Thread&, const event::FreedReceiveDone&);

  // The requests that the thread's current call waits for.
  const std::vector<std::uint64_t>& waited_for(const Thread& thread) { return calls_.of(thread).requests; }

 private:
  struct InCall {
    std::vector<std::uint64_t> requests;
  };
  // How a request was completed, according to the event.
  struct Status {
    Rank source;
    std::int64_t tag = 0;
    bool cancelled = false;
  };
  static Status status_of(const event::RequestsDone& event, std::size_t i);
  bool is_ready(Thread& thread, RequestRecord& request, const Status& status);
  void done(Thread& thread, RequestRecord& request, const Status& status, const Place& place, order::NodeName node);

  RequestTable& requests_;
  InFlight& in_flight_;
  MessageChapter& messages_;
  CollectiveChapter& collectives_;
  LockChapter& locks_;
  OperationChapter& operations_;
  ReadsFromChapter& reads_from_;
  OfCalls<InCall> calls_;
};

}  // namespace fencepost::check
