#include "overview/collector.h"

#include <algorithm>
#include <utility>

#include "record/vocabulary.h"

namespace fencepost::overview {
namespace {

constexpr std::size_t kMostBars = 20'000;
constexpr std::size_t kMostLines = 2'000;
constexpr std::size_t kMostGroupNumbers = 20'000;
constexpr std::size_t kMostTicks = 20'000;
constexpr std::size_t kMostWindows = 64;
constexpr std::size_t kFineLanes = 64;  // this many have slots of the smallest width

EpochBar bar_of(const AccessEpoch& epoch) {
  switch (epoch.kind) {
    case EpochKind::kFence:
      return EpochBar::kFence;
    case EpochKind::kStart:
      return EpochBar::kAccess;
    case EpochKind::kLockAll:
      return EpochBar::kLockAll;
    case EpochKind::kLock:
      break;
  }
  return epoch.lock == LockType::kExclusive ? EpochBar::kExclusive : EpochBar::kShared;
}

template <class... Events>
bool is_any(const AnyEvent& event) {
  return (std::holds_alternative<Events>(event) || ...);
}

// Whether a call that may close epochs begins, or has ended.
bool may_close(const AnyEvent& event) {
  return is_any<event::FenceBegin, event::CompleteBegin, event::ExposureWaitBegin, event::ExposureTest,
                event::UnlockBegin>(event);
}
bool has_closed(const AnyEvent& event) {
  return may_close(event) ||
         is_any<event::FenceEnd, event::CompleteEnd, event::ExposureWaitEnd, event::UnlockEnd>(event);
}

// The window, as the process's events name it; 0: the event names none.
std::uint64_t window_of(const AnyEvent& event) {
  const auto window = [](const auto& one) -> std::uint64_t {
    if constexpr (requires { one.window; })
      return static_cast<std::uint64_t>(one.window);
    else
      return 0;
  };
  return std::visit(window, event);
}

template <class Epoch>
void add_once(std::vector<std::shared_ptr<const Epoch>>& all, const std::shared_ptr<Epoch>& epoch) {
  if (epoch && std::ranges::find(all, epoch) == all.end()) all.push_back(epoch);
}

}  // namespace

void Collector::begin(const Job& job) {
  if (lanes_) return;
  lanes_ = std::make_unique<Lanes>(job.processes().size());
  if (whole_ && job.processes().size() > kFineLanes)
    fine_ = std::make_unique<Lanes>(job.processes().size(), kFineLanes);
}

std::uint64_t Collector::since_start(const Job& job, const Moment& moment) {
  begin(job);
  if (!moment.process.known()) return 0;  // of a member that never came
  return lanes_->since_start(time_.of(job, moment.process, moment.time));
}

std::uint64_t Collector::name(std::string_view text) {
  const auto [found, fresh] = names_.try_emplace(std::string(text), run_.names.size());
  if (fresh) run_.names.emplace_back(text);
  return found->second;
}

WindowUse* Collector::use_of(const Job& job, WindowKey key) {
  const auto found = uses_.find(key);
  if (found != uses_.end()) return found->second.get();
  const Window* window = job.window(key);
  if (window == nullptr || numbers_.contains(key)) return nullptr;  // used after all have freed it
  if (numbers_.size() >= kMostWindows) {
    ++run_.windows_left_out;
    return uses_.emplace(key, nullptr).first->second.get();
  }
  numbers_[key] = numbers_.size();
  return uses_.emplace(key, std::make_unique<WindowUse>(*window)).first->second.get();
}

std::uint64_t Collector::index_of(WindowKey window) const {
  const auto found = numbers_.find(window);
  return found == numbers_.end() ? kMostWindows : found->second;
}

void Collector::before(const Job& job, const Moment&, const Place& place, const AnyEvent& event) {
  if (!whole_ || !may_close(event)) return;
  const Window* window = job.window_by_id(place.process, window_of(event));
  if (window == nullptr) return;
  if (closing_.empty()) closing_ = PerProcess<Closing>(job.processes().size());
  Closing& closing = closing_[place.process];
  const WindowState& state = job.state(place.process, window->key);
  if (const auto* unlock = std::get_if<event::UnlockBegin>(&event)) {
    const auto lock = state.locks.find(Rank(unlock->target));
    if (lock != state.locks.end()) add_once(closing.access, lock->second);
    if (Rank(unlock->target) == Rank::kAllTargets) add_once(closing.access, state.lock_all);
    return;
  }
  add_once(closing.access, state.fence);
  add_once(closing.access, state.start);
  add_once(closing.exposure, state.exposure);
}

// For windows with their own memory: the place of attached memory changes, and is not shown.
void Collector::note_part(const Job& job, const Window& window, ProcessId process, bool there) {
  const Rank rank = window.rank_of(process);
  if (!window.has_rank(rank) || window.flavor == WindowFlavor::kDynamic) return;
  const Job::PartPlace place = job.place_of_part(window, rank);
  auto& parts = parts_[place.memory];
  if (there)
    parts[place.begin] = {window.key, rank, place.begin + window.part(rank).size};
  else
    parts.erase(place.begin);
}

void Collector::access(const Job& job, const Moment&, const Place& place, const event::Access&, const Memory& where,
                       const Strided& bytes) {
  const auto memory = parts_.find(where);
  if (memory == parts_.end()) return;
  auto part = memory->second.upper_bound(bytes.begin);
  if (part == memory->second.begin()) return;
  --part;
  if (bytes.begin >= part->second.end) return;
  const auto use = uses_.find(part->second.window);
  const Window* window = job.window(part->second.window);
  if (use != uses_.end() && use->second != nullptr && window != nullptr)
    use->second->local(*window, part->second.rank, window->rank_of(place.process), bytes.begin - part->first,
                       bytes.end() - part->first);
}

void Collector::count(const Job& job, const Moment& now, const Place& place, const AnyEvent& event) {
  if (!is_any<event::WindowCreateEnd, event::FenceBegin, event::StartBegin, event::FlushBegin, event::LockBegin,
              event::WindowFreeBegin>(event))
    return;
  const Window* window = job.window_by_id(place.process, window_of(event));
  WindowUse* use = window != nullptr ? use_of(job, window->key) : nullptr;
  if (use == nullptr) return;
  if (is_any<event::WindowCreateEnd, event::WindowFreeBegin>(event))
    note_part(job, *window, place.process, is_any<event::WindowCreateEnd>(event));
  WindowOverview& told = use->told();
  if (is_any<event::WindowCreateEnd>(event)) {
    if (told.created == 0) told.created = since_start(job, now);
  } else if (is_any<event::FenceBegin>(event)) {
    ++told.fences;
  } else if (is_any<event::StartBegin>(event)) {
    ++told.starts;
  } else if (is_any<event::FlushBegin>(event)) {
    ++told.flushes;
  } else if (is_any<event::WindowFreeBegin>(event)) {
    told.freed = since_start(job, now);
  } else if (const auto* lock = std::get_if<event::LockBegin>(&event)) {
    const bool exclusive = static_cast<LockType>(lock->type) == LockType::kExclusive;
    ++(Rank(lock->target) == Rank::kAllTargets ? told.lock_alls : exclusive ? told.exclusive_locks : told.shared_locks);
  }
}

void Collector::after(const Job& job, const Moment& now, const Place& place, const AnyEvent& event) {
  since_start(job, now);
  if (!whole_) return;
  count(job, now, place, event);
  if (has_closed(event) && !closing_.empty()) close(job, closing_[place.process]);
}

void Collector::close(const Job& job, Closing& closing) {
  const auto is_closed = [&](const auto& epoch) {
    if (epoch->open) return false;
    bar(job, *epoch, since_start(job, epoch->closed_at));
    return true;
  };
  std::erase_if(closing.access, is_closed);
  std::erase_if(closing.exposure, is_closed);
}

void Collector::bar(const Job& job, const AccessEpoch& epoch, std::uint64_t end) {
  if (epoch.active()) bar(epoch.process, bar_of(epoch), epoch.window, since_start(job, epoch.opened_at), end);
}

void Collector::bar(const Job& job, const ExposureEpoch& epoch, std::uint64_t end) {
  bar(epoch.process, EpochBar::kExposure, epoch.window, since_start(job, epoch.opened_at), end);
}

void Collector::bar(ProcessId process, EpochBar kind, WindowKey window, std::uint64_t begin, std::uint64_t end) {
  end = std::max(begin, end);
  lanes_->epoch(process, kind, begin, end);
  if (fine_) fine_->epoch(process, kind, begin, end);
  if (end - begin < shortest_bar_) {
    ++run_.short_epochs;
    return;
  }
  OverviewBars& bars = run_.bars;
  bars.lane.push_back(lanes_->lane_of(process));
  bars.kind.push_back(static_cast<std::uint64_t>(kind));
  bars.window.push_back(index_of(window));
  bars.begin.push_back(begin);
  bars.end.push_back(end);
  if (bars.lane.size() >= kMostBars) drop_short_bars();
}

// Drops the shorter half: bars that become visible only when the picture is enlarged far.
void Collector::drop_short_bars() {
  OverviewBars& bars = run_.bars;
  std::vector<std::uint64_t> lengths;
  for (std::size_t i = 0; i < bars.lane.size(); ++i) lengths.push_back(bars.end[i] - bars.begin[i]);
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  shortest_bar_ = *middle + 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bars.lane.size(); ++i) {
    if (bars.end[i] - bars.begin[i] < shortest_bar_) continue;
    for (auto* column : {&bars.lane, &bars.kind, &bars.window, &bars.begin, &bars.end}) (*column)[kept] = (*column)[i];
    ++kept;
  }
  run_.short_epochs += bars.lane.size() - kept;
  for (auto* column : {&bars.lane, &bars.kind, &bars.window, &bars.begin, &bars.end}) column->resize(kept);
}

