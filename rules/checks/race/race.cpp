// Conflicts of the engine as findings: chooses the rule and describes the case (family RACE, and FP-INFO-005).
#include <algorithm>
#include <utility>
#include <vector>

#include "advice/conflict_advice.h"
#include "advice/meeting_place.h"
#include "advice/near_misses.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/changed_in_steps.h"
#include "facts/near_calls.h"
#include "findings/consequences.h"
#include "findings/mixed_types.h"
#include "findings/read_between.h"
#include "findings/same_mistakes.h"
#include "race_checks/makers.h"
#include "words/compiler_copy.h"
#include "words/conflict_access.h"
#include "words/conflict_words.h"
#include "words/picture.h"

namespace fencepost {
namespace {

std::string_view rule_for(const Conflict& conflict) {
  switch (conflict.kind) {
    case ConflictKind::kAtomicTypes:
    case ConflictKind::kAtomicElements:
      return rule::kMixedAccumulates;
    case ConflictKind::kAtomicOperations:
      return rule::kAccumulateOpsViolated;
    case ConflictKind::kSeparateModel:
      return rule::kSeparateModelSameWindow;
    case ConflictKind::kReadsOnly:
      return rule::kGetAndAtomicRead;
    case ConflictKind::kMemorySync:
      return rule::kMissingMemorySync;
    case ConflictKind::kData:
      break;
  }
  if (conflict.unordered == Unordered::kByLocksOnly) return rule::kLockOrderOnly;
  const ConflictAccess& a = conflict.first;
  const ConflictAccess& b = conflict.second;
  const bool a_origin = a.role == AccessRole::kOrigin, b_origin = b.role == AccessRole::kOrigin;
  const bool a_target = a.role == AccessRole::kTarget, b_target = b.role == AccessRole::kTarget;
  if (a_origin || b_origin) {
    // If an origin buffer lies inside a window, it meets other processes' operations like any window memory.
    if (!conflict.same_process && (a_target || b_target)) return rule::kConflictingOperations;
    // If both are buffers, the rule is that of the one in use first. Only the order of one thread says which one that
    // is. Otherwise either would be right, and the choice is always the same.
    const bool in_turn = a.place.by() == b.place.by();
    if (a_origin && b_origin && !in_turn) return rule::kResultBufferUsed;
    const ConflictAccess& buffer = a_origin ? a : b;
    return buffer.kind == AccessClass::kOriginWrite ? rule::kResultBufferUsed : rule::kOriginBufferReused;
  }
  if (a.role == AccessRole::kCall || b.role == AccessRole::kCall) return rule::kMessageBuffer;
  if (conflict.polling && (a_target || b_target)) return rule::kPollingLoad;
  if (a_target && b_target && conflict.same_process) return rule::kSameOriginOperations;
  if (is_atomic(a.kind) != is_atomic(b.kind)) return rule::kAtomicAndOtherAccess;
  if (a_target && b_target) return rule::kConflictingOperations;
  if (a_target || b_target) return rule::kOperationAndLocalAccess;
  return rule::kSharedMemoryAccess;
}

class RaceCheck : public CheckOf<RaceCheck> {
 public:
  using CheckOf::CheckOf;

  void conflict_found(const Job& job, const Conflict& conflict) override {
    const std::string_view rule = rule_for(conflict);
    if (report().wants(rule, window_of(conflict))) report().announce(rule, found(job, rule, conflict));
  }

