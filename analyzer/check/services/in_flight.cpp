#include "services/in_flight.h"

#include <array>
#include <iterator>
#include <utility>

namespace fencepost::check {

OpenOperations& InFlight::OnWindow::open_to(Rank target) {
  const auto [at, added] = open.try_emplace(target);
  if (added && !spare.empty()) {
    at->second = std::move(spare.back());
    spare.pop_back();
  }
  return at->second;
}

InFlight::ByTarget::iterator InFlight::OnWindow::close(ByTarget::iterator at) {
  constexpr std::size_t kMost = 16;
  if (spare.size() < kMost) spare.push_back(std::move(at->second));
  return open.erase(at);
}

void InFlight::add(const std::shared_ptr<RmaOperation>& operation) {
  const ProcessId process = operation->place.process;
  OnWindow& window = windows_.of(process, operation->window);
  if (window.open.empty()) busy_[process].insert(operation->window);
  window.open_to(operation->target).add(operation);
}

void InFlight::forget_complete(ProcessId process, WindowKey window, Rank target, Which which) {
  OnWindow& on = windows_.of(process, window);
  ByTarget& open = on.open;
  const auto forget = [&](OpenOperations& operations) {
    const auto done = [](const auto& operation) { return operation->local && operation->remote; };
    which == Which::kLatest ? operations.drop_of_latest_if(done) : operations.drop_if(done);
  };
  if (target != kAll) {
    const auto at = open.find(target);
    if (at == open.end()) return;
    forget(at->second);
    if (at->second.empty()) on.close(at);
    return;
  }
  for (auto at = open.begin(); at != open.end();) {
    forget(at->second);
    at = at->second.empty() ? on.close(at) : std::next(at);
  }
}

void InFlight::forget_epoch(ProcessId process, WindowKey window, const AccessEpoch* epoch) {
  for (auto& [target, operations] : windows_.of(process, window).open) {
    operations.drop_if([&](const auto& operation) { return operation->epoch.get() == epoch; });
  }
}

void InFlight::drop(RmaOperation& operation) {
  OnWindow& window = windows_.of(operation.place.process, operation.window);
  const auto at = window.open.find(operation.target);
  if (at == window.open.end()) return;
  at->second.drop(operation);
  if (at->second.empty()) window.close(at);
}

void InFlight::note_several(ProcessId process, WindowKey window) {
  OnWindow& on = windows_.of(process, window);
  struct Site {
    StackId stack;
    Rank target;
  };
  std::array<Site, 8> sites;  // a loop has few; if there are more, the first ones are enough
  std::size_t known = 0;
  if (on.open.size() < 2) return;
  for (const auto& [target, operations] : on.open) {
    for (const auto& operation : operations.all()) {
      const StackId stack = operation->place.stack;
      const auto end = sites.begin() + static_cast<std::ptrdiff_t>(known);
      const auto site = std::find_if(sites.begin(), end, [&](const Site& one) { return one.stack == stack; });
      if (site == end) {
        if (known < sites.size()) sites[known++] = {stack, target};
      } else if (site->target != target) {
        on.several.insert(stack);
      }
    }
  }
}

void InFlight::CompletedTogether::ends_for(order::StreamNumber thread) {
  // Of many (parts of OpenMP constructs count as threads), the oldest are forgotten: for these threads, a later call
  // looks again.
  constexpr std::size_t kMost = 64;
  if (ended_for.size() == kMost) ended_for.erase(ended_for.begin());
  ended_for.push_back(thread);
}

void InFlight::remember_complete(const std::shared_ptr<RmaOperation>& operation,
                                 const std::shared_ptr<const Operation::Completion>& by) {
  if (std::exchange(operation->remembered, true)) return;
  // Each completing call looks at all groups, so there are at most this many; and operations take memory.
  constexpr std::size_t kMostCalls = 256, kMostOperations = 4096;
  std::deque<CompletedTogether>& complete = remembered(operation->place.process, operation->window);
  if (complete.empty() || complete.back().by != by) {
    std::size_t operations = 0;
    for (const CompletedTogether& together : complete) operations += together.operations.size();
    // (The last call's are kept: the next completing call is often another thread's.)
    for (; complete.size() > 1 && (complete.size() >= kMostCalls || operations > kMostOperations); complete.pop_front())
      operations -= complete.front().operations.size();
    complete.push_back({.by = by, .operations = {}, .ended_for = {}});
  }
  complete.back().operations.push_back(operation);
}

bool InFlight::is_idle(ProcessId process, WindowKey window) const {
  const OnWindow* const on = windows_.find(process, window);
  return on == nullptr || std::ranges::all_of(on->open, [](const auto& to) { return to.second.empty(); });
}

void InFlight::forget_window(ProcessId process, WindowKey window) {
  windows_.forget(process, window);
  busy_[process].erase(window);
}

}  // namespace fencepost::check
