#include "trial/trial.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "advice/source_patch.h"
#include "advice/what_holds.h"
#include "checks/checks.h"
#include "findings/fold.h"
#include "registry/rule_ids.h"
#include "trial/edit.h"
#include "trial/edited_source.h"
#include "trial/finding_name.h"
#include "trial/one_fix.h"
#include "words/fix_text.h"

namespace fencepost::trial {
namespace {

// Order does fix a result that is read too early (is_of_places() or not): once the read waits for it, the next
// operation may use the buffer (`other`: the finding about these two operations).
bool reads_result_of(const Finding& finding, const FindingName& other) {
  if (finding.rule != rule::kResultBufferUsed || other.rule != finding.rule) return false;
  const bool loads = std::ranges::any_of(finding.accesses, [](const Access& access) { return access.call.empty(); });
  return loads && std::ranges::any_of(finding.accesses, [&](const Access& access) {
           return !access.call.empty() && std::ranges::find(other.accesses, name_of(access)) != other.accesses.end();
         });
}

struct Occurrences {
  std::uint64_t count = 0;
  std::set<int> ranks;
};

void note_occurrences(Occurrences& all, const Finding& finding) {
  all.count += finding.count;
  all.ranks.insert(finding.ranks.begin(), finding.ranks.end());
}

struct Result {
  std::set<FindingName> all, races, of_epochs, of_places;
  std::map<FindingName, Occurrences> occurrences;  // of what is wrong
  std::uint64_t changes = 0;
  bool by_all = false;  // every process reached one
  bool unsure = false;
  bool counted = false;  // fetches that added to the fetched value gave order
  // Calls that wait forever, or did until the replay let them continue without what they wait for.
  std::size_t stuck = 0;
  std::size_t let_through = 0;  // the latter, as sentences
  bool blocked = false;         // at the end of the record some wait
  bool hung = false;            // and were therefore ended, …
  bool told = false;            // … and a finding says whose calls do not match
  bool let_go = false;          // … and all of them would continue
};

// Whether all processes are in calls that would return, or wait only for processes whose calls would. (A process in
// MPI_Finalize makes no call any more for which the others may wait.)
bool all_go_on(const std::vector<BlockedCall>& blocked, Processes all) {
  std::set<ProcessId> inside, waiting;  // processes
  for (const BlockedCall& call : blocked) {
    inside.insert(call.place.process);
    if (call.waits_for != WaitsFor::kNothing) waiting.insert(call.place.process);
  }
  if (inside.size() != all.size()) return false;
  for (bool fewer = true; fewer;) {
    fewer = false;
    for (const BlockedCall& call : blocked) {
      const auto waits = [&](ProcessId process) { return waiting.contains(process); };
      const bool known = call.waits_for == WaitsFor::kProcesses && !call.processes.empty();
      if (known && waits(call.place.process) && std::ranges::none_of(call.processes, waits))
        fewer = waiting.erase(call.place.process) != 0 || fewer;
    }
  }
  return waiting.empty();
}

// Whether, for another reason, other processes that would continue cannot reach the change: processes that reach it
// call the replaced function, or come through the block.
bool is_of_those_who_came(const Edit& edit) {
  return edit.kind == EditKind::kReplace || edit.kind == EditKind::kAddInBlocks || edit.kind == EditKind::kOtherWindow;
}

bool adds_a_wait(const Edit& edit) {
  const auto waits = [](MpiCall call) {
    return call == MpiCall::kWin_wait || call == MpiCall::kWin_complete || call == MpiCall::kWin_fence ||
           call == MpiCall::kWin_free;
  };
  return waits(edit.call) || std::ranges::any_of(edit.added, [&](const CallMade& made) { return waits(made.call); });
}

// Whether a call like the added one has a new finding.
bool is_wrong_itself(const Edit& edit, const Result& before, const Result& after) {
  std::vector<MpiCall> calls = {edit.call, edit.closing};
  for (const CallMade& made : edit.added) calls.push_back(made.call);
  const auto is_made = [&](const AccessName& access) {
    return std::ranges::any_of(
        calls, [&](MpiCall call) { return call != MpiCall::kNone && access.call == fencepost::name_of(call); });
  };
  return std::ranges::any_of(after.of_epochs, [&](const FindingName& name) {
    return !before.all.contains(name) && std::ranges::any_of(name.accesses, is_made);
  });
}

// Whether a change may take away an order, a completion or an epoch that other accesses have: then more pairs may meet.
// (Otherwise the number of a race's pairs shows only how its accesses were recorded: an added call may divide a
// record.)
bool takes_away(const Edit& edit) {
  switch (edit.kind) {
    case EditKind::kRemove:
    case EditKind::kReplace:
    case EditKind::kAtomic:
    case EditKind::kMove:
    case EditKind::kMoveUp:
    case EditKind::kOtherWindow:
    case EditKind::kOtherTarget:
      return true;
    case EditKind::kLockType:
      return edit.shared;
    case EditKind::kAddInBlocks:
      return edit.moved_there;
    default:
      return false;
  }
}

// Whether the rule is about an operation itself, whatever comes before and after it: it is not looked at while the
// operation is refused.
bool is_hidden_by_refusal(std::string_view rule) {
  const Family family = rule_of(rule).family;
  return family == Family::kRange || family == Family::kType || family == Family::kUse;
}

// Whether a finding that the run has anyway occurs more often than before, or on other ranks: a line may be right in
// one window or caller and wrong in another. `mended`: the finding that is gone. If it refused operations, what that
// has hidden is not new.
bool occurs_more(const FindingName& mended, const Edit& edit, const Result& before, const Result& after, bool strict) {
  const auto hiding = before.occurrences.find(mended);
  for (const auto& [name, now] : after.occurrences) {
    const auto known = before.occurrences.find(name);
    if (known == before.occurrences.end()) continue;  // nothing_new()
    if (strict && edit.accepts && after.races.contains(name)) continue;
    Occurrences then = known->second;
    const auto add = [&](const Occurrences& hidden) {
      then.count += hidden.count;
      then.ranks.insert(hidden.ranks.begin(), hidden.ranks.end());
    };
    if (strict)  // a race hides what more is required of the same pair
      for (const auto& [other, hidden] : before.occurrences)
        if (other.accesses == name.accesses && !after.all.contains(other)) add(hidden);
    if (edit.accepts && hiding != before.occurrences.end() && is_hidden_by_refusal(name.rule)) add(hiding->second);
    const bool counts = !after.races.contains(name) || takes_away(edit);
    if ((counts && now.count > then.count) || !std::ranges::includes(then.ranks, now.ranks)) return true;
  }
  return false;
}

// Once the pair itself is ordered, a strict reading may require more of it (memory synchronization): that is not new,
// because the race hid it. The same holds for operations that were refused for lack of an epoch (`accepts`).
bool nothing_new(const Result& before, const Result& after, bool strict, bool accepts) {
  std::set<std::vector<AccessName>> pairs;
  if (strict)
    for (const FindingName& name : before.all) pairs.insert(name.accesses);
  return std::ranges::all_of(after.all, [&](const FindingName& name) {
    return before.all.contains(name) || pairs.contains(name.accesses) ||
           (strict && accepts && after.races.contains(name));
  });
}

// In events. A change may let many more accesses conflict than in the recorded run, and each pair takes time, too.
std::uint64_t work_of(const check::Statistics& statistics) {
  constexpr std::uint64_t kPairsOfAnEvent = 8;
  return statistics.events + statistics.pairs_checked / kPairsOfAnEvent;
}

// In events, too. To put a finding in words takes as long as some hundred events.
std::uint64_t work_of(const std::vector<Finding>& findings) {
  constexpr std::uint64_t kEventsOfAFinding = 100;
  return findings.size() * kEventsOfAFinding;
}

class Trials {
 public:
  Trials(const Run& run, std::uint64_t most_events) : run_(run), events_left_(most_events) {}