  void conflict(const Job& job, const Conflict& conflict) override {
    const std::string_view rule = rule_for(conflict);
    if (!report().wants(rule, window_of(conflict))) return;
    ConflictWords in_words(words());
    Violation violation = found(job, rule, conflict);
    violation.message = in_words.message(conflict);
    violation.fixes = advice_for(rule, conflict, {in_steps_, written_, near_calls_}, words());
    std::vector<NamedPlace> named;
    if (report().options().explains) {
      violation.why = in_words.why(conflict, named);
      auto [sentences, places, fixes, memory_synced, ends] = near_misses(conflict, near_calls_, words());
      std::ranges::move(sentences, std::back_inserter(violation.why));
      std::ranges::move(places, std::back_inserter(named));
      if (memory_synced) leave_out_sync(violation.fixes, *memory_synced);
      if (violation.fixes.empty() || violation.fixes.front().purpose != FixPurpose::kApart)
        add_near_misses(violation.fixes, std::move(fixes));
      lift_out_of_loops(violation.fixes, ends, sources_);
    }
    std::string copied = compiler_copy_words(conflict, words());
    const bool is_copied = !copied.empty();
    if (is_copied) {
      violation.why.push_back(std::move(copied));
      violation.fixes.clear();
      violation.suggestion = advice_on_compiler_copies();
    }
    violation.ranks = conflict.ranks;
    violation.count = conflict.count;
    violation.timeline = picture_of(conflict, named, words());
    const Report::Number number = report().add(rule, conflict.first.place, std::move(violation), detail(conflict));
    if (is_copied)
      follow_the_copy(number, conflict);
    else
      follow_the_scope(number, conflict);
    consequences_.add(number, conflict);
    same_mistakes_.add(number, conflict, words());
    read_between_.add(number, conflict);
    mixed_types_.add(number, conflict, words());
    follow_the_types(number, conflict);
  }

  void finished(const Job&, const EndOfRun& end) override {
    consequences_.link(report(), end);
    read_between_.link(report());
    same_mistakes_.link(report());
    read_between_.advise(report());
    mixed_types_.link(report());
  }

  void on(const event::Post& post, const Here& here) {
    const WindowCall call = window_call(here, post.window);
    if (call && call.state->exposure)
      consequences_.waits().posted_again(*call.state->exposure, here.moment, here.place);
  }
  void on(const event::StartBegin& start, const Here& here) {
    const WindowCall call = window_call(here, start.window);
    if (call && call.state->start) consequences_.completes().started_again(*call.state->start, here.moment, here.place);
  }
  void operation_issued(const Job&, const Operation& operation) override {
    in_steps_.issued(operation);
    written_.issued(operation);
  }
  auto followers() { return std::tie(near_calls_, in_steps_); }
  void epochs_matched(const Job&, const EpochMatch& match) override { consequences_.waits().epochs_matched(match); }
  void window_gone(const Window& window) override {
    consequences_.waits().forget(window);
    consequences_.completes().forget(window);
  }

  void collective(const Job&, const CollectiveCall& call) override {
    if (call.window && !call.members.empty() && call.members[0].place.call == MpiCall::kWin_fence)
      consequences_.fence(call);
  }

 private:
  // A fix of a near miss comes first, unless it would reverse the order.
  static void add_near_misses(Fixes& fixes, Fixes near) {
    const auto turns = std::ranges::stable_partition(near, [](const Fix& fix) { return !fix.only_if.first.known(); });
    fixes.insert(fixes.begin(), near.begin(), turns.begin());
    fixes.insert(fixes.end(), turns.begin(), turns.end());
  }

  // The program already makes these calls: the meeting belongs between them. (A function that makes both meets the
  // others itself. Then what is missing is a call of that function.)
  static void leave_out_sync(Fixes& fixes, const std::pair<FixPlace, FixPlace>& calls) {
    for (Fix& fix : fixes) {
      if (!fix.sync.is_needed() || !fix.call.function.empty() || !fix.met_by) continue;
      const std::string& function = calls.first.at.function;
      if (fix.until.next_round && function == calls.second.at.function && function != fix.place.at.function) continue;
      fix.sync = {};
      fix.place = calls.first;
      if (!calls.second.is_at(calls.first.at)) fix.met_by->before = calls.second;
    }
  }