void Collector::operation_issued(const Job& job, const Operation& operation) {
  if (!whole_ || operation.outcome != 0 || !operation.place.process.known()) return;
  const std::uint64_t time = since_start(job, operation.issued);
  ++run_.operations;
  lanes_->operation(operation.place.process, time);
  if (fine_) fine_->operation(operation.place.process, time);
  WindowUse* use = use_of(job, operation.window);
  const Window* window = job.window(operation.window);
  if (window != nullptr && window->has_rank(operation.target) && use != nullptr)
    use->operation(job, *window, operation, window->rank_of(operation.place.process));
  OverviewTicks& ticks = run_.ticks;
  if (ticks.lane.size() > kMostTicks) return;
  if (ticks.lane.size() == kMostTicks) {  // too many for single marks: the lanes show their density
    ticks = {};
    ticks.lane.resize(kMostTicks + 1);
    return;
  }
  ticks.lane.push_back(lanes_->lane_of(operation.place.process));
  ticks.time.push_back(time);
  ticks.kind.push_back(name(name_of(operation.kind)));
  ticks.window.push_back(index_of(operation.window));
  ticks.target.push_back(operation.target_process.known() ? lanes_->lane_of(operation.target_process)
                                                          : lanes_->lane_of(ProcessId(0)));
}