  // False: the run is too long to be replayed.
  bool begin() {
    for (const bool strict : {false, true}) {
      auto result = replay(nullptr, strict);
      if (!result) return false;
      before_[strict] = *std::move(result);
    }
    return true;
  }

  bool ran_out() const { return events_left_ == 0 || events_left_ < events_of_a_replay_; }

  // How many findings a fix may have mended: all but those that are about places.
  std::size_t most_mended() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        before_[false].all, [&](const FindingName& one) { return !before_[false].of_places.contains(one); }));
  }

  // Nothing: it would take too many events, nothing was changed, or the result is not in the record, which ends where
  // calls wait forever. `following`: the consequences of the finding, which disappear with it. `mended`: the names of
  // all findings that are gone, if it passes.
  std::optional<bool> passes(const Finding& finding, const std::vector<FindingName>& following, const Edit& edit,
                             std::set<FindingName>& mended) {
    const FindingName name = name_of_finding(finding);
    mended = before_[false].all;
    for (const FindingName& one : before_[false].of_places) mended.erase(one);
    for (const bool strict : {false, true}) {
      const Result& before = before_[strict];
      // If collective calls wait for each other, it is not known in which of them the ranks would meet: one more
      // collective call does not fix another finding of such a run.
      const bool meets = edit.meeting != MpiCall::kNone || edit.call == MpiCall::kWin_fence;
      if (before.hung && meets && finding.family != Family::kMatch) return std::nullopt;
      const auto after = replay(&edit, strict);
      if (!after || after->changes == 0 || after->unsure) return std::nullopt;
      if (!before.all.contains(name)) return strict ? std::optional(true) : std::nullopt;
      if (after->all.contains(name)) return false;
      std::erase_if(mended, [&](const FindingName& one) { return after->all.contains(one); });
      // An added call also waits for calls of others that wait: nobody would ever reach them.
      if (adds_a_wait(edit) && after->let_through > before.let_through) return false;
      if (edit.accepts && is_wrong_itself(edit, before, *after)) return false;
      const auto is_left = [&](const FindingName& one) { return after->all.contains(one); };
      const bool breaks =
          !nothing_new(before, *after, strict, edit.accepts) || occurs_more(name, edit, before, *after, strict);
      if (before.blocked && breaks) return std::nullopt;
      // No process is seen to be stuck any more. Only for an edit that lets them continue is that certain.
      const bool lets_go = edit.kind == EditKind::kLetGo ||
                           ((is_of_those_who_came(edit) || after->by_all) && after->let_go && !before.let_go);
      if (after->hung && !after->told && !lets_go) return std::nullopt;
      // (For an atomic operation instead of it, it is not known whom it would have ordered.)
      const bool orders = edit.kind != EditKind::kAtomic && !edit.comes_earlier;
      const auto still_hangs = [&](const FindingName& one) { return one.rule == rule::kDeadlock && is_left(one); };
      if (edit.kind == EditKind::kAtomic && std::ranges::any_of(following, still_hangs)) return std::nullopt;
      if (orders && std::ranges::any_of(following, is_left))
        return before.blocked ? std::nullopt : std::optional(false);
      if (after->stuck > before.stuck) return false;
      if (breaks) return false;
      const auto only_hidden = [&](const FindingName& one) {
        return !after->of_places.contains(one) && !reads_result_of(finding, one);
      };
      if (!is_of_places(finding) && std::ranges::any_of(before.of_places, only_hidden)) return false;
      // The order on which it relies must not be luck of this run.
      if (!strict && after->counted) {
        const auto without_luck = replay(&edit, strict, false);
        if (!without_luck) return std::nullopt;
        if (without_luck->all.contains(name)) return false;
        std::erase_if(mended, [&](const FindingName& one) { return without_luck->all.contains(one); });
      }
    }
    return true;
  }

 private:
  std::optional<Result> replay(const Edit* edit, bool strict, bool counters_order = true) {
    RuleOptions rules = run_.rules;
    rules.strict = rules.strict || strict;
    rules.explains = false;
    check::AnalysisOptions engine = run_.engine;
    engine.part = {};
    engine.strict = engine.strict || strict;
    engine.counters_order = counters_order;
    engine.draws = false;
    if (ran_out()) return std::nullopt;
    const std::unique_ptr<TraceSource> source = run_.open();
    if (!source) return std::nullopt;
    EditedSource edited(*source, run_.symbolizer, edit ? *edit : Edit{.kind = EditKind::kRemove});
    if (edit) {
      std::set<WindowKey> exclusive = exclusive_;
      if (edit->kind == EditKind::kLockType) exclusive.insert(edit->window);
      edited.grants_only_of(std::move(exclusive));
      edited.locks_before(locks_);
    }
    if (edit) edited.awaited(blocked_);
    Checks checks(run_.symbolizer, rules);
    Observer* observers[] = {&checks};
    check::Analyzer analyzer(edited, engine, observers);
    while (analyzer.advance()) {
      if (work_of(analyzer.statistics()) > events_left_) {
        events_left_ = 0;  // the next one would take as long
        return std::nullopt;
      }
    }
    if (run_.given_up && run_.given_up()) {  // perhaps it has not seen all
      events_left_ = 0;
      return std::nullopt;
    }
    analyzer.finish();
    const std::vector<Finding> findings = checks.findings();
    events_of_a_replay_ = analyzer.statistics().events + work_of(findings);
    events_left_ -= std::min(events_left_, work_of(analyzer.statistics()) + work_of(findings));
    Result result;
    for (const Finding& finding : findings) {
      // (MPI_Accumulate would not be allowed to do nothing; it represents calls that are.)
      if (edit && edit->kind == EditKind::kAtomic && finding.rule == rule::kOpNotAllowed) continue;
      const FindingName name = name_of_finding(finding, edit);
      result.all.insert(name);
      // (A hint that holds for what was refused before, too, is no damage.)
      if (finding.severity <= Severity::kPortability) note_occurrences(result.occurrences[name], finding);
      if (finding.family == Family::kRace) result.races.insert(name);
      if (finding.family == Family::kEpoch) result.of_epochs.insert(name);
      if (is_of_places(finding)) result.of_places.insert(name);
      result.told = result.told || finding.family == Family::kMatch;
    }
    result.counted = analyzer.statistics().counted != 0;
    result.changes = edited.changes();
    result.by_all = edited.changes_all();
    result.unsure = edited.unsure();
    if (!edit) exclusive_ = edited.exclusive();
    if (!edit) locks_ = edited.locks();
    const EndOfRun& end = analyzer.end();
    if (!edit) blocked_ = end.blocked;
    result.let_through = end.blind_spots.size();
    result.blocked = !end.blocked.empty();
    result.hung = end.hung;
    result.let_go = all_go_on(end.blocked, edited.processes());
    result.stuck = end.blocked.size() + end.incomplete.size() + end.unmatched_starts.size() +
                   end.unmatched_posts.size() + end.blind_spots.size();
    return result;
  }

  const Run& run_;
  std::uint64_t events_left_;
  std::uint64_t events_of_a_replay_ = 0;
  Result before_[2];                  // by whether it is strict
  std::set<WindowKey> exclusive_;     // windows that are locked exclusively
  LockOrder locks_;                   // of the run
  std::vector<BlockedCall> blocked_;  // at its end
};

