#include "order/graph.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "job/invariant.h"

namespace fencepost::order {

std::size_t SyncGraph::Ring::count_until(Tick last) const {
  std::size_t low = 0;
  std::size_t high = count;
  if (high != 0 && (*this)[high - 1].node.tick <= last) return high;  // the usual question
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

const SyncGraph::Record* SyncGraph::Ring::find(Tick tick) const {
  const std::size_t until = count_until(tick);
  return until != 0 && (*this)[until - 1].node.tick == tick ? &(*this)[until - 1] : nullptr;
}

void SyncGraph::Ring::erase(std::size_t i) {
  for (; i + 1 < count; ++i) std::swap((*this)[i], (*this)[i + 1]);
  --count;
}

NodeName SyncGraph::add(const SyncNode& node) {
  if (history_ == 0) return {};
  if (streams_.size() <= node.stream) streams_.resize(node.stream + 1);
  place_for(streams_[node.stream].ring_of(node), node.tick).node = node;
  return {node.stream, node.tick};
}

// A record without links for a node of this tick (usually the last one's place); drops the oldest node if necessary.
SyncGraph::Record& SyncGraph::place_for(Ring& ring, Tick tick) {
  if (ring.count < ring.records.size()) {
    ++ring.count;
  } else if (ring.count < history_) {
    ring.records.emplace_back();
    ++ring.count;
  } else {
    drop_links(ring[0]);
    if (++ring.first == ring.count) ring.first = 0;
  }
  std::size_t at = ring.count - 1;
  for (; at > 0 && ring[at - 1].node.tick > tick; --at) std::swap(ring[at], ring[at - 1]);
  FENCEPOST_ASSERT(ring.count <= history_, "no more is remembered of a stream than was asked for");
  return ring[at];
}

void SyncGraph::add_read(NodeName written, const SyncNode& node, bool by_the_way) {
  if (history_ == 0) return;
  if (reads_.size() <= node.stream) reads_.resize(node.stream + 1);
  Reads& reads = reads_[node.stream];
  const std::size_t at = reads.made++ % kMostReads;
  if (at == reads.last.size()) {
    reads.last.push_back({written, node, by_the_way});
  } else {
    reads.last[at] = {written, node, by_the_way};
  }
}

void SyncGraph::orders_nothing(NodeName name) {
  if (name.stream >= streams_.size()) return;
  auto& [ordering, others] = streams_[name.stream];
  const auto tick = static_cast<Tick>(name.number);
  if (ordering.find(tick) == nullptr) return;
  const std::size_t at = ordering.count_until(tick) - 1;
  Record record = std::exchange(ordering[at], {});
  ordering.erase(at);
  record.node.orders = false;
  place_for(others, tick) = std::move(record);
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
    FENCEPOST_ASSERT(hub.nodes != 0, "a meeting point counts every node that is linked to it");
    if (--hub.nodes != 0) continue;
    hub.exists = false;
    free_hubs_.push_back(place_of(link.other.number));
  }
  record.links.clear();
}

const SyncGraph::Record* SyncGraph::find(NodeName name) const {
  if (name.number == 0 || name.stream >= streams_.size()) return nullptr;
  const auto& [ordering, others] = streams_[name.stream];
  const auto tick = static_cast<Tick>(name.number);
  const Record* const record = ordering.find(tick);
  return record != nullptr ? record : others.find(tick);
}

SyncGraph::Records SyncGraph::records_of(StreamNumber stream, Tick last) const {
  Records records;
  if (stream >= streams_.size()) return records;
  const auto& [ordering, others] = streams_[stream];
  const std::size_t in_one = ordering.count_until(last), in_other = others.count_until(last);
  records.reserve(in_one + in_other);
  for (std::size_t i = 0, j = 0; i < in_one || j < in_other;) {
    const bool next_orders = j == in_other || (i < in_one && ordering[i].node.tick <= others[j].node.tick);
    records.push_back(next_orders ? &ordering[i++] : &others[j++]);
  }
  return records;
}

bool SyncGraph::exists(NodeName name) const {
  if (name.stream != kHub) return find(name) != nullptr;
  const std::uint32_t place = place_of(name.number);
  return name.number != 0 && place < hubs_.size() && hubs_[place].exists && hubs_[place].use == name.number >> 32;
}

void SyncGraph::link(NodeName from, NodeName to, const char* label) {
  // An edge is stored at the node that takes the order, or at the one that is not a hub.
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
  const Ring& ring = streams_[stream].ordering;
  const std::size_t count = ring.count_until(last);
  return count == 0 ? nullptr : &ring[count - 1].node;
}

const SyncNode* SyncGraph::latest_that_learned(StreamNumber stream, Tick last) const {
  const Records records = records_of(stream, last);
  for (std::size_t i = records.size(); i-- > 0;)
    if (std::ranges::any_of(records[i]->links, [](const Link& link) { return !link.outwards; }))
      return &records[i]->node;
  return latest(stream, last);
}

std::pair<const SyncNode*, const SyncNode*> SyncGraph::latest_meeting(StreamNumber first, Tick first_last,
                                                                      StreamNumber second, Tick second_last) const {
  const Records records = records_of(first, first_last), others = records_of(second, second_last);
  const auto gives_to = [](const Record& record, NodeName hub) {
    return std::ranges::any_of(record.links, [&](const Link& link) { return link.outwards && link.other == hub; });
  };
  for (std::size_t i = records.size(); i-- > 0;) {
    for (const Link& link : records[i]->links) {
      if (!link.outwards) return {};
      if (link.other.stream != kHub) continue;
      for (std::size_t j = others.size(); j-- > 0;)
        if (gives_to(*others[j], link.other)) return {&records[i]->node, &others[j]->node};
    }
  }
  return {};
}

// The oldest record of `givers` from number `begin` on, or the latest one, that gave the order of `link`.
const SyncGraph::Record* SyncGraph::giver_of(const Link& link, StreamNumber from, const Records& givers,
                                             std::size_t begin, bool latest) {
  if (link.outwards || (link.other.stream != from && link.other.stream != kHub)) return nullptr;
  for (std::size_t i = begin; i < givers.size(); ++i) {
    const Record& giver = *givers[latest ? givers.size() - 1 - (i - begin) : i];
    const bool gave = link.other.stream == from ? giver.node.tick == link.other.number
                                                : std::ranges::any_of(giver.links, [&](const Link& other) {
                                                    return other.outwards && other.other == link.other;
                                                  });
    if (gave) return &giver;
  }
  return nullptr;
}

bool SyncGraph::remembers(StreamNumber stream, std::uint64_t since) const {
  if (stream >= streams_.size()) return true;
  const Ring& ring = streams_[stream].ordering;
  return ring.records.size() < history_ || (ring.count != 0 && ring[0].node.order <= since);
}

SyncGraph::Passing SyncGraph::first_passing(StreamNumber from, Tick since, StreamNumber to, Tick until) const {
  const Records givers = records_of(from);
  const std::size_t begin = since == 0 ? 0 : records_of(from, since - 1).size();
  for (const Record* taker : records_of(to, until))
    for (const Link& link : taker->links)
      if (const Record* giver = giver_of(link, from, givers, begin, false)) return {&giver->node, &taker->node};
  return {};
}

SyncGraph::Passing SyncGraph::last_passing(StreamNumber from, Tick given_until, StreamNumber to, Tick since,
                                           Tick until) const {
  const Records givers = records_of(from), takers = records_of(to, until);
  for (std::size_t i = takers.size(); i-- > 0 && takers[i]->node.tick >= since;)
    for (const Link& link : takers[i]->links)
      if (const Record* giver = giver_of(link, from, givers, 0, true); giver && giver->node.tick <= given_until)
        return {&giver->node, &takers[i]->node};
  return {};
}

SyncGraph::Passing SyncGraph::last_heard(StreamNumber from, StreamNumber to, Tick until) const {
  Passing last = last_passing(from, to, until);
  if (to >= reads_.size()) return last;
  const Reads& reads = reads_[to];
  const std::size_t kept = reads.last.size();
  std::optional<Passing> by_the_way;
  for (std::size_t i = 0; i < kept; ++i) {  // the latest first
    const Read& read = reads.last[(reads.made - 1 - i) % kept];
    if (read.written.stream != from || read.node.tick > until) continue;
    if (last.taken != nullptr && last.taken->tick >= read.node.tick) break;
    const Record* const writer = find(read.written);
    if (writer == nullptr) continue;
    const Passing found{&writer->node, &read.node};
    if (!read.by_the_way) return found;
    if (by_the_way) break;  // it reads nothing else from there
    by_the_way = found;
  }
  return by_the_way.value_or(last);
}

}  // namespace fencepost::order
