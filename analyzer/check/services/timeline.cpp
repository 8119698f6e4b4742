#include "services/timeline.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ids/format.h"
#include "order/excerpt.h"

namespace fencepost::check {

using index::Activity;
using order::SyncExcerpt;
using order::Tick;

namespace {

std::string label_of(const Activity& activity) {
  if (activity.operation) return fmt::format("{} → {}", name_of(activity.call), activity.operation->target_process);
  if (activity.call != MpiCall::kNone) return std::string(name_of(activity.call));
  return activity.kind == AccessClass::kLoad ? "load" : "store";
}

constexpr std::size_t kPointsPerThread = 14;

struct Point {
  TimelinePoint point;
  order::StreamNumber stream = 0;
  std::vector<SyncExcerpt::Node> nodes;
};

// Ticks count more than the calls that are drawn: the last one at or before `from` is the first in the picture. A call
// that others wait for appears twice, when it begins and when it returns.
Tick first_tick(const SyncExcerpt& sync_graph, const Activity& activity, Tick from) {
  const auto first = sync_graph.latest(activity.stream, from);
  if (first == SyncExcerpt::none() || sync_graph[first].place.thread != activity.thread) return from;
  from = sync_graph[first].tick;
  const auto begin = sync_graph.latest(activity.stream, from == 0 ? 0 : from - 1);
  const bool twice = begin != SyncExcerpt::none() && sync_graph[begin].place == sync_graph[first].place;
  return twice ? sync_graph[begin].tick : from;
}

// The synchronization of an access's thread since the common synchronization; if that is too much, the part next to the
// access.
std::vector<Point> points_of(const SyncExcerpt& sync_graph, const Activity& activity, Tick from) {
  from = first_tick(sync_graph, activity, from);
  std::vector<Point> own;
  for (const auto node : sync_graph.between(activity.stream, from == 0 ? 0 : from - 1, ~Tick{0})) {
    const order::SyncNode& sync = sync_graph[node];
    if (sync.place.thread != activity.thread) continue;  // of a thread that had its place before or has it now
    const bool taken = boost::in_degree(node, sync_graph.graph()) != 0;
    if (sync.what != nullptr && !taken) continue;  // nobody released the lock before
    if (!own.empty() && sync.what == nullptr && own.back().point.place == sync.place) {
      own.back().nodes.push_back(node);
      if (taken) own.back().point.place.order = sync.order;
      continue;
    }
    Point point;
    point.stream = activity.stream;
    point.point.place = sync.in_run();
    point.point.label = sync.what != nullptr                ? sync.what
                        : sync.place.call == MpiCall::kNone ? "thread"
                                                            : std::string(name_of(sync.place.call));
    point.nodes = {node};
    own.push_back(std::move(point));
  }
  if (own.size() <= kPointsPerThread) return own;
  std::size_t at = 0;
  while (at < own.size() && sync_graph[own[at].nodes.front()].tick < activity.tick) ++at;
  const std::size_t begin = at > kPointsPerThread / 2 ? at - kPointsPerThread / 2 : 0;
  const std::size_t end = std::min(own.size(), begin + kPointsPerThread);
  return {own.begin() + static_cast<std::ptrdiff_t>(begin), own.begin() + static_cast<std::ptrdiff_t>(end)};
}

Point point_of_access(const Activity& activity, int number) {
  Point point;
  point.stream = activity.stream;
  point.point.place = {activity.place(), activity.at.order};
  point.point.label = label_of(activity);
  point.point.access = number;
  return point;
}

void link_points(Conflict& conflict, const SyncExcerpt& sync_graph, const std::vector<Point>& points) {
  const SyncExcerpt::Graph& graph = sync_graph.graph();
  std::map<SyncExcerpt::Node, std::size_t> point_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const auto node : points[i].nodes) point_of[node] = i;
  }
  std::set<std::pair<std::size_t, std::size_t>> linked;
  const auto link = [&](std::size_t from, SyncExcerpt::Node to, const std::string& label) {
    const auto at = point_of.find(to);
    if (at == point_of.end() || at->second == from || points[at->second].stream == points[from].stream) return;
    if (points[from].point.place.order >= points[at->second].point.place.order) return;
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
}

}  // namespace

void draw(Conflict& conflict, const order::SyncGraph& graph, const Activity& earlier, const Activity& later,
          Tick first_from, Tick second_from) {
  const SyncExcerpt sync_graph = graph.excerpt({earlier.stream, later.stream});
  std::vector<Point> points = points_of(sync_graph, earlier, first_from);
  if (later.stream != earlier.stream || later.thread != earlier.thread) {
    for (Point& point : points_of(sync_graph, later, second_from)) points.push_back(std::move(point));
  }
  points.push_back(point_of_access(earlier, 0));
  points.push_back(point_of_access(later, 1));
  std::stable_sort(points.begin(), points.end(),
                   [](const Point& a, const Point& b) { return a.point.place.order < b.point.place.order; });
  link_points(conflict, sync_graph, points);
  for (Point& point : points) conflict.timeline.push_back(std::move(point.point));
}

}  // namespace fencepost::check
