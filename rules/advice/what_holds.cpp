#include "advice/what_holds.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "words/fix_text.h"
#include "words/thread_words.h"

namespace fencepost {
namespace {

// "it" for the access that the sentence has already named.
std::string name_in(const FixPlace& place, const Fix& fix) {
  return fix.only_if.first.known() && fix.only_if.first.name == place.name ? "it" : place.name;
}

std::string round_of(const Fix& fix) {
  return fix.until.next_round ? " of the next iteration" : "";
}

// The access that a completion must precede.
std::string other_of(const Fix& fix) {
  if (fix.until.how == FixUntil::kLetsGo) return "its thread lets another thread continue";
  if (fix.until.how == FixUntil::kReachedAgain && fix.until.place.known())
    return fix.until.place.name + " is executed again";
  if (fix.until.place.known()) return name_in(fix.until.place, fix) + round_of(fix);
  if (fix.met_by) return name_in(fix.met_by->before, fix) + round_of(fix);
  if (fix.side == FixSide::kRightAfter) return "its buffer is gone or used again";
  return fix.side == FixSide::kBefore && fix.place.known() ? name_in(fix.place, fix) : "the other access";
}

// ": rank 1 has to wait for that, by a message or barrier"
std::string waiting(const FixMeeting& meeting) {
  return meeting.thread >= 0 ? fmt::format("thread {} has to wait for that, by {}", meeting.thread, kMakesThreadsWait)
                             : fmt::format("rank {} has to wait for that, by a message or barrier", meeting.rank);
}

std::string memory_sync(const FixSync& sync) {
  if (!sync.is_needed()) return "";
  std::string text = fmt::format(", with {} before that on one side and after it on the other", text_of(sync.call));
  if (!sync.epoch.function.empty()) text += fmt::format(", in an epoch that {} opens", text_of(sync.epoch));
  return text;
}

std::string also(const Fix& fix) {
  std::string text;
  for (const FixPlace& place : fix.also) text += " and " + place.name;
  return text;
}

// For a fix that moves something.
std::string what_has_to_come(const Fix& fix) {
  const std::string moved = name_in(fix.moved, fix);
  if (fix.until.how == FixUntil::kPosts)
    return fmt::format("{} has to come before rank {} posts{}", moved, fix.place.rank,
                       fix.until.next_round ? " for the next iteration" : "");
  if (fix.side == FixSide::kBefore && !fix.completes.empty() && fix.operation.known())
    return fmt::format("{} has to be complete before {}; {} completes it", fix.operation.name, other_of(fix), moved);
  if (fix.side == FixSide::kBefore) return fmt::format("{} has to come before {}", moved, fix.place.name);
  const std::string completes = fix.completes.empty() ? "" : fmt::format(", which completes {}", fix.completes);
  return fmt::format("{} has to come after {}{}", moved, fix.place.name, completes);
}

// The rank that makes the other of the two accesses, if it is not the rank of `operation`.
std::optional<int> other_rank(const Finding& finding, const FixPlace& operation) {
  if (finding.family != Family::kRace || finding.accesses.size() < 2) return std::nullopt;
  const int one = finding.accesses[0].rank, other = finding.accesses[1].rank;
  if (one == other || (operation.rank != one && operation.rank != other)) return std::nullopt;
  return operation.rank == one ? other : one;
}

std::string closed(const Fix& fix) {
  if (fix.kind == FixKind::kReplaceCall)
    return fmt::format("{} has to be {}, which closes the epoch that is open, or has to go if another call closes it",
                       fix.place.name, text_of(fix.call));
  if (fix.call.on_all_ranks && !fix.until.place.known()) {
    std::string text =
        fmt::format("a call of {} that all ranks of the window reach has to close the epoch{}", fix.call.function,
                    fix.operation.known() ? " that " + fix.operation.name + " opens" : " that is open");
    return fix.side == FixSide::kBefore ? text + " before " + fix.place.name : text;
  }
  std::string text = fix.operation.known() ? "the epoch that " + fix.operation.name + " opens has to be closed"
                                           : std::string("the epoch that is open has to be closed");
  if (!fix.call.function.empty()) text += " by " + text_of(fix.call);
  const bool again = fix.operation.known() && fix.place.is_at(fix.operation.at);
  if (fix.side == FixSide::kBefore) text += " before " + (again ? "that call is reached again" : fix.place.name);
  return text + ", on each rank that has opened it and on no other";
}

std::string opened(const Fix& fix) {
  if (fix.kind == FixKind::kReplaceArgument && !fix.argument.given.empty())
    return fmt::format("{} needs an open epoch on its window, or has to be on {}, if it is meant for that window",
                       fix.place.name, fix.argument.given);
  std::string text = fix.place.name + " needs an epoch that is opened before it";
  return text + (fix.side != FixSide::kAround && fix.operation.known() ? ": " + fix.operation.name + " closes it"
                                                                       : " and closed after it");
}

// What an argument promises or asks for.
std::string of_argument(const Fix& fix) {
  const std::string& given = fix.argument.given;
  const std::string call = fix.place.name + also(fix);
  if (given.empty()) return fmt::format("what {} in {} promises has to be true", fix.argument.instead_of, call);
  if (given == "MPI_LOCK_EXCLUSIVE") return fmt::format("{} must exclude the other access; {} does that", call, given);
  return fmt::format("{} needs {} in place of {}", call, given,
                     fix.argument.instead_of.empty() ? "its argument" : fix.argument.instead_of);
}

// Whether the accesses are made on different windows.
bool is_of_several_windows(const Finding& finding) {
  const std::string* first = nullptr;
  return std::ranges::any_of(finding.accesses, [&](const Access& access) {
    if (access.window.empty()) return false;
    if (first == nullptr) first = &access.window;
    return *first != access.window;
  });
}

// What all ranks have to call.
std::string together(const Fix& fix, const Finding& finding) {
  const bool named = is_of_several_windows(finding) && !fix.call.arguments.empty();
  const std::string call = fix.call.function + (named ? " on " + fix.call.arguments.back() : "");
  const std::string what = fix.before_it.function.empty()
                               ? fmt::format("a call of {} that all ranks of the window reach has", call)
                               : fmt::format("{}, and after it a call of {} that all ranks of the window reach, have",
                                             text_of(fix.before_it), call);
  if (fix.side == FixSide::kBetween && fix.until.place.known())
    return fmt::format("{} to come between {} and {}", what, name_in(fix.place, fix), other_of(fix));
  std::string text = fmt::format("{} to complete {}", what,
                                 fix.operation.known() ? fix.operation.name : "the operations of this epoch");
  if (fix.until.place.known()) text += " before " + fix.until.place.name;
  return text;
}

std::string completed(const Fix& fix, const Finding& finding) {
  std::string text = fmt::format("{} has to be complete before {}", name_in(fix.operation, fix), other_of(fix));
  if (!fix.call.function.empty()) text += fmt::format("; {} completes it", text_of(fix.call));
  if (fix.met_by) return text + ", and " + waiting(*fix.met_by) + memory_sync(fix.sync);
  // (A call before which it is complete tells the other rank.)
  const FixPlace& before = fix.until.place.known() ? fix.until.place : fix.place;
  const bool told = (fix.until.place.known() || fix.side == FixSide::kBefore) && !before.call.empty();
  if (const auto rank = told ? std::nullopt : other_rank(finding, fix.operation))
    text += fmt::format(", and rank {} has to wait for that, by a message or barrier", *rank);
  return text;
}

std::string condition_of(const Fix& fix, const Finding& finding) {
  if (passes_target(fix)) return fmt::format("{} and {} have to name one target", fix.place.name, fix.operation.name);
  if (!fix.holds.empty()) return fix.holds;
  if (fix.purpose == FixPurpose::kCloseEpoch && !(fix.call.on_all_ranks && fix.until.place.known())) return closed(fix);
  if (fix.purpose == FixPurpose::kOpenEpoch) return opened(fix);
  if (fix.kind == FixKind::kReplaceArgument) return of_argument(fix);
  if (!fix.info_key.empty()) return fmt::format("what {} in {} promises has to be true", fix.info_key, fix.place.name);
  if (fix.call.on_all_ranks) return together(fix, finding);
  if (fix.moved.known()) return what_has_to_come(fix);
  if (fix.kind == FixKind::kAdd && fix.call.function.empty() && fix.met_by)
    return fmt::format("{}{} has to come after {}: {}{}", name_in(fix.met_by->before, fix), round_of(fix),
                       name_in(fix.place, fix), waiting(*fix.met_by), memory_sync(fix.sync));
  if (fix.operation.known()) return completed(fix, finding);
  if (fix.kind == FixKind::kAdd && !fix.call.function.empty())
    return fmt::format("{} has to come {} {}", text_of(fix.call), fix.side == FixSide::kBefore ? "before" : "after",
                       fix.place.name);
  return "the call has to come inside an epoch of the kind that it needs, or to go";
}

// Whether the condition under which a change helps is one of what it is for as well.
bool keeps_clause(const Fix& fix) {
  return fix.holds.empty() && fix.only_if.of_aim;
}

}  // namespace

bool is_unproven(const Fix& fix) {
  return fix.kind != FixKind::kMustHold && !fix.tried && !fix.certain;
}

Fix what_has_to_hold(const Fix& fix, const Finding& finding) {
  Fix condition = must_hold(condition_of(fix, finding));
  condition.purpose = fix.purpose;
  condition.only_if.first = fix.only_if.first;
  if (keeps_clause(fix)) condition.only_if.clause = fix.only_if.clause;
  condition.offer = fix.offer;
  return condition;
}

void leave_conditions(Finding& finding) {
  if (std::ranges::none_of(finding.fixes, is_unproven)) return;
  Fixes left;
  for (Fix& fix : finding.fixes) {
    if (!is_unproven(fix)) {
      left.push_back(std::move(fix));
      continue;
    }
    Fix condition = what_has_to_hold(fix, finding);
    const bool known = std::ranges::any_of(left, [&](const Fix& one) {
      return one.kind == FixKind::kMustHold && one.only_if.first.name == condition.only_if.first.name &&
             (one.holds == condition.holds || (one.purpose == condition.purpose && !one.tried));
    });
    if (!known) left.push_back(std::move(condition));
  }
  finding.fixes = std::move(left);
  finding.suggestion = text_of(finding.fixes);
}

}  // namespace fencepost
