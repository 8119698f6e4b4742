// The happens-before graph of synchronization, as far back as explanations look: calls that gave or took order, and the
// edges between them. Program order is implicit (a stream's nodes are sorted by tick). Of each stream the latest nodes
// are kept in a ring, each with the edges that lead to it; a name of a dropped node is harmless.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "job/place.h"
#include "order/clock.h"

namespace fencepost::order {

inline constexpr StreamNumber kHub =
    ~StreamNumber{0};  // the stream of the names of hubs: the meeting points of collectives

struct SyncNode {
  StreamNumber stream = 0;
  Tick tick = 0;
  std::uint64_t order = 0;  // position in the replay
  Place place;
  const char* what = nullptr;  // that happened there, if it is not the call itself: "lock granted"
};

// How others remember a node.
struct NodeName {
  StreamNumber stream = kHub;
  std::uint64_t number = 0;  // among the nodes of its stream, or of the hubs, from 1; 0: no node
};

class SyncGraph {
 public:
  using Node = const SyncNode*;  // holds until the next add()
  static Node none() { return nullptr; }

  // Keeps at most `history` nodes of each stream; 0 keeps none (explanations then lack the synchronization).
  explicit SyncGraph(std::size_t history) : history_(history) {}

  NodeName add(const SyncNode& node);  // a node of a stream (ticks ascending)
  // A point where the arrivals at a collective meet and from which all that leave it are reached: each link to it and
  // each link from it is an edge from every arrival to every departure. Lives as long as one of these nodes.
  NodeName add_hub();
  // Nothing if one of them does not exist any more. A node leads to one hub at most.
  void link(NodeName from, NodeName to, const char* label);
  Node find(NodeName name) const;  // none() if dropped, and for hubs
  bool has_hub(NodeName name) const { return hubs_.contains(name.number); }

  // A stream's nodes with first < tick <= last, oldest first.
  std::vector<Node> between(StreamNumber stream, Tick first, Tick last) const;
  // The latest node of a stream with tick <= last; none() if it was dropped or there is none.
  Node latest(StreamNumber stream, Tick last) const;
  bool enabled() const { return history_ != 0; }

  // Whether any edge ever led to a node, and those that lead to it from nodes which still exist: visit(from, label);
  // through a hub the label is null.
  static bool reached(Node node) { return !whole(node).in.empty(); }
  template <class Visit>
  void each_edge_to(Node node, Visit&& visit) const {
    for (const Edge& edge : whole(node).in) {
      if (edge.from.stream != kHub) {
        if (const Node from = find(edge.from); from != none()) visit(from, edge.label);
      } else if (const auto hub = hubs_.find(edge.from.number); hub != hubs_.end()) {
        for (const NodeName arrival : hub->second.arrivals) {
          if (const Node from = find(arrival); from != none()) visit(from, nullptr);
        }
      }
    }
  }

 private:
  struct Edge {
    NodeName from;
    const char* label = "";
  };
  struct Whole : SyncNode {
    boost::container::small_vector<Edge, 1> in;
    std::uint64_t to_hub = 0;  // number; 0: to none
  };
  struct Hub {
    std::vector<NodeName> arrivals;
    std::size_t nodes = 0;  // that link to it or from it and still exist
  };
  // Each node is the first member of a whole one.
  static const Whole& whole(Node node) { return static_cast<const Whole&>(*node); }
  struct Ring {
    std::vector<Whole> nodes;  // the n-th node of the stream, from 1, at (n - 1) % history
    std::uint64_t added = 0;
  };
  const Whole& at(const Ring& ring, std::uint64_t number) const { return ring.nodes[(number - 1) % history_]; }
  std::uint64_t oldest(const Ring& ring) const { return ring.added < history_ ? 1 : ring.added - history_ + 1; }
  // The number of the first node with a later tick, or one more than the last.
  std::uint64_t first_after(const Ring& ring, Tick tick) const;
  Whole* find_whole(NodeName name);
  void left(std::uint64_t hub);

  std::size_t history_;
  std::vector<Ring> streams_;
  std::unordered_map<std::uint64_t, Hub> hubs_;
  std::uint64_t next_hub_ = 1;
};

}  // namespace fencepost::order