// The lanes of the participants, as in RunOverview::groups; none: there are too many different groups.
std::optional<std::uint64_t> Collector::group_of(const Job& job, const CollectiveCall& call) {
  begin(job);
  std::vector<std::uint64_t> lanes;
  for (const CollectiveMember& member : call.members)
    if (member.called) lanes.push_back(lanes_->lane_of(member.process));
  std::ranges::sort(lanes);
  std::vector<std::uint64_t> runs;  // first and last of neighbours
  for (const std::uint64_t lane : lanes) {
    if (runs.empty() || lane > runs.back() + 1)
      runs.insert(runs.end(), {lane, lane});
    else
      runs.back() = lane;
  }
  const auto known = groups_.find(runs);
  if (known != groups_.end()) return known->second;
  if (runs.empty() || group_numbers_ + runs.size() > kMostGroupNumbers) return std::nullopt;
  group_numbers_ += runs.size();
  run_.groups.push_back(runs);
  return groups_.emplace(std::move(runs), run_.groups.size() - 1).first->second;
}

void Collector::collective(const Job& job, const CollectiveCall& call) {
  if (!whole_ || !call.complete || call.members.empty()) return;
  if (lines_told_++ % line_step_ != 0) {
    ++run_.lines_left_out;
    return;
  }
  const std::optional<std::uint64_t> group = group_of(job, call);
  if (!group) {
    ++run_.lines_left_out;
    return;
  }
  std::uint64_t time = 0;
  for (const CollectiveMember& member : call.members)
    if (member.called) time = std::max(time, since_start(job, member.begun));
  OverviewLines& lines = run_.lines;
  lines.time.push_back(time);
  lines.group.push_back(*group);
  lines.name.push_back(name(name_of(call.members.front().place.call)));
  if (lines.time.size() < kMostLines) return;
  // Every second one stays, also of future ones.
  for (auto* column : {&lines.time, &lines.name, &lines.group}) {
    for (std::size_t i = 0; 2 * i < column->size(); ++i) (*column)[i] = (*column)[2 * i];
    column->resize(kMostLines / 2);
  }
  run_.lines_left_out += kMostLines / 2;
  line_step_ *= 2;
}

void Collector::keep(const Window& window) {
  const auto use = uses_.find(window.key);
  if (use == uses_.end()) return;
  if (use->second) kept_[numbers_[window.key]] = use->second->take(window, say_.window(window), say_.memory(window));
  uses_.erase(use);
}

void Collector::window_gone(const Window& window) {
  keep(window);
}

void Collector::finished(const Job& job, const EndOfRun& end) {
  begin(job);
  if (!whole_) return;
  const std::uint64_t last = lanes_->last();
  for (const auto& epoch : end.open_access) bar(job, *epoch, last);
  for (const auto& epoch : end.open_exposure) bar(job, *epoch, last);
  for (const auto& [key, window] : job.windows()) keep(*window);
  for (const auto& window : job.last_gone_windows()) keep(*window);
}

RunOverview Collector::take() {
  if (!lanes_) return {};
  run_.nanoseconds = lanes_->last();
  run_.slot = lanes_->slot();
  run_.lanes = lanes_->take();
  if (fine_) {
    run_.fine_slot = fine_->slot();
    run_.fine_lanes = fine_->take();
  }
  if (run_.ticks.lane.size() > kMostTicks) run_.ticks = {};
  for (auto& [number, window] : kept_) {
    while (run_.windows.size() < number) run_.windows.emplace_back();
    run_.windows.push_back(std::move(window));
  }
  return std::move(run_);
}

}  // namespace fencepost::overview
