// The happens-before graph of synchronization, as far back as explanations look: calls that gave or took order, and the
// edges between them. Program order is implicit (a stream's nodes are sorted by tick). Old nodes are dropped; a name of
// a dropped node is harmless.
//
// A run has many calls and few explanations. So only rings of plain records
// are kept for each stream, each record with the edges that came with it.
// The graph itself is made for an explanation, for the streams concerned.
//
// A process that waits for a flag may look thousands of times, with a flush or a lock around each look. These must not
// push out the call that told others what it waits for, nor the message before it. So calls that give no order in any
// run, or only by the order of locks, have their own ring.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "job/place.h"
#include "order/clock.h"

namespace fencepost::order {

inline constexpr StreamNumber kHub =
    ~StreamNumber{0};  // the stream of nodes that represent the meeting point of a collective

struct SyncNode {
  StreamNumber stream = kHub;
  Tick tick = 0;            // for a hub: 0
  std::uint64_t order = 0;  // position in the replay
  Place place;
  const char* what = nullptr;  // what happened there, if it is not the call itself: "lock granted"
  bool orders = true;          // gives or takes order that holds in every run, or may do so
  PlaceInRun in_run() const { return {place, order}; }
};
// How others remember a node.
struct NodeName {
  StreamNumber stream = kHub;
  std::uint64_t number = 0;  // tick, or number of a hub; 0: no node
  friend auto operator<=>(const NodeName&, const NodeName&) = default;
};

class SyncExcerpt;  // order/excerpt.h

class SyncGraph {
 public:
  // Keeps at most `history` nodes of each stream that order, and the same number of others; 0 keeps none (explanations
  // then lack the synchronization).
  explicit SyncGraph(std::size_t history) : history_(history) {}

  NodeName add(const SyncNode& node);  // a node of a stream (ticks ascending)
  // The node turns out not to order anything. Does nothing if it no longer exists.
  void orders_nothing(NodeName name);
  NodeName add_hub();  // lives as long as a node that is linked to it
  // Does nothing if one of them no longer exists. At most one is a hub.
  void link(NodeName from, NodeName to, const char* label);
  // That node has read the value written at `written`: an edge only for the excerpt; a stream keeps a few.
  // `by_the_way`: it replaced the value in the memory of another process, most likely to tell that one something.
  void add_read(NodeName written, const SyncNode& node, bool by_the_way = false);
  bool exists(NodeName name) const;

  // The latest node of a stream that orders and has tick <= last; null if it was dropped or does not exist. Valid until
  // something is added.
  const SyncNode* latest(StreamNumber stream, Tick last) const;
  // The latest of those to which an edge leads, so that it knows of others; if there is none, as above.
  const SyncNode* latest_that_learned(StreamNumber stream, Tick last) const;
  // The latest collective call in which both streams gave order to each other, up to the two ticks: one node of either
  // stream; null if there is none later than what latest_that_learned finds in the first.
  std::pair<const SyncNode*, const SyncNode*> latest_meeting(StreamNumber first, Tick first_last, StreamNumber second,
                                                             Tick second_last) const;
  // Order that one stream gave to another directly, by a message, a collective call or the like: from a node of the
  // first with tick >= since to a node of the second with tick <= until. The first of them that the second took; null:
  // none.
  struct Passing {
    const SyncNode* given = nullptr;
    const SyncNode* taken = nullptr;
  };
  Passing first_passing(StreamNumber from, Tick since, StreamNumber to, Tick until) const;
  // The last of them, given at any time.
  Passing last_passing(StreamNumber from, StreamNumber to, Tick until) const {
    return last_passing(from, ~Tick{0}, to, 0, until);
  }
  // The last from a node of the first with tick <= given_until to one of the second with since <= tick <= until.
  Passing last_passing(StreamNumber from, Tick given_until, StreamNumber to, Tick since, Tick until) const;
  // The last order that the first gave to the second up to its tick `until`: such a passing, or a value of the first
  // that an atomic of the second read; not one that it read by the way after one that it looked for.
  Passing last_heard(StreamNumber from, StreamNumber to, Tick until) const;
  // Whether no ordering node of the stream was dropped that came after this position in the replay: only then is "none"
  // above certain.
  bool remembers(StreamNumber stream, std::uint64_t since) const;
  SyncExcerpt excerpt(std::initializer_list<StreamNumber> streams) const;
  bool enabled() const { return history_ != 0; }

 private:
  struct Link {
    NodeName other;
    bool outwards = false;  // from this node to the other
    const char* label = "";
    std::uint64_t number = 0;  // among all links
  };
  struct Record {
    SyncNode node;
    boost::container::small_vector<Link, 1> links;
  };
  struct Ring {
    std::vector<Record> records;  // grows up to the history
    std::size_t first = 0;        // the oldest
    std::size_t count = 0;        // in use
    const Record& operator[](std::size_t i) const { return records[(first + i) % records.size()]; }
    Record& operator[](std::size_t i) { return records[(first + i) % records.size()]; }
    std::size_t count_until(Tick last) const;  // nodes with tick <= last
    const Record* find(Tick tick) const;
    void erase(std::size_t i);
  };
  struct Read {
    NodeName written;
    SyncNode node;
    bool by_the_way = false;
  };
  static constexpr std::size_t kMostReads = 16;
  struct StreamNodes {
    Ring ordering, others;
    Ring& ring_of(const SyncNode& node) { return node.orders ? ordering : others; }
  };
  struct Reads {
    std::vector<Read> last;  // used as a ring
    std::size_t made = 0;
  };
  using Records = std::vector<const Record*>;  // of both rings, oldest first

  // The number of a hub: its index here, which is used again, and how often it was used.
  struct Hub {
    std::uint32_t use = 0;
    std::uint32_t nodes = 0;  // linked to it
    bool exists = false;
  };
  static std::uint32_t place_of(std::uint64_t hub) { return static_cast<std::uint32_t>(hub) - 1; }

  const Record* find(NodeName name) const;
  Records records_of(StreamNumber stream, Tick last = ~Tick{0}) const;  // with tick <= last
  static const Record* giver_of(const Link& link, StreamNumber from, const Records& givers, std::size_t begin,
                                bool latest);
  Record& place_for(Ring& ring, Tick tick);
  void drop_links(Record& record);

  std::size_t history_;
  std::vector<StreamNodes> streams_;
  std::vector<Reads> reads_;  // by stream
  std::vector<Hub> hubs_;
  std::vector<std::uint32_t> free_hubs_;
  std::uint64_t links_ = 0;
};

}  // namespace fencepost::order
