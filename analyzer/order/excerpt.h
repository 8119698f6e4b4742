// The graph of some streams' synchronization that an explanation walks. Separate from graph.h, which everything
// includes: Boost's graphs are slow to compile.
#pragma once

#include <map>
#include <vector>

#include <boost/graph/adjacency_list.hpp>

#include "order/graph.h"

namespace fencepost::order {

struct SyncEdge {
  const char* label = "";
};

// Some streams' nodes with all their edges, including the nodes of other streams at the other ends.
class SyncExcerpt {
 public:
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, SyncNode, SyncEdge>;
  using Node = Graph::vertex_descriptor;
  static Node none() { return Graph::null_vertex(); }

  const SyncNode& operator[](Node node) const { return graph_[node]; }
  const Graph& graph() const { return graph_; }
  // A stream's nodes with first < tick <= last, oldest first.
  std::vector<Node> between(StreamNumber stream, Tick first, Tick last) const;
  // The latest node of a stream with tick <= last; none() if it was dropped or does not exist.
  Node latest(StreamNumber stream, Tick last) const;

 private:
  friend class SyncGraph;
  Graph graph_;
  std::map<StreamNumber, std::vector<Node>> streams_;  // each sorted by tick
};

}  // namespace fencepost::order