// The same meeting after all that the block still does, such as a message for which another rank waits before it comes
// to the meeting. Nothing: that is the same place.
std::optional<Fix> met_late(const Fix& fix, SourceLines& sources) {
  if (fix.kind != FixKind::kAdd || !fix.met_by || fix.met_by->thread >= 0) return std::nullopt;
  Fix late = fix;
  late.met_by->late = true;
  const auto lines_of = [&](const Fix& one) {
    std::vector<int> lines;
    for (const SourceGap& gap : gaps_of(one, "", sources)) lines.push_back(gap.line);
    return lines;
  };
  const auto lines = lines_of(late);
  return lines.size() < 2 || lines == lines_of(fix) ? std::nullopt : std::optional(std::move(late));
}

// The same meeting between two parts of the `if` that leads to it.
std::optional<Fix> met_in_divided(const Fix& fix, SourceLines& sources) {
  const bool meets = fix.side == FixSide::kBetween || (fix.met_by && fix.met_by->thread < 0);
  if (fix.kind != FixKind::kAdd || !meets) return std::nullopt;
  Fix divided = fix;
  divided.until.splits = true;
  const std::string window = fix.call.arguments.empty() ? "" : fix.call.arguments.back();
  return gaps_of(divided, window, sources).empty() ? std::nullopt : std::optional(std::move(divided));
}

