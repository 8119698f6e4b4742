#include "order/graph.h"

#include <algorithm>

namespace fencepost::order {

NodeName SyncGraph::add(const SyncNode& node) {
  if (history_ == 0) return {};
  const Node added = boost::add_vertex(node, graph_);
  if (streams_.size() <= node.stream) streams_.resize(node.stream + 1);
  streams_[node.stream].push_back(added);
  if (streams_[node.stream].size() > history_) drop_oldest(node.stream);
  return {node.stream, node.tick};
}

NodeName SyncGraph::add_hub() {
  if (history_ == 0) return {};
  SyncNode node;
  node.order = next_hub_;
  hubs_.emplace(next_hub_, boost::add_vertex(node, graph_));
  return {kHub, next_hub_++};
}

void SyncGraph::drop_oldest(StreamNumber stream) {
  const Node oldest = streams_[stream].front();
  streams_[stream].pop_front();
  // A hub lives as long as a node that it connects.
  std::vector<Node> hubs;
  for (auto [at, end] = boost::out_edges(oldest, graph_); at != end; ++at) {
    const Node other = boost::target(*at, graph_);
    if (graph_[other].stream == kHub) hubs.push_back(other);
  }
  for (auto [at, end] = boost::in_edges(oldest, graph_); at != end; ++at) {
    const Node other = boost::source(*at, graph_);
    if (graph_[other].stream == kHub) hubs.push_back(other);
  }
  boost::clear_vertex(oldest, graph_);
  boost::remove_vertex(oldest, graph_);
  std::sort(hubs.begin(), hubs.end());
  hubs.erase(std::unique(hubs.begin(), hubs.end()), hubs.end());
  for (const Node hub : hubs) {
    if (boost::degree(hub, graph_) != 0) continue;
    hubs_.erase(graph_[hub].order);
    boost::remove_vertex(hub, graph_);
  }
}

SyncGraph::Node SyncGraph::find(NodeName name) const {
  if (name.number == 0) return none();
  if (name.stream == kHub) {
    const auto at = hubs_.find(name.number);
    return at == hubs_.end() ? none() : at->second;
  }
  const Node node = latest(name.stream, static_cast<Tick>(name.number));
  return node != none() && graph_[node].tick == name.number ? node : none();
}

void SyncGraph::link(NodeName from, NodeName to, const char* label) {
  const Node a = find(from);
  const Node b = find(to);
  if (a != none() && b != none()) boost::add_edge(a, b, SyncEdge{label}, graph_);
}

std::vector<SyncGraph::Node> SyncGraph::between(StreamNumber stream, Tick first, Tick last) const {
  std::vector<Node> nodes;
  if (stream >= streams_.size()) return nodes;
  const auto& all = streams_[stream];
  auto at =
      std::upper_bound(all.begin(), all.end(), first, [&](Tick tick, Node node) { return tick < graph_[node].tick; });
  for (; at != all.end() && graph_[*at].tick <= last; ++at) nodes.push_back(*at);
  return nodes;
}

SyncGraph::Node SyncGraph::latest(StreamNumber stream, Tick last) const {
  if (stream >= streams_.size()) return none();
  const auto& all = streams_[stream];
  const auto at =
      std::upper_bound(all.begin(), all.end(), last, [&](Tick tick, Node node) { return tick < graph_[node].tick; });
  return at == all.begin() ? none() : *std::prev(at);
}

}  // namespace fencepost::order
