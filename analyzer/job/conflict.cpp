#include "job/conflict.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace fencepost {

void Conflict::Signal::merge(const Signal& other) {
  const auto into = [](std::vector<Point>& points, const Point& point, auto replaces) {
    for (Point& known : points) {
      if (known.by != point.by) continue;
      if (replaces(point.tick, known.tick)) known.tick = point.tick;
      return;
    }
    points.push_back(point);
  };
  certain |= other.certain;
  awaited |= other.awaited;
  for (const Point& point : other.given) into(given, point, std::greater<>());
  for (const Point& point : other.taken) into(taken, point, std::less<>());
  for (const Look& look : other.looks) add(look);
}

namespace {

constexpr std::size_t kMostLooks = 16;

}  // namespace

bool Conflict::Signal::wants_look(std::uint64_t begun) const {
  return looks.size() < kMostLooks || begun <= looks.back().begun;
}

void Conflict::Signal::add(Look look) {
  const auto at = std::ranges::lower_bound(looks, look);
  if (at != looks.end() && *at == look) return;
  looks.insert(at, std::move(look));
  if (looks.size() > kMostLooks) looks.pop_back();
}

}  // namespace fencepost
