// Matches point-to-point messages without messages of our own (MPI-4.1, 3.5): on one communicator, from one process to
// another, with one tag, the k-th send pairs with the k-th receive, in posting order, that completes with that (source,
// tag). The status of a receive with wildcards resolves it, if necessary before it completes (the engine looks ahead).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "job/definitions.h"
#include "job/place.h"
#include "order/clock.h"
#include "order/graph.h"
#include "record/vocabulary.h"

namespace fencepost::match {

using order::SharedClocks;

using Channel =
    std::tuple<CommunicatorKey, ProcessId, ProcessId, std::int64_t>;  // communicator, source, destination, tag

struct Send {
  CommunicatorKey communicator;
  ProcessId source, destination;
  std::int64_t tag = 0;
  std::uint64_t number = 0;  // in the order in which they were posted, from 1
  SendMode mode = SendMode::kStandard;
  SharedClocks clock;  // up to and including the call that issued it
  Place place;
  order::NodeName node;
  // Set when the receive has taken it.
  bool taken = false;
  SharedClocks receive_post;
  order::NodeName receive_node;
};

Channel channel_of(const Send& send);

struct Receive {
  CommunicatorKey communicator;
  std::shared_ptr<const CommunicatorPart> communicator_part;  // as its process sees it; null: not known
  ProcessId process;
  Rank peer;         // as passed
  ProcessId source;  // the process of that rank; none: any, or no process has that rank
  std::int64_t tag = kAnyTag;
  SharedClocks post;
  Place place;
  order::NodeName node;
  std::uint64_t request = 0;  // 0: blocking, of `thread`
  ThreadId thread = kMainThread;
  std::shared_ptr<Send> send;       // set immediately for the receive of a matched probe
  std::uint64_t number = 0;         // in the order in which they were posted, from 1; 0: it takes no part in matching
  std::optional<Channel> takes_of;  // the channel from which it takes; nothing: not known
  bool from_any() const { return peer == Rank::kAnySource; }
  bool definite() const { return source.known() && tag != kAnyTag; }
  // What a wildcard receive will take, once this is determined.
  enum class Resolution { kUnknown, kTakes, kNothing } resolution = Resolution::kUnknown;
  ProcessId resolved_source;
  std::int64_t resolved_tag = 0;
};

class Messages {
 public:
  // Determines what a posted wildcard receive will take, and fills in its resolution; leaves kUnknown if it cannot.
  using Resolve = std::function<void(Receive&)>;
  explicit Messages(Resolve resolve) : resolve_(std::move(resolve)) {}

  // Grows with each answer that did not know what some receive takes.
  std::uint64_t doubts() const { return doubts_; }

  void post(const std::shared_ptr<Send>& send);
  void post(const std::shared_ptr<Receive>& receive);

  // The receive is complete, and has taken this.
  void settle(Receive& receive, ProcessId source, std::int64_t tag);

  // The send that a posted receive takes when it completes with this source and tag; null: not yet issued.
  std::shared_ptr<Send> find(const Receive& receive, ProcessId source, std::int64_t tag);
  // The message that a probe made now would find.
  std::shared_ptr<Send> find_probed(CommunicatorKey communicator, ProcessId process, ProcessId source,
                                    std::int64_t tag);
  // The posted receive that will take this send; null: not yet posted.
  std::shared_ptr<Receive> find_receive(const Send& send);

  void take(const std::shared_ptr<Receive>& receive, const std::shared_ptr<Send>& send);
  void take_probed(const std::shared_ptr<Send>& send);  // a matched probe removes it from matching
  void withdraw(const Receive& receive);                // cancelled
  void withdraw(const Send& send);

  // Sends that were never matched.
  std::vector<std::shared_ptr<Send>> untaken() const;
  std::vector<std::shared_ptr<Receive>> unserved() const;

 private:
  struct ChannelHash {
    std::size_t operator()(const Channel& channel) const {
      const auto& [communicator, source, destination, tag] = channel;
      std::size_t hash = communicator.number() * 0x9e3779b97f4a7c15ULL;
      hash = (hash ^ source.index()) * 0x9e3779b97f4a7c15ULL;
      hash = (hash ^ destination.index()) * 0x9e3779b97f4a7c15ULL;
      return (hash ^ static_cast<std::size_t>(tag)) * 0x9e3779b97f4a7c15ULL;
    }
  };
  // Unmatched sends and receives, by number.
  struct Line {
    std::deque<std::shared_ptr<Send>> sends;
    std::deque<std::shared_ptr<Receive>> receives;
  };
  using Lines = std::unordered_map<Channel, Line, ChannelHash>;
  void enter(const std::shared_ptr<Receive>& receive, const Channel& channel);
  void drop_if_empty(Lines::iterator line);
  std::shared_ptr<Receive> take_out(const Receive& receive);
  // Determines what the channel's wildcard receives take, for those that may take from it and whose numbers are below
  // limit().
  template <class Limit>
  void look_up(const Channel& channel, Limit&& limit);
  // The send that the channel's receive with this number takes.
  std::shared_ptr<Send> send_for(const Channel& channel, std::uint64_t number);

  Resolve resolve_;
  std::uint64_t doubts_ = 0, posted_ = 0;
  Lines lines_;
  // Wildcard receives that are not resolved: by communicator and process, in posting order.
  std::map<std::pair<CommunicatorKey, ProcessId>, std::list<std::shared_ptr<Receive>>> wild_;
};

}  // namespace fencepost::match
