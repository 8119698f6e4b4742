#include "services/conflict_records.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "services/signal_words.h"

namespace fencepost::check {

namespace {

void merge(std::optional<Conflict::Signal>& into, const std::optional<Conflict::Signal>& other) {
  if (into && other) {
    into->merge(*other);
  } else if (other) {
    into = other;
  }
}

// What completes the side of the operation that the access is; null: not known.
const std::shared_ptr<const Operation::Completion>& end_of(const ConflictAccess& access) {
  return access.role == AccessRole::kTarget ? access.operation->remote : access.operation->local;
}

}  // namespace

ConflictRecords::ConflictRecords(Job& job, const std::vector<Observer*>& observers, const schedule::CommonTime& times,
                                 const Losses& losses, const Clocks& clocks, CodePlaces& code, Explainer& explainer)
    : job_(job),
      observers_(observers),
      times_(times),
      losses_(losses),
      clocks_(clocks),
      code_(code),
      explainer_(explainer) {}

std::size_t ConflictRecords::PairOfPlaces::hash() const {
  std::uint64_t hash = 0;
  for (const Place* place : {&first.place, &second.place}) {
    for (const std::uint64_t part :
         {place->pc, place->stack.number(), static_cast<std::uint64_t>(place->process.number())}) {
      hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
    }
  }
  return hash;
}

// Which of two accesses is the first: the one whose beginning the other one's thread knew. If neither is, the one that
// began first in this run. The order of the replay does not decide: while a program runs, its events sometimes come
// late, and some operations wait for their target.
bool ConflictRecords::is_first(const Met& one, const Met& other) {
  const Activity &a = one.activity, &b = other.activity;
  if (a.stream == b.stream) return a.tick <= b.tick;
  if (knows_begun(b, a)) return true;
  if (knows_begun(a, b)) return false;
  return std::tuple(one.begun, a.process, a.thread) <= std::tuple(other.begun, b.process, b.thread);
}

void ConflictRecords::report(const Clash& clash, const Activity& replayed, const Strided& replayed_piece,
                             const Activity& now, const Strided& piece) {
  const Met one{replayed, replayed_piece, times_.of(replayed.process, replayed.at.time)};
  const Met other{now, piece, times_.of(now.process, now.at.time)};
  // (For locks, the order of the replay counts.)
  const bool in_order = clash.unordered == Unordered::kByLocksOnly || is_first(one, other);
  report_in_order(clash, in_order ? one : other, in_order ? other : one);
}

// Between post and wait, and between fences, no process needs to look at what is put: a loop there must show that it
// waits for the value. It may just as well sum up values until the epoch is over.
bool ConflictRecords::polls_beside(const Activity& load, const Activity& update) {
  const AccessEpoch* const epoch = update.operation ? update.operation->epoch.get() : nullptr;
  const bool active = epoch != nullptr && (epoch->kind == EpochKind::kFence || epoch->kind == EpochKind::kStart);
  return active ? code_.polls_by_its_code(load) : code_.polls(load);
}

ConflictRecords::Hints ConflictRecords::hints_of(const Clash& clash, const Met& first, const Met& second) {
  const Activity &earlier = first.activity, &later = second.activity;
  Hints hints;
  // A load that looks repeatedly at memory which an operation updates. If it knows of the operation's call, it does not
  // wait for it: it lacks the completion.
  const bool told = earlier.stream == later.stream ? earlier.thread != later.thread : knows_begun(later, earlier);
  hints.waits = (is_update(later.kind) && polls_beside(earlier, later)) ||
                (is_update(earlier.kind) && !told && polls_beside(later, earlier));
  const bool both_atomic = is_atomic(earlier.kind) && is_atomic(later.kind);
  if (clash.kind == ConflictKind::kData && !both_atomic && clash.unordered == Unordered::kInEveryRun &&
      earlier.process != later.process) {
    hints.signal = signal_of(earlier, later, first.piece, second.piece, [this](const Activity& activity) {
      return activity.role == AccessRole::kLocal ? code_.polls(activity) : code_.fetches_to_wait(activity);
    });
    // (A load that sees the same place again and again may be one of many in a loop.)
    const auto awaits = [&](const Activity& taken) {
      return taken.role != AccessRole::kLocal || code_.polls_by_its_code(taken);
    };
    if (hints.signal && hints.signal->certain)
      hints.signal->awaited = awaits(reads_only(earlier.kind) ? earlier : later);
  }
  return hints;
}

ConflictKey ConflictRecords::key_of(const Clash& clash, const Activity& earlier, const Activity& later) {
  const auto side = [&](const Activity& activity) {
    return ConflictKey::Side{code_.position(activity.place()), activity.kind, activity.role, activity.call};
  };
  ConflictKey key{side(earlier), side(later), clash.kind, clash.unordered, earlier.process == later.process};
  if (key.second < key.first) std::swap(key.first, key.second);
  return key;
}

void ConflictRecords::report_in_order(const Clash& clash, const Met& first, const Met& second) {
  const Activity &earlier = first.activity, &later = second.activity;
  if (losses_.hide_order_of(earlier.process, later.process)) return;
  for (Observer* observer : observers_) observer->conflict_occurred(job_);
  const Hints hints = hints_of(clash, first, second);
  // Most are repetitions: a wrong loop conflicts in each round, with everything pending from earlier rounds.
  const PairOfPlaces pair{PairOfPlaces::side(earlier), PairOfPlaces::side(later), clash.kind, clash.unordered};
  RecentPair& recent = recent_pairs_[pair.hash() % recent_pairs_.size()];
  const std::uint64_t both_begun = std::max(first.begun, second.begun);
  const auto add_hints = [&](Conflict& conflict) {
    conflict.polling |= hints.waits;
    merge(conflict.signal, hints.signal);
    if (hints.signal) note_look(*conflict.signal, earlier, later, both_begun, clocks_.places());
  };
  if (recent.found != 0 && recent.pair == pair) {
    FoundConflict& found = found_[recent.found - 1];
    if (found.order.both_begun < both_begun) {  // the first stays the first
      ++found.conflict.count;
      add_hints(found.conflict);
      return;
    }
  }
  const OccurrenceOrder order{both_begun,        std::min(first.begun, second.begun),
                              earlier.process,   later.process,
                              first.piece.begin, second.piece.begin,
                              clash.common.begin};
  const auto [known, added] = known_.emplace(key_of(clash, earlier, later), found_.size());
  if (added) found_.push_back({known->first, {}, {}, {}, false});
  recent = {pair, known->second + 1};
  FoundConflict& found = found_[known->second];
  found.ranks.insert(earlier.process);
  found.ranks.insert(later.process);
  if (!added && found.order <= order) {
    ++found.conflict.count;
    add_hints(found.conflict);
    return;
  }
  Conflict conflict = make(clash, first, second);
  conflict.count = added ? 1 : found.conflict.count + 1;
  conflict.polling = found.conflict.polling;
  conflict.signal = std::move(found.conflict.signal);
  add_hints(conflict);
  found.order = order;
  await(conflict, first, second, known->second);
  found.conflict = std::move(conflict);
  found.explained = false;
  meetings_awaited_.push_back({known->second, order, meetings_});
  if (!added) return;
  for (Observer* observer : observers_) observer->conflict_found(job_, found.conflict);
}

Conflict ConflictRecords::make(const Clash& clash, const Met& first, const Met& second) {
  const Activity &earlier = first.activity, &later = second.activity;
  Conflict conflict;
  conflict.kind = clash.kind;
  conflict.unordered = clash.unordered;
  conflict.first = explainer_.describe(earlier, clash.memory, first.piece, clash.common);
  conflict.second = explainer_.describe(later, clash.memory, second.piece, clash.common);
  conflict.same_process = earlier.process == later.process;
  conflict.same_origin_target = conflict.same_process && earlier.role == AccessRole::kTarget &&
                                later.role == AccessRole::kTarget && earlier.operation && later.operation &&
                                earlier.operation->target_process == later.operation->target_process;
  for (const Activity* activity : {&earlier, &later}) {
    const auto& call = activity->call_buffer;
    if (call != nullptr) job_.name_datatype(conflict.named, activity->process, call->buffer.datatype);
  }
  for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
    job_.name_window(conflict.named, access->window);
    for (const HeldLock& held : access->locks) job_.name_window(conflict.named, held.window);
  }
  explainer_.explain(conflict, earlier, later);
  if (conflict.remedy.needs_synchronization && !conflict.same_process && later.operation && later.ended())
    conflict.first_can_wait = true;  // replayed before the first, it cannot have waited for that
  return conflict;
}