  // A compiler's copy is a finding of its own (FP-WINDOW-011), if it was seen.
  void follow_the_copy(Report::Number race, const Conflict& conflict) {
    const ConflictAccess& buffer = conflict.first.role == AccessRole::kOrigin ? conflict.first : conflict.second;
    if (const auto copied = report().number_of(rule::kPendingBufferFreed, buffer.place))
      report().follows(race, *copied);
  }

  // The buffer has left scope with the return of its function (FP-WINDOW-011), and what another call has on the stack
  // lies in its place now. That it is another call is certain if the access does not come from below the statement that
  // made the first one.
  void follow_the_scope(Report::Number race, const Conflict& conflict) {
    const ConflictAccess &buffer = conflict.first, &other = conflict.second;
    if (buffer.role != AccessRole::kOrigin || other.role != AccessRole::kLocal || other.place.call != MpiCall::kNone ||
        buffer.place.process != other.place.process || buffer.place.thread != other.place.thread)
      return;
    const auto told = report().number_of(rule::kPendingBufferFreed, buffer.place);
    if (!told) return;
    const Access& end = report().finding(*told).accesses.back();
    if (!end.ends_scope || end.location.line <= 0) return;
    const auto is_end = [&](const SourceLocation& frame) {
      return frame.file == end.location.file && frame.line == end.location.line;
    };
    if (std::ranges::none_of(words().symbolizer().frames(other.place), is_end)) report().follows(race, *told);
  }

  // An operation whose datatypes do not match (FP-TYPE-001) reaches further than its origin data would.
  void follow_the_types(Report::Number race, const Conflict& conflict) {
    for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
      if (access->role != AccessRole::kTarget || !access->operation) continue;
      const auto told = report().number_of(rule::kSignatureMismatch, access->place);
      const Buffer& origin = access->operation->origin;
      const Datatype* type = told ? words().job().datatype(access->place.process, origin.datatype) : nullptr;
      if (!type || origin.count < 0) continue;
      const auto meant = static_cast<std::uint64_t>(type->size * origin.count);
      if (access->common.begin >= access->bytes.begin + meant) return report().follows(race, *told);
    }
  }

  Consequences consequences_;
  SameMistakes same_mistakes_;
  ReadBetween read_between_;
  MixedTypes mixed_types_;
  NearCalls near_calls_;
  ChangedInSteps in_steps_;
  WordsWritten written_;
  SourceLines sources_;

  static WindowKey window_of(const Conflict& conflict) {
    return conflict.first.window ? conflict.first.window : conflict.second.window;
  }

  // What is known as soon as the two have met.
  Violation found(const Job& job, std::string_view rule, const Conflict& conflict) {
    Violation violation;
    violation.accesses = {access_of(conflict.first, conflict.second, words()),
                          access_of(conflict.second, conflict.first, words())};
    if (rule == rule::kAccumulateOpsViolated && promises_same_op(job, window_of(conflict)))
      violation.severity = Severity::kUndefined;
    return violation;
  }

  // Different second places at one first place are different findings.
  static std::uint64_t detail(const Conflict& conflict) {
    const Place& place = conflict.second.place;
    std::uint64_t hash = static_cast<std::uint64_t>(place.process.number()) + 1;
    for (const std::uint64_t part :
         {place.stack.number(), place.pc, static_cast<std::uint64_t>(conflict.first.kind),
          static_cast<std::uint64_t>(conflict.second.kind), static_cast<std::uint64_t>(conflict.second.role)})
      hash = hash * 0x9e3779b97f4a7c15u + part;
    return hash;
  }

  static bool promises_same_op(const Job& job, WindowKey key) {
    const Window* window = job.window(key);
    if (!window) return false;
    return std::ranges::any_of(
        window->parts, [](const WindowPart& part) { return info_value(part.info, "accumulate_ops") == "same_op"; });
  }
};

}  // namespace

std::unique_ptr<Check> make_race_check(Report& report) {
  return std::make_unique<RaceCheck>(report);
}

}  // namespace fencepost
