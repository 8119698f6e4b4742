#include "findings/same_mistakes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "advice/conflict_advice.h"
#include "facts/calls.h"
#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

constexpr std::size_t kMost = 256;  // each is compared with each

bool of_fence_epoch(const ConflictAccess& access) {
  return access.operation && access.operation->epoch && access.operation->epoch->kind == EpochKind::kFence;
}

bool names(const Fixes& fixes, const SourceLocation& at) {
  return std::ranges::any_of(fixes, [&](const Fix& fix) { return fix.names(at); });
}

bool adds(const Fixes& fixes, std::string_view call) {
  return std::ranges::any_of(fixes,
                             [&](const Fix& fix) { return fix.kind == FixKind::kAdd && fix.call.function == call; });
}

// Without what is only there if it gives a patch.
Fixes as_told(Fixes fixes) {
  std::erase_if(fixes, [](const Fix& fix) { return fix.offer == FixOffer::kForPatch; });
  return fixes;
}

}  // namespace

void SameMistakes::add(Report::Number finding, const Conflict& conflict, Words& words) {
  if (conflict.kind != ConflictKind::kData || conflict.unordered != Unordered::kInEveryRun || conflict.polling ||
      conflict.other_thread || races_.size() == kMost)
    return;
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  Race race{finding, first.place, second.place, {}, conflict.remedy.call, {}, false, {}, false, false, {}, {}, {}};
  race.in_one_thread = conflict.same_process && race.first.thread == race.second.thread;
  if (race.in_one_thread || conflict.late_at) race.before = conflict.remedy.before;
  const bool flush = race.call == MpiCall::kWin_flush || race.call == MpiCall::kWin_flush_local;
  if (flush && !conflict.remedy.needs_synchronization) race.at_once = complete_at_once(conflict, words);
  if (race.call == MpiCall::kWin_flush_local && race.before.known()) race.in_full = complete_in_full(conflict, words);
  if (conflict.remedy.after_local && first.operation && first.operation->local)
    race.local = first.operation->local->place;
  race.waits_for_request =
      race.call == MpiCall::kWait || (first.kind == AccessClass::kGet && first.place.call == MpiCall::kRget);
  race.gap = gap_of(conflict, words.symbolizer());
  // The run decides which of two processes comes first.
  const bool swap = !race.in_one_thread && !of_fence_epoch(first);
  const ConflictAccess& operation = swap ? second : first;
  const bool two_operations = of_fence_epoch(first) && of_fence_epoch(second);
  if (of_fence_epoch(operation) && (race.in_one_thread || !two_operations) && operation.end &&
      operation.end->place.call == MpiCall::kWin_fence) {
    race.fence = {operation.operation->window, operation.end->place};
    if (swap) std::swap(race.first, race.second);
  }
  races_.push_back(race);
}

std::optional<SameMistakes::Race::Gap> SameMistakes::gap_of(const Conflict& conflict, Symbolizer& source) {
  // Epochs that both sides open, and words that order by their values, are fixed in other ways.
  const auto in_active_epoch = [](const ConflictAccess& access) {
    return access.operation && access.operation->epoch &&
           (access.operation->epoch->kind == EpochKind::kFence || access.operation->epoch->kind == EpochKind::kStart);
  };
  if (conflict.same_process || !conflict.remedy.needs_synchronization || conflict.remedy.call != MpiCall::kNone ||
      (conflict.signal && conflict.signal->certain) || in_active_epoch(conflict.first) ||
      in_active_epoch(conflict.second))
    return std::nullopt;
  const auto [one, other] = meant_order(conflict, source);
  const bool again = comes_again(conflict, source);
  return Race::Gap{again ? other.place : one.place, again ? one.place : other.place, again, conflict.ranks};
}

bool SameMistakes::lies_within(const Race::Gap& gap, const Race::Gap& other, Symbolizer& source) {
  const auto not_behind = [&](const Place& a, const Place& b) {
    const SourceOrder order = source_order(a, b, source);
    return order == SourceOrder::kBefore || order == SourceOrder::kSame;
  };
  return gap.in_next_round == other.in_next_round && std::ranges::includes(gap.ranks, other.ranks) &&
         not_behind(other.from, gap.from) && not_behind(gap.to, other.to);
}