// The fix itself, and other places for its meeting.
Fixes variants_of(const Fix& fix, SourceLines& sources) {
  Fixes all = {fix};
  if (auto late = met_late(fix, sources)) all.push_back(*std::move(late));
  if (auto divided = met_in_divided(fix, sources)) all.push_back(*std::move(divided));
  return all;
}

// To the fixes that have passed: what may be said beside them.
void add_rest(Fixes& passed, Fixes untried, const std::optional<Fix>& failed, const Finding& finding) {
  // If a recipe has passed, no untried fix for the same order is offered: it is not known what that would break.
  std::erase_if(untried, [&](const Fix& fix) {
    return fix.kind != FixKind::kMustHold && std::ranges::any_of(passed, [&](const Fix& one) {
             const bool excludes = one.purpose == FixPurpose::kExclude && fix.purpose == FixPurpose::kOrder;
             return one.only_if.first.name == fix.only_if.first.name && !excludes;
           });
  });
  // That nobody comes between mends it, whatever the program needs. The order that it may need is said as well.
  const bool only_excludes = !passed.empty() && std::ranges::all_of(passed, [](const Fix& one) {
    return one.purpose == FixPurpose::kExclude;
  });
  const bool needs_order = only_excludes && failed && failed->purpose == FixPurpose::kOrder;
  if (needs_order || (passed.empty() && untried.empty())) passed.push_back(what_has_to_hold(*failed, finding));
  for (Fix& fix : untried) passed.push_back(std::move(fix));
}

}  // namespace

