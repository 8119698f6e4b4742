// Messages of one envelope (communicator, source, destination, tag) that several threads send or receive at the same
// time (MPI-4.1, 3.5). Then it is not known which receive takes which message, because the operations of threads are
// logically concurrent. A receive may have learned from any message sent so far.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <boost/smart_ptr/intrusive_ptr.hpp>

#include "match/messages.h"

namespace fencepost::match {

class ConcurrentEnvelopes {
 public:
  // A thread's position in the clocks when it makes a call.
  struct Caller {
    order::StreamNumber stream = 0;
    order::Tick tick = 0;
  };

  // Called for each send and receive, when it is posted, between two processes if threads of one of them call MPI.
  void sends(const Send& send, const Caller& caller);
  void receives(const Receive& receive, const Caller& caller);
  // The same for a probe, when it begins and when it has found a message. The source (none) and the tag may be
  // wildcards.
  void looks(const Channel& channel, const order::Clocks& clock, const Caller& caller);

  // The joined knowledge of all senders of the envelope so far (of all posters of receives for it), if it is not
  // certain whom the receive (the synchronous send) has met; null: it is certain.
  const order::Clocks* senders(const Channel& channel) const;
  const order::Clocks* receivers(const Send& send) const;

 private:
  // The calls of one side.
  struct Side {
    Caller last;
    bool concurrent = false;  // two that did not know of each other
    boost::intrusive_ptr<order::Clocks> all;
    void add(const order::Clocks& clock, const Caller& caller);
  };
  struct Envelope {
    Side sent, received;
    bool uncertain() const { return sent.concurrent || received.concurrent; }
  };
  const Envelope* find(const Channel& channel) const;
  Envelope& of(const Channel& channel);
  Side& receiving(const Channel& channel);

  std::map<Channel, Envelope> envelopes_;
  std::map<std::pair<CommunicatorKey, ProcessId>, Side> wild_;  // receives with wildcards, by communicator and process
};

}  // namespace fencepost::match
