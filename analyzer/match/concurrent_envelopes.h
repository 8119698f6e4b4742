// Messages of one envelope (communicator, source, destination, tag) that several threads send or receive at the same
// time (MPI-4.1, 3.5): which receive takes which message is not known then, as the operations of threads are logically
// concurrent. Any of those that were sent so far may have told a receive something.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <boost/smart_ptr/intrusive_ptr.hpp>

#include "match/messages.h"

namespace fencepost::match {

class ConcurrentEnvelopes {
 public:
  // Where in the clocks a thread makes a call.
  struct Caller {
    order::StreamNumber stream = 0;
    order::Tick tick = 0;
  };

  // Each send and each receive between two processes of which one has threads that call MPI, as it is posted.
  void sends(const Send& send, const Caller& caller);
  void receives(const Receive& receive, const Caller& caller);
  // The same of a probe, as it begins and as it has found a message. The source (-1) and the tag may be wildcards.
  void looks(const Channel& channel, const order::Clocks& clock, const Caller& caller);

  // What all know who have sent by the envelope so far (who have posted receives for it), if it is not certain whom the
  // receive (the synchronous send) has met; null: it is.
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
  std::map<std::pair<CommunicatorKey, int>, Side> wild_;  // receives with wildcards, by communicator and process
};

}  // namespace fencepost::match