bool try_fixes(std::vector<Finding>& findings, const Run& run, std::uint64_t most_events) {
  SourceLines sources;
  const auto can_be_tried = [&](const Fix& fix) { return !edits_of(fix, sources).empty(); };
  if (std::ranges::none_of(findings,
                           [&](const Finding& finding) { return std::ranges::any_of(finding.fixes, can_be_tried); }))
    return true;
  Trials trials(run, most_events);
  if (!trials.begin()) return false;
  std::vector<PassedFix> all_passed;
  for (Finding& finding : findings) {
    if (!finding.consequence_of.empty()) continue;
    std::vector<FindingName> following;
    for (const Finding& other : findings)
      if (other.consequence_of == finding.fingerprint) following.push_back(name_of_finding(other));
    Fixes passed, untried;
    std::optional<Fix> failed;
    std::optional<std::size_t> patched;  // how many findings are gone with a fix that gives a patch; nothing: none does
    const auto gives_patch = [&](Fix one) {
      one.tried = true;  // no other fix gets a patch
      return !patch_of(one, sources).empty();
    };
    for (Fix& fix : finding.fixes) {
      const bool for_patch = fix.offer == FixOffer::kForPatch;
      if (for_patch && (patched == trials.most_mended() || !gives_patch(fix))) continue;
      // Where an order of the two mends it, exclusion may only hide that they have none.
      // (An atomic operation instead of a get is another way to read what others update meanwhile.)
      const bool of_get = fix.kind == FixKind::kReplaceCall && fix.place.call == fencepost::name_of(MpiCall::kGet);
      if (fix.purpose == FixPurpose::kExclude && !of_get &&
          std::ranges::any_of(passed, [](const Fix& one) { return one.purpose == FixPurpose::kOrder; }))
        continue;
      std::optional<bool> verdict;
      std::set<FindingName> mended;
      const auto try_edits = [&](const Fix& one_of) {
        for (const Edit& edit : edits_of(one_of, sources)) {
          auto one = trials.passes(finding, following, edit, mended);
          // The places where ranks meet come from lines of the source, and the run need not have reached all of them.
          if (one == false && !edit.gaps.empty()) one.reset();
          if (one) verdict = verdict.value_or(false) || *one;
          if (verdict.value_or(false)) return true;
        }
        return false;
      };
      for (const Fix& variant : variants_of(fix, sources)) {
        if (!try_edits(variant)) continue;
        fix = variant;
        break;
      }
      if (fix.offer != FixOffer::kAlways && !verdict.value_or(false)) continue;
      if (for_patch && patched && *patched >= mended.size()) continue;
      if (verdict.value_or(false) && gives_patch(fix)) patched = std::max(patched.value_or(0), mended.size());
      if (!verdict) {
        untried.push_back(std::move(fix));
      } else if (*verdict) {
        fix.tried = true;
        all_passed.push_back({static_cast<std::size_t>(&finding - findings.data()), passed.size(), std::move(mended)});
        passed.push_back(std::move(fix));
      } else if (!failed) {
        failed = std::move(fix);
      }
    }
    if (passed.empty() && !failed) {
      finding.fixes = std::move(untried);
      continue;
    }
    add_rest(passed, std::move(untried), failed, finding);
    finding.fixes = std::move(passed);
    finding.suggestion = text_of(finding.fixes);
  }
  fold_mended(findings, all_passed, sources);
  return !trials.ran_out();
}

}  // namespace fencepost::trial
