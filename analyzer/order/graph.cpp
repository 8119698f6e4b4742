#include "order/graph.h"

#include <algorithm>

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

std::size_t SyncGraph::Ring::count_until(Tick last) const {
  std::size_t low = 0;
  std::size_t high = size();
  if (high != 0 && (*this)[high - 1].node.tick <= last) return high;  // what is asked for most
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if ((*this)[middle].node.tick <= last) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

NodeName SyncGraph::add(const SyncNode& node) {
  if (history_ == 0) return {};
  if (streams_.size() <= node.stream) streams_.resize(node.stream + 1);
  Ring& ring = streams_[node.stream];
  if (ring.size() < history_) {
    ring.records.push_back({node, {}});
  } else {
    Record& oldest = ring.records[ring.first];
    drop_links(oldest);
    oldest.node = node;
    if (++ring.first == ring.size()) ring.first = 0;
  }
  return {node.stream, node.tick};
}

NodeName SyncGraph::add_hub() {
  if (history_ == 0) return {};
  if (free_hubs_.empty()) {
    free_hubs_.push_back(static_cast<std::uint32_t>(hubs_.size()));
    hubs_.emplace_back();
  }
  const std::uint32_t place = free_hubs_.back();
  free_hubs_.pop_back();
  Hub& hub = hubs_[place];
  hub = {hub.use + 1, 0, true};
  return {kHub, (std::uint64_t{hub.use} << 32) | (place + 1)};
}

void SyncGraph::drop_links(Record& record) {
  for (const Link& link : record.links) {
    if (link.other.stream != kHub) continue;
    Hub& hub = hubs_[place_of(link.other.number)];
    if (--hub.nodes != 0) continue;
    hub.exists = false;
    free_hubs_.push_back(place_of(link.other.number));
  }
  record.links.clear();
}

const SyncGraph::Record* SyncGraph::find(NodeName name) const {
  if (name.number == 0 || name.stream >= streams_.size()) return nullptr;
  const Ring& ring = streams_[name.stream];
  const std::size_t count = ring.count_until(static_cast<Tick>(name.number));
  if (count == 0 || ring[count - 1].node.tick != name.number) return nullptr;
  return &ring[count - 1];
}

bool SyncGraph::exists(NodeName name) const {
  if (name.stream != kHub) return find(name) != nullptr;
  const std::uint32_t place = place_of(name.number);
  return name.number != 0 && place < hubs_.size() && hubs_[place].exists && hubs_[place].use == name.number >> 32;
}

void SyncGraph::link(NodeName from, NodeName to, const char* label) {
  // An edge stands with the node that takes the order, or with the one that is no hub.
  const bool outwards = to.stream == kHub;
  const NodeName here = outwards ? from : to;
  const NodeName other = outwards ? to : from;
  auto* const record = const_cast<Record*>(find(here));
  if (record == nullptr || !exists(other)) return;
  if (other.stream == kHub) ++hubs_[place_of(other.number)].nodes;
  record->links.push_back({other, outwards, label, ++links_});
}

const SyncNode* SyncGraph::latest(StreamNumber stream, Tick last) const {
  if (stream >= streams_.size()) return nullptr;
  const Ring& ring = streams_[stream];
  const std::size_t count = ring.count_until(last);
  return count == 0 ? nullptr : &ring[count - 1].node;
}

const SyncNode* SyncGraph::latest_that_learned(StreamNumber stream, Tick last) const {
  if (stream >= streams_.size()) return nullptr;
  const Ring& ring = streams_[stream];
  const std::size_t count = ring.count_until(last);
  for (std::size_t i = count; i-- > 0;)
    if (std::ranges::any_of(ring[i].links, [](const Link& link) { return !link.outwards; })) return &ring[i].node;
  return count == 0 ? nullptr : &ring[count - 1].node;
}

std::pair<const SyncNode*, const SyncNode*> SyncGraph::latest_meeting(StreamNumber first, Tick first_last,
                                                                      StreamNumber second, Tick second_last) const {
  if (first >= streams_.size() || second >= streams_.size()) return {};
  const Ring& ring = streams_[first];
  const Ring& other = streams_[second];
  const auto gives_to = [](const Record& record, NodeName hub) {
    return std::ranges::any_of(record.links, [&](const Link& link) { return link.outwards && link.other == hub; });
  };
  for (std::size_t i = ring.count_until(first_last); i-- > 0;) {
    for (const Link& link : ring[i].links) {
      if (!link.outwards) return {};
      if (link.other.stream != kHub) continue;
      for (std::size_t j = other.count_until(second_last); j-- > 0;)
        if (gives_to(other[j], link.other)) return {&ring[i].node, &other[j].node};
    }
  }
  return {};
}

// The oldest record of `givers` from number `begin` on, or the latest one, that gave what `link` brought.
const SyncGraph::Record* SyncGraph::giver_of(const Link& link, StreamNumber from, const Ring& givers, std::size_t begin,
                                             bool latest) {
  if (link.outwards || (link.other.stream != from && link.other.stream != kHub)) return nullptr;
  for (std::size_t i = begin; i < givers.size(); ++i) {
    const Record& giver = givers[latest ? givers.size() - 1 - (i - begin) : i];
    const bool gave = link.other.stream == from ? giver.node.tick == link.other.number
                                                : std::ranges::any_of(giver.links, [&](const Link& other) {
                                                    return other.outwards && other.other == link.other;
                                                  });
    if (gave) return &giver;
  }
  return nullptr;
}

bool SyncGraph::remembers(StreamNumber stream, std::uint64_t since) const {
  if (stream >= streams_.size() || streams_[stream].size() < history_) return true;
  return history_ != 0 && streams_[stream][0].node.order <= since;
}

SyncGraph::Passing SyncGraph::first_passing(StreamNumber from, Tick since, StreamNumber to, Tick until) const {
  if (from >= streams_.size() || to >= streams_.size()) return {};
  const Ring& givers = streams_[from];
  const Ring& takers = streams_[to];
  const std::size_t begin = since == 0 ? 0 : givers.count_until(since - 1);
  const std::size_t end = takers.count_until(until);
  for (std::size_t i = 0; i < end; ++i)
    for (const Link& link : takers[i].links)
      if (const Record* giver = giver_of(link, from, givers, begin, false)) return {&giver->node, &takers[i].node};
  return {};
}

SyncGraph::Passing SyncGraph::last_passing(StreamNumber from, Tick given_until, StreamNumber to, Tick since,
                                           Tick until) const {
  if (from >= streams_.size() || to >= streams_.size()) return {};
  const Ring& takers = streams_[to];
  for (std::size_t i = takers.count_until(until); i-- > 0 && takers[i].node.tick >= since;)
    for (const Link& link : takers[i].links)
      if (const Record* giver = giver_of(link, from, streams_[from], 0, true); giver && giver->node.tick <= given_until)
        return {&giver->node, &takers[i].node};
  return {};
}

SyncExcerpt SyncGraph::excerpt(std::initializer_list<StreamNumber> streams) const {
  SyncExcerpt excerpt;
  std::map<NodeName, SyncExcerpt::Node> known;
  std::vector<std::pair<SyncExcerpt::Node, const Link*>> links;
  for (const StreamNumber stream : streams) {
    if (stream >= streams_.size()) continue;
    const auto [own, added] = excerpt.streams_.try_emplace(stream);
    if (!added) continue;
    const Ring& ring = streams_[stream];
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Record& record = ring[i];
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
  return excerpt;
}

}  // namespace fencepost::order
