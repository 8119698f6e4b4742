#include "findings/word_order.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace fencepost {
namespace {

// By the first looks: from what a thread has done by a tick, over writes of the word and looks at it.
bool leads(const Conflict::Signal& signal, std::uint32_t stream, std::uint32_t tick, const Moment& to) {
  std::map<std::uint32_t, std::uint32_t> reached = {{stream, tick}};
  const auto knows = [&](const Conflict::Signal::Look& look) {
    return std::ranges::any_of(reached, [&](const auto& point) {
      const auto [by, at] = point;
      return (look.giver == by && look.given >= at) || (by < look.known.size() && look.known[by] >= at);
    });
  };
  for (bool more = true; more;) {
    more = false;
    for (const Conflict::Signal::Look& look : signal.looks) {
      const auto known = reached.find(look.taker);
      if ((known != reached.end() && known->second <= look.taken) || !knows(look)) continue;
      reached[look.taker] = look.taken;
      more = true;
      if (look.taker == to.stream && look.taken <= to.tick) return true;
    }
  }
  return false;
}

}  // namespace

bool would_order(const Conflict::Signal& signal, const ConflictAccess& first, const ConflictAccess& second) {
  // If the first access lasts and is not complete by then, that is a separate mistake.
  const bool lasts = first.role != AccessRole::kLocal;
  if (lasts && (!first.end || first.end->at.stream != first.start.stream)) return false;
  const std::uint32_t over = lasts ? first.end->at.tick : first.start.tick;
  const auto of = [](const Conflict::Signal::Point& point, const ConflictAccess& access) {
    return point.by == access.start.by();
  };
  const bool directly =
      std::ranges::any_of(signal.given, [&](const auto& point) { return of(point, first) && point.tick >= over; }) &&
      std::ranges::any_of(signal.taken,
                          [&](const auto& point) { return of(point, second) && point.tick <= second.start.tick; });
  return directly || leads(signal, first.start.stream, over, second.start);
}

}  // namespace fencepost
