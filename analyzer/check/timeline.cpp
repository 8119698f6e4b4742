// The picture of a conflict: who synchronized how around the two accesses.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "check/replay.h"

namespace fencepost::check {

namespace {

std::string label_of(const Activity& activity) {
  if (activity.operation) return fmt::format("{} → {}", name_of(activity.call), activity.operation->target_process);
  if (activity.call != MpiCall::kNone) return std::string(name_of(activity.call));
  return activity.kind == AccessClass::kLoad ? "load" : "store";
}

constexpr std::size_t kPointsPerThread = 14;

}  // namespace

// The synchronization of both threads since the last that both had seen, the two accesses among it, and the edges.
void Replay::draw(Conflict& conflict, const Activity& earlier, const Activity& later, Tick first_from,
                  Tick second_from) {
  struct Point {
    TimelinePoint point;
    StreamNumber stream = 0;
    std::vector<order::SyncExcerpt::Node> nodes;
  };
  std::vector<Point> points;
  const order::SyncExcerpt sync_graph = graph_.excerpt({earlier.stream, later.stream});
  const order::SyncExcerpt::Graph& graph = sync_graph.graph();
  const auto gather = [&](const Activity& activity, Tick from) {
    const StreamNumber stream = activity.stream;
    // From the common synchronization on; if that is too much, what is next to the access.
    // Ticks count more than the calls that are drawn: the last one at or before `from` is the first in the picture.
    // A call that others wait for stands there twice, when it begins and when it returns.
    const auto is_own = [&](order::SyncExcerpt::Node node) {  // not of a thread that had its place before or has it now
      return sync_graph[node].place.thread == activity.thread;
    };
    if (const auto first = sync_graph.latest(stream, from); first != order::SyncExcerpt::none() && is_own(first)) {
      from = sync_graph[first].tick;
      const auto begin = sync_graph.latest(stream, from == 0 ? 0 : from - 1);
      if (begin != order::SyncExcerpt::none() && sync_graph[begin].place == sync_graph[first].place)
        from = sync_graph[begin].tick;
    }
    auto nodes = sync_graph.between(stream, from == 0 ? 0 : from - 1, ~Tick{0});
    std::vector<Point> own;
    for (const auto node : nodes) {
      if (!is_own(node)) continue;
      const order::SyncNode& sync = sync_graph[node];
      const bool taken = boost::in_degree(node, graph) != 0;
      if (sync.what != nullptr && !taken) continue;  // nobody gave the lock back before
      if (!own.empty() && sync.what == nullptr && own.back().point.place == sync.place) {
        own.back().nodes.push_back(node);
        if (taken) own.back().point.order = sync.order;
        continue;
      }
      Point point;
      point.stream = stream;
      point.point.place = sync.place;
      point.point.order = sync.order;
      point.point.label = sync.what != nullptr                ? sync.what
                          : sync.place.call == MpiCall::kNone ? "thread"
                                                              : std::string(name_of(sync.place.call));
      point.nodes = {node};
      own.push_back(std::move(point));
    }
    if (own.size() > kPointsPerThread) {
      std::size_t at = 0;
      while (at < own.size() && sync_graph[own[at].nodes.front()].tick < activity.tick) ++at;
      const std::size_t begin = at > kPointsPerThread / 2 ? at - kPointsPerThread / 2 : 0;
      const std::size_t end = std::min(own.size(), begin + kPointsPerThread);
      own = std::vector<Point>(own.begin() + static_cast<std::ptrdiff_t>(begin),
                               own.begin() + static_cast<std::ptrdiff_t>(end));
    }
    points.insert(points.end(), own.begin(), own.end());
  };
  gather(earlier, first_from);
  if (later.stream != earlier.stream || later.thread != earlier.thread) gather(later, second_from);
  const auto access = [&](const Activity& activity, int number) {
    Point point;
    point.stream = activity.stream;
    point.point.place = activity.place();
    point.point.order = activity.order;
    point.point.label = label_of(activity);
    point.point.access = number;
    points.push_back(std::move(point));
  };
  access(earlier, 0);
  access(later, 1);
  std::stable_sort(points.begin(), points.end(),
                   [](const Point& a, const Point& b) { return a.point.order < b.point.order; });

  std::map<order::SyncExcerpt::Node, std::size_t> point_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const auto node : points[i].nodes) point_of[node] = i;
  }
  std::set<std::pair<std::size_t, std::size_t>> linked;
  const auto link = [&](std::size_t from, order::SyncExcerpt::Node to, const std::string& label) {
    const auto at = point_of.find(to);
    if (at == point_of.end() || at->second == from || points[at->second].stream == points[from].stream) return;
    if (points[from].point.order >= points[at->second].point.order) return;
    if (linked.emplace(from, at->second).second) conflict.timeline_links.push_back({from, at->second, label});
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const auto node : points[i].nodes) {
      for (auto [edge, end] = boost::out_edges(node, graph); edge != end; ++edge) {
        const auto target = boost::target(*edge, graph);
        if (sync_graph[target].stream != order::kHub) {
          link(i, target, graph[*edge].label);
          continue;
        }
        for (auto [through, last] = boost::out_edges(target, graph); through != last; ++through) {
          link(i, boost::target(*through, graph), points[i].point.label);
        }
      }
    }
  }
  for (Point& point : points) conflict.timeline.push_back(std::move(point.point));
}

}  // namespace fencepost::check
