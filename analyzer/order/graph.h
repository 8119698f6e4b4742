// The happens-before graph of synchronization, as far back as explanations look: calls that gave or took order, and the
// edges between them. Program order is implicit (a stream's nodes are sorted by tick). Old nodes are dropped; a name of
// a dropped node is harmless.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include <boost/graph/adjacency_list.hpp>

#include "job/place.h"
#include "order/clock.h"

namespace fencepost::order {

inline constexpr StreamNumber kHub =
    ~StreamNumber{0};  // the stream of nodes that stand for the meeting point of a collective

struct SyncNode {
  StreamNumber stream = kHub;
  Tick tick = 0;            // of a hub: 0
  std::uint64_t order = 0;  // position in the replay
  Place place;
  const char* what = nullptr;  // that happened there, if it is not the call itself: "lock granted"
};
struct SyncEdge {
  const char* label = "";
};

// How others remember a node.
struct NodeName {
  StreamNumber stream = kHub;
  std::uint64_t number = 0;  // tick, or number of a hub; 0: no node
};

class SyncGraph {
 public:
  using Graph = boost::adjacency_list<boost::listS, boost::listS, boost::bidirectionalS, SyncNode, SyncEdge>;
  using Node = Graph::vertex_descriptor;
  static Node none() { return Graph::null_vertex(); }

  // Keeps at most `history` nodes of each stream; 0 keeps none (explanations then lack the synchronization).
  explicit SyncGraph(std::size_t history) : history_(history) {}

  NodeName add(const SyncNode& node);  // a node of a stream (ticks ascending)
  NodeName add_hub();
  void link(NodeName from, NodeName to, const char* label);  // nothing if one of them does not exist any more
  Node find(NodeName name) const;                            // none() if dropped

  const SyncNode& operator[](Node node) const { return graph_[node]; }
  const Graph& graph() const { return graph_; }
  // A stream's nodes with first < tick <= last, oldest first.
  std::vector<Node> between(StreamNumber stream, Tick first, Tick last) const;
  // The latest node of a stream with tick <= last; none() if it was dropped or there is none.
  Node latest(StreamNumber stream, Tick last) const;
  bool enabled() const { return history_ != 0; }

 private:
  void drop_oldest(StreamNumber stream);

  std::size_t history_;
  Graph graph_;
  std::vector<std::deque<Node>> streams_;
  std::unordered_map<std::uint64_t, Node> hubs_;
  std::uint64_t next_hub_ = 1;
};

}  // namespace fencepost::order
