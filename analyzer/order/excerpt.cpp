#include "order/excerpt.h"

#include <algorithm>
#include <utility>

namespace fencepost::order {

std::vector<SyncExcerpt::Node> SyncExcerpt::between(StreamNumber stream, Tick first, Tick last) const {
  std::vector<Node> nodes;
  const auto all = streams_.find(stream);
  if (all == streams_.end()) return nodes;
  for (const Node node : all->second) {
    if (graph_[node].tick > first && graph_[node].tick <= last) nodes.push_back(node);
  }
  return nodes;
}

SyncExcerpt::Node SyncExcerpt::latest(StreamNumber stream, Tick last) const {
  const auto nodes = between(stream, 0, last);
  return nodes.empty() ? none() : nodes.back();
}

SyncExcerpt SyncGraph::excerpt(std::initializer_list<StreamNumber> streams) const {
  SyncExcerpt excerpt;
  std::map<NodeName, SyncExcerpt::Node> known;
  std::vector<std::pair<SyncExcerpt::Node, const Link*>> links;
  for (const StreamNumber stream : streams) {
    if (stream >= streams_.size()) continue;
    const auto [own, added] = excerpt.streams_.try_emplace(stream);
    if (!added) continue;
    for (const Record* const of_stream : records_of(stream)) {
      const Record& record = *of_stream;
      const auto node = boost::add_vertex(record.node, excerpt.graph_);
      own->second.push_back(node);
      known.insert_or_assign(NodeName{stream, record.node.tick}, node);
      for (const Link& link : record.links) links.emplace_back(node, &link);
    }
  }
  std::sort(links.begin(), links.end(),
            [](const auto& a, const auto& b) { return a.second->number < b.second->number; });
  for (const auto& [node, link] : links) {
    auto at = known.find(link->other);
    if (at == known.end()) {
      SyncNode other;
      if (link->other.stream == kHub) {
        other.order = link->other.number;
      } else {
        const Record* const record = find(link->other);
        if (record == nullptr) continue;
        other = record->node;
      }
      at = known.emplace(link->other, boost::add_vertex(other, excerpt.graph_)).first;
    }
    const SyncEdge edge{link->label};
    if (link->outwards) {
      boost::add_edge(node, at->second, edge, excerpt.graph_);
    } else {
      boost::add_edge(at->second, node, edge, excerpt.graph_);
    }
  }
  // A read edge leads to a separate node.
  for (const StreamNumber stream : streams) {
    if (stream >= reads_.size()) continue;
    for (const Read& read : reads_[stream].last) {
      const auto written = known.find(read.written), same = known.find({stream, read.node.tick});
      if (written == known.end() || read.written.stream == stream) continue;
      const auto node = same != known.end() ? same->second : boost::add_vertex(read.node, excerpt.graph_);
      if (same == known.end()) excerpt.streams_[stream].push_back(node);
      boost::add_edge(written->second, node, SyncEdge{"value read"}, excerpt.graph_);
    }
    auto& own = excerpt.streams_[stream];
    std::stable_sort(own.begin(), own.end(), [&](SyncExcerpt::Node a, SyncExcerpt::Node b) {
      return excerpt.graph_[a].tick < excerpt.graph_[b].tick;
    });
  }
  return excerpt;
}

}  // namespace fencepost::order
