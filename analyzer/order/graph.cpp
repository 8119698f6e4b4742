#include "order/graph.h"

namespace fencepost::order {

NodeName SyncGraph::add(const SyncNode& node) {
  if (history_ == 0) return {};
  if (streams_.size() <= node.stream) streams_.resize(node.stream + 1);
  Ring& ring = streams_[node.stream];
  const std::uint64_t number = ++ring.added;
  if (number <= history_) {
    static_cast<SyncNode&>(ring.nodes.emplace_back()) = node;
    return {node.stream, number};
  }
  Whole& place = ring.nodes[(number - 1) % history_];
  if (place.to_hub != 0) left(place.to_hub);
  for (const Edge& edge : place.in) {
    if (edge.from.stream == kHub) left(edge.from.number);
  }
  static_cast<SyncNode&>(place) = node;
  place.in.clear();
  place.to_hub = 0;
  return {node.stream, number};
}

NodeName SyncGraph::add_hub() {
  if (history_ == 0) return {};
  hubs_.try_emplace(next_hub_);
  return {kHub, next_hub_++};
}

void SyncGraph::left(std::uint64_t number) {
  const auto hub = hubs_.find(number);
  if (hub != hubs_.end() && --hub->second.nodes == 0) hubs_.erase(hub);
}

SyncGraph::Whole* SyncGraph::find_whole(NodeName name) {
  return const_cast<Whole*>(static_cast<const Whole*>(find(name)));
}

SyncGraph::Node SyncGraph::find(NodeName name) const {
  if (name.number == 0 || name.stream >= streams_.size()) return none();
  const Ring& ring = streams_[name.stream];
  return name.number > ring.added || name.number < oldest(ring) ? none() : &at(ring, name.number);
}

void SyncGraph::link(NodeName from, NodeName to, const char* label) {
  if (to.stream == kHub) {
    const auto hub = hubs_.find(to.number);
    Whole* const node = find_whole(from);
    if (hub == hubs_.end() || node == nullptr || node->to_hub != 0) return;
    node->to_hub = to.number;
    hub->second.arrivals.push_back(from);
    ++hub->second.nodes;
    return;
  }
  Whole* const node = find_whole(to);
  if (node == nullptr) return;
  if (from.stream == kHub) {
    const auto hub = hubs_.find(from.number);
    if (hub == hubs_.end()) return;
    ++hub->second.nodes;
  } else if (find(from) == none()) {
    return;
  }
  node->in.push_back({from, label});
}

std::uint64_t SyncGraph::first_after(const Ring& ring, Tick tick) const {
  std::uint64_t low = oldest(ring);
  std::uint64_t high = ring.added + 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (at(ring, middle).tick <= tick) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::vector<SyncGraph::Node> SyncGraph::between(StreamNumber stream, Tick first, Tick last) const {
  std::vector<Node> nodes;
  if (stream >= streams_.size()) return nodes;
  const Ring& ring = streams_[stream];
  for (std::uint64_t n = first_after(ring, first); n <= ring.added && at(ring, n).tick <= last; ++n) {
    nodes.push_back(&at(ring, n));
  }
  return nodes;
}

SyncGraph::Node SyncGraph::latest(StreamNumber stream, Tick last) const {
  if (stream >= streams_.size()) return none();
  const Ring& ring = streams_[stream];
  const std::uint64_t after = first_after(ring, last);
  return after == oldest(ring) ? none() : &at(ring, after - 1);
}

}  // namespace fencepost::order
