// Collective calls, assembled from their members' calls: the k-th call of each member on a communicator (or the k-th of
// a kind on a window) is one meeting.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "job/observer.h"
#include "match/collectives.h"
#include "match/messages.h"
#include "order/clock.h"
#include "order/graph.h"

namespace fencepost::match {

// One member's call.
struct Arrival {
  CollectiveMember call;
  Direction direction = Direction::kNone;
  std::vector<Rank> sources;  // for kNeighbors (of the other group of an intercommunicator)
  SharedClocks clock;         // up to and including the call; null: not arrived
  bool releases = true;       // others may wait for it (not for a fence with NOPRECEDE, nor if it sends no data)
  bool waits = true;          // it may wait for others (not in a fence with NOPRECEDE, nor if it receives no data)
  bool left = false;          // its End was replayed
  order::NodeName node;
};

struct Meeting {
  CommunicatorKey communicator;  // one of the two is set
  WindowKey window;
  std::uint64_t number = 0;     // from 1
  std::size_t first_group = 0;  // for an intercommunicator: members [0, first_group) and the rest
  std::vector<Arrival> members;
  std::size_t arrived = 0, left = 0;
  order::NodeName hubs[2];         // of the calls of each group (0: the first, or all), for those that wait for them
  bool told = false;               // passed to the observers
  bool some_wait_for_few = false;  // some members that have come do not wait for all

  bool inter() const { return first_group < members.size(); }
  // The group of `member`, and the group whose calls it waits for: 0 or 1, different ones for an intercommunicator.
  std::size_t group_of(std::size_t member) const { return member < first_group ? 0 : 1; }
  std::size_t awaited_by(std::size_t member) const { return inter() ? 1 - group_of(member) : 0; }
  bool everybody() const { return arrived == members.size(); }
  // Members whose calls must have come before `member`, which has come itself, returns; in order.
  std::vector<std::size_t> needs(std::size_t member) const;
  // The same; or all members if the function need not wait for anybody but may (a call on a file).
  std::vector<std::size_t> may_wait_for(std::size_t member) const;
  // The first of those in needs() that has not come; nothing: all have.
  std::optional<std::size_t> missing(std::size_t member);
  // What had happened before the calls of all; valid if everybody() (for an intercommunicator: of that group).
  const order::Clocks& joined(std::size_t group);
  bool whole_group(std::size_t group) const;
  // What had happened before the calls of members 0 … member.
  const order::Clocks& prefix(std::size_t member);

 private:
  std::size_t first_missing_ = 0;  // all members before it have come
  SharedClocks joined_[2];
  std::vector<order::Clocks> prefixes_;
};

// A sequence of meetings: on a communicator, of fences or of MPI_Win_free on a window, of the creation of a
// communicator.
enum class Sequence : std::uint8_t { kCommunicator, kFence, kWindowFree };

class Meetings {
 public:
  // The next meeting of `member` in the sequence of `key`; `members` counts all. (A window's sequence is one of the
  // other two.)
  std::shared_ptr<Meeting> next(CommunicatorKey key, std::size_t member, std::size_t members, std::size_t first_group) {
    return next({key.number(), Sequence::kCommunicator}, member, members, first_group);
  }
  std::shared_ptr<Meeting> next(Sequence sequence, WindowKey key, std::size_t member, std::size_t members) {
    return next({key.number(), sequence}, member, members, members);
  }
  // The window is freed. Meetings to which not all have come stay: then false.
  bool forget_window(WindowKey key) {
    const bool fences = forget({key.number(), Sequence::kFence});
    return forget({key.number(), Sequence::kWindowFree}) && fences;
  }
  // The same when all have freed a communicator.
  bool forget_communicator(CommunicatorKey key) { return forget({key.number(), Sequence::kCommunicator}); }
  // Meetings to which not all members have come.
  std::vector<std::shared_ptr<Meeting>> incomplete() const;

 private:
  struct Line {
    std::vector<std::uint64_t> calls;  // by member
    std::uint64_t first = 0;           // number of meetings before the first one that is kept
    std::deque<std::shared_ptr<Meeting>> meetings;
  };
  using LineName = std::pair<std::uint64_t, Sequence>;  // the number of its key
  std::shared_ptr<Meeting> next(const LineName& name, std::size_t member, std::size_t members, std::size_t first_group);
  bool forget(const LineName& name);
  std::map<LineName, Line> lines_;
};

}  // namespace fencepost::match
