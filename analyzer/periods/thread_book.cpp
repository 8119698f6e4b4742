#include "periods/thread_book.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "match/collectives.h"

namespace fencepost::periods {

namespace {

// The subject of a hash: different salts for different subjects.
enum Salt : std::uint64_t { kMessage = 1, kMember, kFenceMember, kPair, kKind };

std::uint64_t hash(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (const std::uint64_t part : parts) {
    hash = (hash ^ part) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
    hash *= 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

enum Kind : std::uint64_t { kFence, kAccess, kExposure };

bool contains(const std::vector<std::int64_t>& targets, std::int64_t target) {
  return std::ranges::find(targets, target) != targets.end();
}

}  // namespace

void Sequences::add(const Sequences& other) {
  count += other.count;
  lowest = std::min(lowest, other.lowest);
  highest = std::max(highest, other.highest);
}

void add(AllSequences& to, const AllSequences& other) {
  for (const auto& [counter, sequences] : other) {
    const auto at = std::ranges::lower_bound(to, counter, {}, [](const auto& entry) { return entry.first; });
    if (at != to.end() && at->first == counter) {
      at->second.add(sequences);
    } else {
      to.insert(at, {counter, sequences});
    }
  }
}

namespace {
void add_set(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& other) {
  if (to == other) return;
  std::vector<std::uint64_t> both;
  std::ranges::set_union(to, other, std::back_inserter(both));
  to = std::move(both);
}
void insert(std::vector<std::uint64_t>& set, std::uint64_t item) {
  const auto at = std::ranges::lower_bound(set, item);
  if (at == set.end() || *at != item) set.insert(at, item);
}
}  // namespace

void Stretch::add(const Stretch& other) {
  plain = plain && other.plain;
  account += other.account;
  events += other.events;
  add_set(kinds, other.kinds);
  add_set(locked, other.locked);
  periods::add(sequences, other.sequences);
}

// ---- meetings

void ThreadBook::arrive(Meeting meeting) {
  if (under_way_ != 0 || !unexecuted_.empty() || meeting.number % step_ != 0) return;
  arriving_ = Cut{.meeting = meeting, .place = {}, .operations = operations_};
}

// An event between the two events of the call belongs to neither side of it.
void ThreadBook::settle(bool returned) {
  const Cut cut = *std::exchange(arriving_, std::nullopt);
  if (!returned) return;
  end_stretch();
  result_.cuts.push_back(cut);
  result_.stretches.push_back(std::exchange(stretch_, Stretch()));
  if (result_.cuts.size() > most_) keep_fewer();
}

// Locks that are held over a cut were taken in periods that all workers replay.
void ThreadBook::end_stretch() {
  for (const std::uint64_t window : changed_locks_) {
    OnWindow& on_window = windows_[window];
    on_window.locks_change = false;
    if (on_window.holds_locks()) stretch_.plain = false;
  }
  changed_locks_.clear();
}

// All threads keep the same ones: the meetings' numbers decide.
void ThreadBook::keep_fewer() {
  while (result_.cuts.size() > most_ / 2 && step_ < std::uint64_t{1} << 62) {
    step_ *= 2;
    Result kept;
    kept.exposed = std::move(result_.exposed);
    Stretch open;
    for (std::size_t i = 0; i < result_.cuts.size(); ++i) {
      open.add(result_.stretches[i]);
      if (result_.cuts[i].meeting.number % step_ != 0) continue;
      kept.cuts.push_back(result_.cuts[i]);
      kept.stretches.push_back(std::exchange(open, Stretch()));
    }
    open.add(stretch_);
    stretch_ = std::move(open);
    result_ = std::move(kept);
  }
}

ThreadBook::Result ThreadBook::close() {
  arriving_.reset();
  result_.indivisible = indivisible_ || of_.indivisible();
  result_.stretches.push_back(std::exchange(stretch_, Stretch()));
  return std::move(result_);
}

// The sum over all members is 0 only if all have called equally often.
void ThreadBook::called(const GroupBook& group, std::uint64_t salt) {
  stretch_.account += hash({salt, group.key, group.self});
  stretch_.account -= hash({salt, group.key, (group.self + 1) % group.size()});
}

void ThreadBook::on(const event::CollectiveBegin& event) {
  const auto call = static_cast<MpiCall>(event.call);
  const GroupBook* const group = of_.communicator(event.communicator);
  const bool barrier = call == MpiCall::kBarrier || call == MpiCall::kIbarrier;
  if (group == nullptr || !group->known() || (!barrier && !match::moves_data(call))) {
    stretch_.plain = false;
  } else {
    called(*group, kMember);
  }
  if (event.request != 0) request(event.request, {});
  if (group == nullptr || !group->known()) return;
  const std::uint64_t number = ++meetings_[group->key];
  if (call == MpiCall::kBarrier && event.request == 0 && group->size() == of_.processes())
    arrive({.fence = false, .key = group->key, .number = number});
}

// ---- messages and requests

void ThreadBook::on(const event::SendBegin& event) {
  if (event.request != 0) request(event.request, {});
  if (event.destination == kProcNull) return;
  const GroupBook* const group = of_.communicator(event.communicator);
  if (group == nullptr || !group->known()) {
    stretch_.plain = false;
    return;
  }
  stretch_.account += hash({kMessage, group->key, group->self, static_cast<std::uint64_t>(event.destination),
                            static_cast<std::uint64_t>(event.tag)});
}

void ThreadBook::on(const event::ReceiveBegin& event) {
  if (event.message != 0) stretch_.plain = false;
  if (event.request != 0) {
    request(event.request, {.communicator = event.communicator, .receives = true});
  } else {
    receiving_on_ = event.communicator;
  }
}

void ThreadBook::on(const event::ReceiveEnd& event) {
  received(receiving_on_, event.source, event.tag);
}

void ThreadBook::received(std::uint64_t communicator, std::int64_t source, std::int64_t tag) {
  if (source == kProcNull) return;
  const GroupBook* const group = of_.communicator(communicator);
  if (group == nullptr || !group->known() || source < 0) {
    stretch_.plain = false;
    return;
  }
  stretch_.account -=
      hash({kMessage, group->key, static_cast<std::uint64_t>(source), group->self, static_cast<std::uint64_t>(tag)});
}

void ThreadBook::on(const event::ProbeEnd& event) {
  if (event.message != 0) stretch_.plain = false;
}

// (In the order of the events of several threads.)
void ThreadBook::on(const event::Freed& event) {
  if (event.order != 0) stretch_.plain = false;
}

void ThreadBook::request(std::uint64_t number, Request made) {
  if (requests_.emplace(number, made).second) ++under_way_;
}

void ThreadBook::on(const event::RequestsDone& event) {
  if (static_cast<MpiCall>(event.call) == MpiCall::kRequest_get_status) {  // the requests stay
    stretch_.plain = false;
    return;
  }
  for (std::size_t i = 0; i < event.requests.size(); ++i) {
    const auto made = requests_.find(event.requests[i]);
    if (made == requests_.end() || i >= event.cancelled.size() || event.cancelled[i] != 0) {
      stretch_.plain = false;
      continue;
    }
    if (made->second.receives) received(made->second.communicator, event.sources[i], event.tags[i]);
    requests_.erase(made);
    --under_way_;
  }
}

// ---- operations

// Decides like WindowState::epoch_for.
void ThreadBook::issued(std::uint64_t window, std::int64_t target, std::uint64_t request_number,
                        std::uint64_t outcome) {
  ++operations_;
  if (outcome != 0) indivisible_ = true;
  if (request_number != 0) request(request_number, {});
  if (target == kProcNull) return;
  OnWindow& on_window = windows_[window];
  if (on_window.lock_all || contains(on_window.locks, target)) {
    if (contains(on_window.flushed, target)) return;
    on_window.flushed.push_back(target);
    ++under_way_;
  } else if (on_window.started && contains(on_window.group, target)) {
    if (on_window.in_start++ == 0) ++under_way_;
  } else if (on_window.started || !on_window.locks.empty()) {
    indivisible_ = true;  // no epoch is open for it
  } else if (on_window.in_fence++ == 0) {
    ++under_way_;
  }
}

void ThreadBook::on(const event::Transfer& event) {
  issued(event.window, event.target, event.request, event.outcome);
}

void ThreadBook::on(const event::AtomicOperation& event) {
  issued(event.window, event.target, event.request, event.outcome);
  const GroupBook* const group = of_.window(event.window);
  const ProcessId target = group == nullptr ? ProcessId() : group->process(Rank(event.target));
  if (event.sequence != 0) {
    executed(target, event.sequence);
  } else if (event.target_count > 0 && event.target != kProcNull) {
    unexecuted_[operations_] = target;
  }
}

void ThreadBook::on(const event::Executed& event) {
  const auto at = unexecuted_.find(event.operation);
  if (at == unexecuted_.end()) {
    indivisible_ = true;
    return;
  }
  executed(at->second, event.sequence);
  unexecuted_.erase(at);
}

void ThreadBook::executed(ProcessId target, std::uint64_t sequence) {
  if (!target.known()) {
    indivisible_ = true;
    return;
  }
  numbered({.window = 0, .process = target, .target = {}}, sequence);
}

void ThreadBook::numbered(const Counter& counter, std::uint64_t sequence) {
  const Sequences one{.count = 1, .lowest = sequence, .highest = sequence};
  AllSequences& all = stretch_.sequences;
  if (all.size() == 1 && all.front().first == counter) {
    all.front().second.add(one);
  } else {
    add(all, {{counter, one}});
  }
}

// ---- synchronization

void ThreadBook::synchronized(std::uint64_t window, std::uint64_t kind) {
  insert(stretch_.kinds, hash({kKind, window, kind}));
}

void ThreadBook::exposes(const GroupBook& window) {
  insert(result_.exposed, window.key);
}

void ThreadBook::on(const event::FenceBegin& event) {
  synchronized(event.window, kFence);
  OnWindow& on_window = windows_[event.window];
  const bool waits = (event.asserts & kNoPrecede) == 0;
  // It promises that there are no stores since the last call, however far back that is.
  if ((event.asserts & kNoStore) != 0) stretch_.plain = false;
  if (on_window.in_fence != 0 && waits) {
    on_window.in_fence = 0;
    --under_way_;
  }
  const GroupBook* const group = of_.window(event.window);
  if (group == nullptr || !group->known()) {
    stretch_.plain = false;
    return;
  }
  exposes(*group);
  called(*group, kFenceMember);
  const std::uint64_t number = ++fences_[group->key];
  if (waits && group->size() == of_.processes()) arrive({.fence = true, .key = group->key, .number = number});
}

void ThreadBook::on(const event::Post& event) {
  synchronized(event.window, kExposure);
  if ((event.asserts & kNoStore) != 0) stretch_.plain = false;
  const GroupBook* const group = of_.window(event.window);
  if (group == nullptr || !group->known()) {
    stretch_.plain = false;
    return;
  }
  for (const std::uint64_t origin : event.group) stretch_.account += hash({kPair, group->key, origin, group->self});
  OnWindow& on_window = windows_[event.window];
  if (!std::exchange(on_window.exposed, true)) ++under_way_;
}

void ThreadBook::unexposed(std::uint64_t window) {
  if (std::exchange(windows_[window].exposed, false)) --under_way_;
}

void ThreadBook::on(const event::ExposureWaitBegin& event) {
  unexposed(event.window);
}

void ThreadBook::on(const event::ExposureTest& event) {
  if (event.flag != 0) unexposed(event.window);
}

void ThreadBook::on(const event::StartBegin& event) {
  synchronized(event.window, kAccess);
  const GroupBook* const group = of_.window(event.window);
  if (group == nullptr || !group->known()) {
    stretch_.plain = false;
    return;
  }
  for (const std::uint64_t target : event.group) stretch_.account -= hash({kPair, group->key, group->self, target});
  OnWindow& on_window = windows_[event.window];
  on_window.group.assign(event.group.begin(), event.group.end());
  if (!std::exchange(on_window.started, true)) ++under_way_;
}

// Its operations are complete at the targets with their waits: before these meet others with nothing under way.
void ThreadBook::on(const event::CompleteBegin& event) {
  OnWindow& on_window = windows_[event.window];
  if (std::exchange(on_window.started, false)) --under_way_;
  if (std::exchange(on_window.in_start, 0) != 0) --under_way_;
}

ThreadBook::OnWindow& ThreadBook::changing_locks(std::uint64_t window) {
  OnWindow& on_window = windows_[window];
  if (!std::exchange(on_window.locks_change, true)) {
    changed_locks_.push_back(window);
    if (on_window.holds_locks()) stretch_.plain = false;
    const GroupBook* const group = of_.window(window);
    if (group == nullptr) {
      stretch_.plain = false;
    } else {
      insert(stretch_.locked, group->key);
    }
  }
  return on_window;
}

void ThreadBook::on(const event::LockBegin& event) {
  if ((event.asserts & kNoCheck) != 0) stretch_.plain = false;
  OnWindow& on_window = changing_locks(event.window);
  if (event.target == kAllTargets) {
    on_window.lock_all = true;
  } else if (!contains(on_window.locks, event.target)) {
    on_window.locks.push_back(event.target);
  }
}

void ThreadBook::on(const event::UnlockBegin& event) {
  OnWindow& on_window = changing_locks(event.window);
  completed(on_window, event.target);
  if (event.target == kAllTargets) {
    on_window.lock_all = false;
  } else {
    std::erase(on_window.locks, event.target);
  }
}

// A lock is granted when it is first needed, which may be in a later period than its call.
void ThreadBook::passed(std::uint64_t window, std::int64_t target, std::uint64_t sequence) {
  const GroupBook* const group = of_.window(window);
  const auto on_window = windows_.find(window);
  if (group == nullptr || on_window == windows_.end() || !on_window->second.locks_change) stretch_.plain = false;
  if (group != nullptr) numbered({.window = group->key, .process = {}, .target = Rank(target)}, sequence);
}

void ThreadBook::on(const event::FlushBegin& event) {
  const auto call = static_cast<MpiCall>(event.call);
  if (call == MpiCall::kWin_flush || call == MpiCall::kWin_flush_all) completed(windows_[event.window], event.target);
}

void ThreadBook::completed(OnWindow& on_window, std::int64_t target) {
  if (target == kAllTargets) {
    under_way_ -= on_window.flushed.size();
    on_window.flushed.clear();
  } else {
    under_way_ -= std::erase(on_window.flushed, target);
  }
}

}  // namespace fencepost::periods
