#include "findings/consequences.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "advice/source_pass.h"
#include "facts/source_order.h"
#include "findings/fold.h"
#include "findings/steps.h"
#include "findings/word_order.h"
#include "words/fix_text.h"
#include "words/picture.h"

namespace fencepost {
namespace {

// The shared lock of its target under which it is made; null if there is none, or if the lock is exclusive.
const HeldLock* shared_lock(const ConflictAccess& access) {
  const HeldLock* shared = nullptr;
  for (const HeldLock& lock : access.locks) {
    if (lock.window != access.window || lock.target == Rank::kAllTargets) continue;
    if (lock.type == LockType::kExclusive) return nullptr;
    shared = &lock;
  }
  return shared;
}

// "FP-RACE-006 (halo.c:3 and halo.c:9)"
std::string name_and_places(const Finding& finding) {
  return fmt::format("{} ({} and {})", finding.rule, position_of(finding.accesses[0].location),
                     position_of(finding.accesses[1].location));
}

}  // namespace

void Consequences::add(Report::Number finding, const Conflict& conflict) {
  note_fence(finding, conflict.first, conflict.second);
  note_fence(finding, conflict.second, conflict.first);
  waits_.add(finding, conflict);
  completes_.add(finding, conflict);
  if (conflict.kind != ConflictKind::kData || conflict.unordered != Unordered::kInEveryRun || conflict.same_process)
    return;
  Race race{finding, conflict};
  race.conflict.timeline.clear();
  race.conflict.timeline_links.clear();
  if (likelihood(race) < 3) races_.push_back(race);
  // (A signal that is ordered, but not complete in time, gives others no additional order.)
  if (conflict.signal && !conflict.late_at) words_.push_back(std::move(race));
}

// The non-atomic access to the word meets other accesses there, too.
bool Consequences::is_the_same_word(const Conflict& word, const Conflict& race) {
  const ConflictAccess &a = word.second, &b = race.second;
  if (a.window != b.window || a.owner != b.owner || a.memory_of != b.memory_of) return false;
  if (!meet(a.common, b.common)) return false;
  for (const ConflictAccess* mine : {&word.first, &word.second})
    for (const ConflictAccess* other : {&race.first, &race.second})
      if (!is_atomic(mine->kind) && !is_atomic(other->kind) && mine->place.call == other->place.call &&
          mine->place.pc == other->place.pc)
        return true;
  return false;
}

bool Consequences::certain(const Race& word) {
  return word.conflict.signal && word.conflict.signal->certain;
}

// A word that is put and read again and again may also be data, if each round of a loop reads the same elements.
int Consequences::likelihood(const Race& word) {
  const bool atomic = is_atomic(word.conflict.first.kind) || is_atomic(word.conflict.second.kind);
  return (certain(word) ? 2 : 0) + (atomic ? 1 : 0);
}

bool Consequences::causes(const Race& word, const Race& race) {
  if (!word.conflict.signal) return false;
  const ConflictAccess &first = race.conflict.first, &second = race.conflict.second;
  return (certain(word) && is_the_same_word(word.conflict, race.conflict)) ||
         would_order(*word.conflict.signal, first, second) || would_order(*word.conflict.signal, second, first);
}

bool Consequences::writes_word(const Race& word, const Conflict& race) {
  const ConflictAccess &write = race.first, &behind = race.second;
  if (!word.conflict.signal || !is_atomic(write.kind) || behind.role != AccessRole::kLocal) return false;
  const auto is_write = [&](const ConflictAccess& access) {
    return access.window == write.window && access.place.call == write.place.call &&
           access.place.pc == write.place.pc && meet(access.common, write.common);
  };
  if (!is_write(word.conflict.first) && !is_write(word.conflict.second)) return false;
  return std::ranges::any_of(word.conflict.signal->taken, [&](const auto& point) {
    return point.by == behind.start.by() && point.tick <= behind.start.tick;
  });
}

void Consequences::fence(const CollectiveCall& call) {
  constexpr std::size_t kMost = 64;
  const auto promised = [](const CollectiveMember& member) { return member.called && (member.asserts & kNoPrecede); };
  if (fences_.size() < kMost && std::ranges::any_of(call.members, promised)) fences_.push_back(call);
}

void Consequences::note_fence(Report::Number finding, const ConflictAccess& operation, const ConflictAccess& other) {
  constexpr std::size_t kMost = 4096;
  const AccessEpoch* epoch = operation.operation ? operation.operation->epoch.get() : nullptr;
  if (epoch == nullptr || epoch->kind != EpochKind::kFence || operation.place.process == other.place.process) return;
  if (fence_races_.size() < kMost)
    fence_races_.push_back(
        {finding, epoch->window, operation.place, other.place, operation.end ? operation.end->place : Place{}});
}

// A process waits in a fence for others at the end. Accesses that this fence would have ordered lack that fence.
void Consequences::name_missing_fences(Report& report, const EndOfRun& end) const {
  for (const FenceRace& race : fence_races_) {
    const auto fence = std::ranges::find_if(end.blocked, [&](const BlockedCall& call) {
      return call.place.call == MpiCall::kWin_fence && call.window == race.window &&
             call.place.process == race.operation.process && (!race.until.known() || race.until == call.place) &&
             std::ranges::find(call.processes, race.other.process) != call.processes.end();
    });
    if (fence == end.blocked.end()) continue;
    Words& words = report.words();
    report.advise(
        race.finding,
        {must_hold(fmt::format("rank {0} has to call MPI_Win_fence on {1} as well: rank {2} waits for that in {3}, and "
                               "that call, if rank {0} makes it before {4}, completes {5}",
                               race.other.process, words.window_short(race.window), race.operation.process,
                               words.call_at(fence->place),
                               race.other.call == MpiCall::kNone ? "the access at " + words.position(race.other)
                                                                 : words.call_at(race.other),
                               words.call_at(race.operation)))});
    // The other process reaches its access after the place where it should have called the fence.
    const auto told = report.number_of(rule::kFenceMismatch, fence->place);
    if (told && source_order(fence->place, race.other, words.symbolizer()) == SourceOrder::kBefore)
      report.follows(race.finding, *told);
  }
}

void Consequences::link(Report& report, const EndOfRun& end) const {
  name_missing_fences(report, end);
  link_polls(report, end);
  std::set<Report::Number> linked = waits_.link(report);
  completes_.link(report, end, linked);
  link_unchecked_locks(report, linked);
  link_words(report, linked);
  link_fences(report);
  link_locks(report);
  link_relaxed_flags(report);
  advise_on_values(report);
}

// Puts at offsets from a counter meet where two of its values are the same. (Not linked: the recorded run keeps these
// values, whatever mends the counter.)
void Consequences::advise_on_values(Report& report) const {
  if (!report.options().explains) return;  // in trials, nobody reads it
  SourceLines sources;
  Symbolizer& symbolizer = report.words().symbolizer();
  // Where the function that both lead to has the statement of the one.
  const auto seen_beside = [&](const Place& place, const Place& other) {
    const auto call = leading_call(place, other, symbolizer);
    return call ? call->at : symbolizer.statement(place);
  };
  std::map<std::pair<std::string, std::string>, bool> known;  // each asks the source
  const auto is_placed_by = [&](const ConflictAccess& access, const Place& fetch) {
    if (access.role != AccessRole::kTarget) return false;
    const SourceLocation one = seen_beside(access.place, fetch), other = seen_beside(fetch, access.place);
    const auto [at, fresh] = known.try_emplace({position_of(one), position_of(other)}, false);
    if (fresh) at->second = needs_what_it_gives(one, other, sources);
    return at->second;
  };
  const auto fetch_of = [](const Conflict& word) -> const Place* {
    for (const auto& [one, other] : {std::tie(word.first, word.second), std::tie(word.second, word.first)})
      if (is_atomic(one.kind) && one.operation && one.operation->fetches() && !is_atomic(other.kind)) return &one.place;
    return nullptr;
  };
  for (const auto* words : {&words_, &races_})
    for (const Race& word : *words) {
      const Place* const fetch = fetch_of(word.conflict);
      if (fetch == nullptr) continue;
      for (const Race& race : races_) {
        const Conflict& pair = race.conflict;
        if (race.finding == word.finding || report.is_consequence(race.finding) || fetch_of(pair) != nullptr ||
            !is_placed_by(pair.first, *fetch) || !is_placed_by(pair.second, *fetch))
          continue;
        report.advise(
            race.finding,
            {must_hold(fmt::format("correct {} first: {} fetches the value by which these find their place",
                                   name_and_places(report.finding(word.finding)), report.words().call_at(*fetch)))});
      }
    }
}

std::optional<Report::Number> Consequences::lost_value(const BlockedCall& poll, const Job& job, Words& words) const {
  std::vector<const Race*> all;
  for (const auto* races : {&races_, &words_})
    for (const Race& race : *races) all.push_back(&race);
  const auto is_at = [&](const ConflictAccess& one, const ConflictAccess& other) {
    return one.window == other.window && words.position(one.place) == words.position(other.place);
  };
  // (Only the first occurrence of each pair of statements is known: its bytes need not be the polled ones, nor its
  // rank.)
  const auto is_looked_at = [&](const Race& race, const ConflictAccess& access) {
    return std::ranges::any_of(poll.looked_at, [&](const LookedAt& looked) {
      if (looked.window != access.window) return false;
      if (words.call_at(access.place) == words.call_at(poll.place)) return true;
      const Window* const window = job.window(looked.window);
      if (!window || !window->has_rank(looked.target) || looked.displacement < 0) return false;
      const Conflict& conflict = race.conflict;
      const bool on_others =
          conflict.count > 1 &&
          std::ranges::find(conflict.ranks, window->processes[looked.target]) != conflict.ranks.end();
      if (looked.target != access.owner && !on_others) return false;
      const WindowPart& part = window->part(looked.target);
      const std::uint64_t byte = static_cast<std::uint64_t>(looked.displacement) * part.displacement_unit;
      return access.common.begin <= byte && byte < access.common.end;
    });
  };
  // An update that may have come before the store, and an access that reads the same word.
  const auto is_lost = [&](const Race& race, const ConflictAccess& store, const ConflictAccess& other) {
    if (is_atomic(store.kind) || reads_only(store.kind) || !other.operation || !is_looked_at(race, other)) return false;
    return std::ranges::any_of(all, [&](const Race* update) {
      const ConflictAccess &a = update->conflict.first, &b = update->conflict.second;
      const ConflictAccess* updating = is_at(a, store) ? &b : is_at(b, store) ? &a : nullptr;
      return updating && updating->operation && !reads_only(updating->kind);
    });
  };
  for (const Race* race : all)
    if (is_lost(*race, race->conflict.first, race->conflict.second) ||
        is_lost(*race, race->conflict.second, race->conflict.first))
      return race->finding;
  // Who counts by puts loses what others have counted.
  const auto is_put = [&](const Race& race, const ConflictAccess& put, const ConflictAccess& other) {
    return put.kind == AccessClass::kPut && other.operation && is_looked_at(race, other);
  };
  for (const Race* race : all)
    if (is_put(*race, race->conflict.first, race->conflict.second) ||
        is_put(*race, race->conflict.second, race->conflict.first))
      return race->finding;
  return std::nullopt;
}

void Consequences::link_polls(Report& report, const EndOfRun& end) const {
  const auto polls = [](const BlockedCall& call) { return call.waits_for == WaitsFor::kValue; };
  for (const BlockedCall& call : end.blocked) {
    const auto told = polls(call) ? report.number_of(rule::kDeadlock, call.place) : std::nullopt;
    if (!told) continue;
    std::optional<Report::Number> cause = lost_value(call, report.job(), report.words());
    // The race is known by its first pair, which may be at the word of another rank that hangs in the same way.
    const std::vector<int>& ranks = report.finding(*told).ranks;
    for (const BlockedCall& other : end.blocked)
      if (!cause && polls(other) && std::ranges::find(ranks, other.place.process.number()) != ranks.end())
        cause = lost_value(other, report.job(), report.words());
    if (!cause) continue;
    report.follows(*told, *cause);
    report.advise(*told, fmt::format("Correct {} first: the value that is waited for may have been overwritten there.",
                                     report.finding(*cause).rule));
  }
}

void Consequences::link_unchecked_locks(Report& report, std::set<Report::Number>& linked) const {
  for (const Race& race : races_) {
    const Operation *first = race.conflict.first.operation.get(), *second = race.conflict.second.operation.get();
    if (!first || !second || first->window != second->window || first->target != second->target) continue;
    const AccessEpoch *one = first->epoch.get(), *other = second->epoch.get();
    const auto of_lock = [](const AccessEpoch* epoch) {
      return epoch && (epoch->kind == EpochKind::kLock || epoch->kind == EpochKind::kLockAll);
    };
    if (!of_lock(one) || !of_lock(other)) continue;
    if (one->lock != LockType::kExclusive && other->lock != LockType::kExclusive) continue;
    // Best is what was told of the two together, which may be about either lock.
    std::optional<Report::Number> cause;
    for (const AccessEpoch* epoch : {one, other}) {
      const auto told = epoch->asserts & kNoCheck ? report.number_of(rule::kLockNocheck, epoch->opened) : std::nullopt;
      if (!told) continue;
      const int partner = (epoch == one ? other : one)->process.number();
      const bool of_both = std::ranges::any_of(report.finding(*told).accesses,
                                               [&](const Access& one_of) { return one_of.rank == partner; });
      if (!cause || of_both) cause = told;
    }
    if (!cause) continue;
    report.follows(race.finding, *cause);
    report.advise_as(race.finding, *cause);
    linked.insert(race.finding);
  }
}

void Consequences::link_locks(Report& report) const {
  for (std::size_t i = 0; i < races_.size(); ++i) {
    const ConflictAccess &a = races_[i].conflict.first, &b = races_[i].conflict.second;
    const HeldLock *lock = shared_lock(a), *other = shared_lock(b);
    if (!lock || !other || report.words().call_at(lock->locked) != report.words().call_at(other->locked)) continue;
    for (std::size_t k = i + 1; k < races_.size(); ++k) {
      const ConflictAccess &c = races_[k].conflict.first, &d = races_[k].conflict.second;
      const bool same_memory = a.window == c.window && a.owner == c.owner && meet(a.common, c.common);
      const HeldLock *third = shared_lock(c), *fourth = shared_lock(d);
      if (!same_memory || !third || !fourth || races_[i].finding == races_[k].finding) continue;
      // (Each of the steps may have a lock of its own.)
      if (is_of_steps(report.finding(races_[i].finding).fixes) || is_of_steps(report.finding(races_[k].finding).fixes))
        continue;
      const auto text = [&](const HeldLock* held) { return report.words().call_at(held->locked); };
      if (text(third) != text(lock) || text(fourth) != text(lock)) continue;
      report.follows(races_[k].finding, races_[i].finding);
      const Fix exclusive{.kind = FixKind::kReplaceArgument,
                          .purpose = FixPurpose::kExclude,
                          .place = report.words().fix_place(lock->locked),
                          .argument = {.given = "MPI_LOCK_EXCLUSIVE", .instead_of = "MPI_LOCK_SHARED"},
                          .window = lock->window};
      for (const Report::Number number : {races_[i].finding, races_[k].finding}) report.advise(number, {exclusive});
    }
  }
}

void Consequences::link_relaxed_flags(Report& report) const {
  std::map<std::tuple<std::string, std::string, std::string>, Report::Number> first_of;
  for (const Race& race : races_) {
    const Fixes& fixes = report.finding(race.finding).fixes;
    if (!race.conflict.relaxed_flag || report.is_consequence(race.finding) || fixes.empty()) continue;
    const Conflict::RelaxedFlag& flag = *race.conflict.relaxed_flag;
    Words& words = report.words();
    // (Where it is the most likely mistake, the first advice is about the atomic alone.)
    const auto [first, fresh] = first_of.try_emplace(
        {words.position(flag.written), words.position(flag.read), text_of({fixes.front()})}, race.finding);
    if (!fresh && first->second != race.finding) report.follows(race.finding, first->second);
  }
}

// The first access ends with the fence, or is a load or store before it; the second one comes after it.
void Consequences::link_fences(Report& report) const {
  for (const Race& race : races_) {
    const ConflictAccess &first = race.conflict.first, &second = race.conflict.second;
    const bool local = first.role == AccessRole::kLocal;
    if (!local && (!first.operation || !first.end)) continue;
    const WindowKey window = local ? second.window : first.operation->window;
    const auto comes_between = [&](const CollectiveCall& fence) {
      if (fence.window != window) return false;
      const auto of = [&](const Moment& at) {
        return std::ranges::find_if(fence.members, [&](const CollectiveMember& member) {
          return member.called && member.begun.by() == at.by();
        });
      };
      const auto own = of(first.start), other = of(second.start);
      return own != fence.members.end() && other != fence.members.end() && (local || own->place == first.end->place) &&
             own->begun.tick >= first.start.tick && other->begun.tick < second.start.tick;
    };
    for (const CollectiveCall& fence : fences_) {
      if (!comes_between(fence)) continue;
      const auto told = told_of(fence, report);
      if (!told) continue;
      report.follows(race.finding, *told);
      report.advise_as(race.finding, *told);
      break;
    }
  }
}

std::optional<Report::Number> Consequences::told_of(const CollectiveCall& fence, const Report& report) {
  for (const CollectiveMember& member : fence.members)
    if (const auto told = report.number_of(rule::kFenceNoprecede, member.place)) return told;
  return std::nullopt;
}

void Consequences::follow_word(Report& report, const Race& race, Report::Number cause) {
  report.follows(race.finding, cause);
  Finding& finding = report.finding(race.finding);
  const std::string text = name_and_places(report.finding(cause));
  finding.why.push_back(fmt::format("{} writes the word of {}, and rank {} reads that word before the second access.",
                                    report.words().call_at(race.conflict.first.place), text,
                                    race.conflict.second.place.process));
  if (!is_of_steps(finding.fixes))
    report.advise(race.finding,
                  {must_hold(fmt::format("correct {} first: what orders those two also orders these", text))});
}

void Consequences::link_words(Report& report, const std::set<Report::Number>& linked) const {
  const auto text = [&](Report::Number number) { return name_and_places(report.finding(number)); };
  // Several loads on one line, as in a loop with a peeled first round, read one word.
  std::vector<Race> words = words_;
  for (Race& word : words)
    for (const Race& other : words_)
      if (gives_way(report.finding(other.finding), report.finding(word.finding)))
        word.conflict.signal->merge(*other.conflict.signal);
  // If one word has several findings, the others follow from the first.
  std::map<Report::Number, Report::Number> first_of;
  for (const Race& word : words) {
    Report::Number first = word.finding;
    for (const Race& other : words)
      if (other.finding < first && certain(other) && certain(word) && is_the_same_word(other.conflict, word.conflict))
        first = other.finding;
    first_of.try_emplace(word.finding, first);
    if (first != word.finding) report.follows(word.finding, first);
  }
  // The load and the store of one statement (`x += 1`) are one mistake.
  const auto apart = [&](Report::Number a, Report::Number b) {
    const Finding &one = report.finding(a), &other = report.finding(b);
    return a != b && !gives_way(one, other) && !gives_way(other, one);
  };
  const auto shown = [&](Report::Number number) {
    const auto in_its_place = std::ranges::find_if(words, [&](const Race& other) {
      return other.finding != number && gives_way(report.finding(number), report.finding(other.finding));
    });
    return in_its_place == words.end() ? number : in_its_place->finding;
  };
  for (const Race& race : races_) {
    if (linked.contains(race.finding)) continue;
    if (const auto own = first_of.find(race.finding); own != first_of.end() && own->second != race.finding) continue;
    const auto own = std::ranges::find_if(words, [&](const Race& one) {
      return certain(one) && writes_word(one, race.conflict) && apart(one.finding, race.finding) &&
             apart(first_of.at(one.finding), race.finding);
    });
    if (own != words.end()) {
      follow_word(report, race, shown(first_of.at(own->finding)));
      continue;
    }
    // First the most likely signals. In loops, each of two signals may be between the other one's accesses.
    for (const int likely : {3, 2, 1, 0}) {
      const auto word = std::ranges::find_if(words, [&](const Race& one) {
        return likelihood(one) == likely && causes(one, race) && (likely > likelihood(race) || !causes(race, one)) &&
               apart(one.finding, race.finding) && apart(first_of.at(one.finding), race.finding);
      });
      if (word == words.end()) continue;
      const Report::Number cause = shown(first_of.at(word->finding));
      report.follows(race.finding, cause);
      Finding& finding = report.finding(race.finding);
      if (!is_the_same_word(word->conflict, race.conflict)) {
        finding.why.push_back(fmt::format(
            "Between the two, one of the processes writes the word of {}, and the other one reads it.", text(cause)));
        const auto told = std::ranges::find(words, cause, &Race::finding);
        if (told != words.end())
          for (const ConflictAccess* access : {&told->conflict.first, &told->conflict.second})
            add_to(finding.timeline, named_access(*access), report.words());
      }
      if (is_of_steps(finding.fixes)) break;
      const ConflictAccess& first = race.conflict.first;
      const bool lasts = first.operation && !is_the_same_word(word->conflict, race.conflict);
      report.advise(race.finding,
                    {must_hold(fmt::format(
                        "correct {} first: what orders those two also orders these{}", text(cause),
                        lasts ? fmt::format(", if {} is complete before", report.words().call_at(first.place)) : ""))});
      break;
    }
  }
}

}  // namespace fencepost