// Two accesses that meet in the same round of a loop show the mistake better than two that meet in the next round.
bool SameMistakes::is_in_one_round(const Race& race, Symbolizer& source) {
  return source_order(race.first, race.second, source) == SourceOrder::kBefore;
}

const SameMistakes::Race* SameMistakes::narrowest(const Races& group, Symbolizer& source) {
  const auto before = [&](const Place& a, const Place& b) {
    return source_order(a, b, source) == SourceOrder::kBefore;
  };
  for (const Race* one : group)
    for (const Race* other : group)
      if (!before(one->first, other->second)) return nullptr;
  const auto at = std::ranges::find_if(group, [&](const Race* one) {
    return std::ranges::none_of(group, [&](const Race* other) {
      return before(one->first, other->first) || before(other->second, one->second);
    });
  });
  return at == group.end() ? nullptr : *at;
}

std::vector<SameMistakes::Race> SameMistakes::early_frees(Report& report) {
  std::vector<Race> races;
  for (const auto& [finding, operation, freed] : report.missing().early_frees()) {
    if (operation.thread != freed.thread) continue;
    Race& race = races.emplace_back();
    race.finding = finding;
    race.first = operation;
    race.second = race.before = freed;
    race.call = is_request_based(operation.call) ? MpiCall::kWait : MpiCall::kWin_flush_local;
    race.in_one_thread = race.given_back = true;
  }
  return races;
}

// One flush provides what an operation lacks, at its target or at its origin.
std::optional<Report::Number> SameMistakes::link_operation(const std::vector<Race>& group, Report& report) {
  if (std::ranges::all_of(group, [&](const Race& race) { return race.finding == group.front().finding; }))
    return std::nullopt;
  // Completion at the target is the stronger need, and what other processes see comes before what its own process does.
  const auto flushes = [](const Race& race) { return race.call == MpiCall::kWin_flush; };
  Symbolizer& source = report.words().symbolizer();
  const auto weight = [&](const Race& race) {
    return std::tuple(flushes(race), !race.in_one_thread, is_in_one_round(race, source));
  };
  const Race& most = *std::ranges::max_element(group, {}, weight);
  // On one thread, an access that does not come after the operation in the source comes in a later round of a loop, or
  // in a later call of the function: after the accesses of the same round.
  const bool one_thread = std::ranges::all_of(group, &Race::in_one_thread);
  Races all;
  for (const Race& race : group)
    if (!one_thread || is_in_one_round(race, source)) all.push_back(&race);
  const Race* cause = narrowest(all, source);
  const bool as_it_is = cause && flushes(*cause) == flushes(most);
  if (!as_it_is) {
    // Advice other than adding the call stands for calls that the program already has.
    const Fixes& fixes = report.finding(most.finding).fixes;
    const auto& more = cause && cause->in_full ? cause->in_full : most.at_once;
    if (fixes.empty() || fixes.front().kind != FixKind::kAdd || !more) return std::nullopt;
    report.advise(most.finding, {*more});
    cause = &most;
  }
  for (const Race& race : group)
    if (race.finding != cause->finding) report.follows(race.finding, cause->finding);
  return as_it_is ? std::nullopt : std::optional(most.finding);
}

void SameMistakes::link_gaps(Report& report) const {
  Symbolizer& source = report.words().symbolizer();
  const auto within = [&](const Race& race, const Race& other) {
    return race.gap && other.gap && race.finding != other.finding && lies_within(*race.gap, *other.gap, source);
  };
  for (const Race& race : races_) {
    const auto inner = std::ranges::find_if(races_, [&](const Race& one) {
      return within(one, race) && (one.finding < race.finding || !within(race, one));
    });
    if (inner != races_.end()) report.follows(race.finding, inner->finding);
  }
}

// Who waits for a result before he reads it has waited when the next one comes to the same buffer.
void SameMistakes::link_repeated(Report& report) const {
  Words& words = report.words();
  std::map<std::string, Report::Number> early;  // reads, by the operation
  const auto each = [&](const auto& visit) {
    for (const Race& race : races_)
      if (race.in_one_thread && report.finding(race.finding).rule == rule::kResultBufferUsed)
        visit(race, words.position(race.first));
  };
  each([&](const Race& race, const std::string& operation) {
    if (race.second.call == MpiCall::kNone && is_in_one_round(race, words.symbolizer()))
      early.try_emplace(operation, race.finding);
  });
  each([&](const Race& race, const std::string& operation) {
    const auto cause = words.position(race.second) == operation ? early.find(operation) : early.end();
    if (cause != early.end()) report.follows(race.finding, cause->second);
  });
}