// (By now, the occurrence is the first one.)
void ConflictRecords::await(const Conflict& conflict, const Met& first, const Met& second, std::size_t found) {
  const Activity &earlier = first.activity, &later = second.activity;
  if (conflict.remedy.needs_synchronization) {
    if (conflict.remedy.call != MpiCall::kNone && earlier.operation) await_end(earlier, later, found, false);
    if (!conflict.same_process && later.operation && !later.ended()) await_end(later, earlier, found, true);
  }
  if (conflict.first_may_wait && earlier.at.order > later.at.order)
    returns_awaited_.emplace(earlier.call_buffer, AwaitedReturn{found, found_[found].order, second.begun});
}

void ConflictRecords::await_end(const Activity& activity, const Activity& other, std::size_t found, bool of_second) {
  const bool remote = activity.role == AccessRole::kTarget;
  ends_awaited_.insert({{activity.operation.get(), remote},
                        AwaitedEnd{found, found_[found].order, of_second, {other.stream, other.tick}}});
}

// The completing call that the program has is enough, unless the other access leads to it: then a message from after
// the one to before the other would always come too late.
void ConflictRecords::end_is_known(const Operation& operation, bool remote, const Thread& thread) {
  const auto [begin, end] = ends_awaited_.equal_range({&operation, remote});
  for (auto at = begin; at != end; ++at) {
    const AwaitedEnd& awaited = at->second;
    FoundConflict& found = found_[awaited.found];
    const index::EndPoint& other = awaited.other;
    const bool follows = other.stream == thread.number || thread.known().strong().covers(other.stream, other.tick);
    if (found.order != awaited.order || follows) continue;
    if (awaited.of_second) {
      found.conflict.first_can_wait = true;
    } else {
      found.conflict.remedy.call = MpiCall::kNone;
    }
  }
  ends_awaited_.erase(begin, end);
}