void SameMistakes::link(Report& report) const {
  Symbolizer& source = report.words().symbolizer();
  const auto link_all = [&](const Races& group, const Race* cause) {
    for (const Race* race : group)
      if (cause && race->finding != cause->finding) report.follows(race->finding, cause->finding);
  };
  const auto position = [&](const Place& place) { return report.words().position(place); };

  std::map<std::pair<WindowKey, std::string>, Races> by_fence;
  std::map<std::string, Races> by_first, by_call;
  std::vector<std::pair<Report::Number, Races>> by_fix;  // by the finding that has the fix
  std::map<std::string, std::vector<Race>> by_operation;
  std::vector<Race> races = early_frees(report);
  races.insert(races.end(), races_.begin(), races_.end());
  for (const Race& race : races) {
    if (const auto leaked = report.number_of(rule::kRmaRequestNotCompleted, race.first);
        leaked && race.waits_for_request)
      report.follows(race.finding, *leaked);
    if (race.fence) by_fence[{race.fence->window, position(race.fence->place)}].push_back(&race);
    const bool can_be_added =
        race.call == MpiCall::kWin_flush || race.call == MpiCall::kWin_flush_local || race.call == MpiCall::kWait;
    const std::string call = position(race.first) + ' ' + std::string(name_of(race.call));
    if (race.call == MpiCall::kWait && race.before.known() && race.in_one_thread) by_first[call].push_back(&race);
    if (can_be_added && race.before.known()) by_call[call + ' ' + position(race.before)].push_back(&race);
    if (race.at_once || race.given_back) {
      Race& own = by_operation[position(race.first)].emplace_back(race);
      if (!own.in_one_thread) own.second = own.before;  // the access of its own process that must come later
    }
  }
  std::set<Report::Number> changed;
  for (const auto& [key, group] : by_operation)
    if (const auto finding = link_operation(group, report)) changed.insert(*finding);
  for (const Race& race : races_) {
    // Advice that would fit anywhere does not show that it is one mistake.
    const Fixes& fixes = report.finding(race.finding).fixes;
    const Fixes told = as_told(fixes);
    const auto named = [&](const Place& place) {
      return place.known() && names(fixes, report.words().symbolizer().statement(place));
    };
    if (!named(race.first) && !named(race.second) && !named(race.before) && !named(race.local) &&
        !changed.contains(race.finding))
      continue;
    const auto same = std::ranges::find_if(
        by_fix, [&](const auto& entry) { return same_changes(as_told(report.finding(entry.first).fixes), told); });
    if (same != by_fix.end()) {
      same->second.push_back(&race);
    } else {
      by_fix.emplace_back(race.finding, Races{&race});
    }
  }
  // One more fence on all ranks fixes all others as well; other advice fixes only the one.
  const auto adds_fence = [&](const Race* race) {
    return race && !race->in_one_thread && adds(report.finding(race->finding).fixes, name_of(MpiCall::kWin_fence));
  };
  for (const auto& [key, group] : by_fence)
    if (const Race* cause = narrowest(group, source); group.size() > 1 && adds_fence(cause)) link_all(group, cause);
  link_repeated(report);
  for (const auto& [key, group] : by_first)
    if (group.size() > 1) link_all(group, narrowest(group, source));
  const auto link_group = [&](const Races& group) {
    // (Another flush fixes the others only if it is also their flush.)
    Races causes = group;
    std::erase_if(causes, [&](const Race* race) { return race->at_once && report.is_consequence(race->finding); });
    if (causes.empty()) return;
    const auto seen_by_others = std::ranges::find_if(causes, [](const Race* race) { return !race->in_one_thread; });
    if (seen_by_others != causes.end()) return link_all(group, *seen_by_others);
    const auto in_one_round =
        std::ranges::find_if(causes, [&](const Race* race) { return is_in_one_round(*race, source); });
    link_all(group, in_one_round == causes.end() ? causes.front() : *in_one_round);
  };
  for (const auto& [key, group] : by_call) link_group(group);
  for (const auto& [finding, group] : by_fix) link_group(group);
  link_gaps(report);
}

}  // namespace fencepost