void ConflictRecords::call_returns(const Activity& activity, std::uint64_t time) {
  const auto [begin, end] = returns_awaited_.equal_range(activity.call_buffer);
  for (auto at = begin; at != end; ++at) {
    const AwaitedReturn& awaited = at->second;
    FoundConflict& found = found_[awaited.found];
    if (found.order == awaited.order && times_.of(activity.process, time) < awaited.second_begun)
      found.conflict.first_may_wait = false;
  }
  returns_awaited_.erase(begin, end);
}

bool ConflictRecords::have_ended(const Conflict& conflict) {
  return std::ranges::all_of(std::array{&conflict.first, &conflict.second},
                             [](const ConflictAccess* access) { return !access->operation || end_of(*access); });
}

void ConflictRecords::all_have_met() {
  ++meetings_;
  if (meetings_awaited_.empty()) return;
  std::erase_if(meetings_awaited_, [this](const AwaitedMeeting& awaited) {
    FoundConflict& found = found_[awaited.found];
    if (found.order != awaited.order || found.explained) return true;
    if (meetings_ < awaited.meetings + 2 || !have_ended(found.conflict)) return false;
    complete(found);
    return true;
  });
}

void ConflictRecords::adopt(const Conflict& conflict) {
  job_.adopt(conflict.named);
  for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
    if (access->operation != nullptr && access->operation->named != nullptr) job_.adopt(*access->operation->named);
  }
}

void ConflictRecords::add_found(FoundConflict other) {
  const auto [known, added] = known_.emplace(other.key, found_.size());
  if (added) {
    adopt(found_.emplace_back(std::move(other)).conflict);
    return;
  }
  FoundConflict& found = found_[known->second];
  const std::uint64_t count = found.conflict.count + other.conflict.count;
  const bool polling = found.conflict.polling || other.conflict.polling;
  auto signal = found.conflict.signal;
  merge(signal, other.conflict.signal);
  other.ranks.merge(found.ranks);
  found.ranks = std::move(other.ranks);
  if (other.order < found.order) {
    found.order = other.order;
    found.conflict = std::move(other.conflict);
    found.explained = other.explained;
    adopt(found.conflict);  // now that what stood there holds nothing any more
  }
  found.conflict.count = count;
  found.conflict.polling = polling;
  found.conflict.signal = std::move(signal);
}

std::vector<Conflict> ConflictRecords::finish() {
  std::sort(found_.begin(), found_.end(), [](const FoundConflict& a, const FoundConflict& b) { return a.key < b.key; });
  std::vector<Conflict> conflicts;
  for (FoundConflict& found : found_) {
    if (!found.explained) complete(found);
    Conflict& conflict = conflicts.emplace_back(std::move(found.conflict));
    conflict.ranks.assign(found.ranks.begin(), found.ranks.end());
  }
  found_.clear();
  return conflicts;
}

void ConflictRecords::complete(FoundConflict& found) {
  Conflict& conflict = found.conflict;
  found.explained = true;
  if (conflict.remedy.needs_synchronization && conflict.first.operation && conflict.first.operation->local) {
    const ConflictAccess& second = conflict.second;
    conflict.remedy.after_local = times_.of(conflict.first.place.process, conflict.first.operation->local->at.time) <
                                  times_.of(second.place.process, second.start.time);
  }
  for (ConflictAccess* access : {&conflict.first, &conflict.second}) {
    if (!access->operation) continue;
    const auto& end = end_of(*access);
    if (end) {
      access->end = *end;
    } else {
      access->end.reset();
    }
  }
  explainer_.explain_late(conflict);
}

}  // namespace fencepost::check
