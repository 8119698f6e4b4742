#include "advice/completion_advice.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/certain_moves.h"
#include "advice/request_form.h"
#include "advice/source_cancel.h"
#include "advice/source_left_out.h"
#include "advice/source_loop.h"
#include "advice/source_pass.h"
#include "facts/may_tell.h"
#include "facts/source_order.h"
#include "job/begun_calls.h"
#include "job/local_flush.h"
#include "model/template_name.h"
#include "model/word_text.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

// "&request", "&halo->request[0]"; not "&request[i]", which names another request after `i` has changed.
bool names_one_variable(std::string_view text) {
  int variables = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && in_name(text[at])) ++at;
    const std::string_view before = text.substr(0, begin);
    const bool name = at > begin && std::isdigit(static_cast<unsigned char>(text[begin])) == 0;
    if (name && !before.ends_with('.') && !before.ends_with("->")) ++variables;
    if (at == begin) ++at;
  }
  return variables <= 1;
}

}  // namespace

FixPlace CompletionAdvice::call_place(const Place& place) {
  return words().fix_place(place);
}

FixPlace CompletionAdvice::access_place(const ConflictAccess& access) {
  return words().fix_place(access.place, subject(access));
}

std::optional<FixPlace> CompletionAdvice::leading_place(const ConflictAccess& access, const Place& place) {
  const auto call = leading_call(access.place, place, source());
  if (!call) return std::nullopt;
  const std::string function = template_name(call->function);
  return FixPlace{.at = call->at,
                  .name = fmt::format("the call of {} at {}", function, position_of(call->at)),
                  .rank = access.place.process.number()};
}

FixPlace CompletionAdvice::moved_place(const ConflictAccess& access, const Place& place) {
  return leading_place(access, place).value_or(access_place(access));
}

bool CompletionAdvice::may_follow(const FixPlace& moved, const FixPlace& call) {
  return may_come_after(moved.at, call.at, sources_);
}

bool CompletionAdvice::needs(const FixPlace& behind, const FixPlace& call) {
  return needs_what_it_gives(behind.at, call.at, sources_);
}

FixCall CompletionAdvice::completing_call(MpiCall call, const ConflictAccess& access, bool all) {
  const Operation* operation = access.operation.get();
  switch (call) {
    case MpiCall::kWait: {
      if (access.place.call == MpiCall::kStartall) return wait_for_all(access.place);
      const auto request = operation ? call_text(*operation, words()).request : request_text(access.place, words());
      if (request) return {.function = "MPI_Wait", .arguments = {*request, "MPI_STATUS_IGNORE"}};
      return {.function = "MPI_Wait", .arguments_of = "the request of " + words().call_at(access.place)};
    }
    case MpiCall::kWin_flush:
      return completion_call(all ? MpiCall::kWin_flush_all : call, operation->place, operation->kind, words());
    case MpiCall::kWin_flush_local:
      // The standard does not say clearly whether it completes the result of an atomic operation (FP-RACE-015).
      if ((operation->atomic() && access.kind == AccessClass::kOriginWrite) || may_tell(*operation))
        return completing_call(MpiCall::kWin_flush, access, all);
      return completion_call(all ? MpiCall::kWin_flush_local_all : call, operation->place, operation->kind, words());
    case MpiCall::kWin_fence: {
      const auto window = operation ? call_text(*operation, words()).window : std::nullopt;
      FixCall fence = call_with_window(call, {"0"}, window, access.place.call);
      fence.on_all_ranks = true;
      return fence;
    }
    default:
      if (is_split_end(call)) return split_end_call(call, access.place, words());
      return call_with_window(call, {}, operation ? call_text(*operation, words()).window : std::nullopt,
                              access.place.call);
  }
}

FixCall CompletionAdvice::wait_for_all(const Place& started) {
  const auto count = argument_text(started, 0, words()), requests = argument_text(started, 1, words());
  if (count && requests) return {.function = "MPI_Waitall", .arguments = {*count, *requests, "MPI_STATUSES_IGNORE"}};
  return {.function = "MPI_Waitall", .arguments_of = "the requests of " + words().call_at(started)};
}

std::optional<Fix> CompletionAdvice::instead_of_local(const Conflict& conflict) {
  const Operation* operation = conflict.first.operation.get();
  if (conflict.remedy.call != MpiCall::kWin_flush || !conflict.remedy.after_local || !operation) return std::nullopt;
  if (!operation->local || operation->local->by_request) return std::nullopt;
  const Place& local = operation->local->place;
  if (!is_local_flush(local.call)) return std::nullopt;
  const bool all = local.call == MpiCall::kWin_flush_local_all;
  // The first argument of this call; the other call has the same one.
  const auto first = argument_text(local, 0, words());
  const auto window = all ? first : argument_text(local, 1, words());
  FixCall call{.function = std::string(name_of(in_full(local.call)))};
  std::string old = std::string(name_of(local.call));
  if (first && window) {
    if (!all) call.arguments.push_back(*first);
    call.arguments.push_back(*window);
    const auto error = argument_text(local, all ? 1 : 2, words());  // in Fortran
    old += fmt::format("({}{}{})", all ? "" : *first + ", ", *window, error ? ", " + *error : "");
  } else {
    call.same_arguments = true;
  }
  Fix fix{.kind = FixKind::kReplaceCall, .purpose = FixPurpose::kComplete, .call = std::move(call)};
  fix.place = call_place(local);
  fix.place.name = old + " at " + words().position(local);
  fix.operation = access_place(conflict.first);
  fix.window = conflict.first.window;
  return fix;
}

Fix CompletionAdvice::complete_first(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const Place& before = conflict.remedy.before;
  Fix fix{.kind = FixKind::kAdd,
          .purpose = FixPurpose::kComplete,
          .call = completing_call(conflict.remedy.call, first, conflict.remedy.for_all_targets),
          .place = access_place(first),
          .operation = access_place(first),
          .window = first.window};
  if (!before.known()) return fix;
  if (before.call == MpiCall::kNone && !before.stack && before.pc == 0) {
    fix.until.how = FixUntil::kLetsGo;
    return fix;
  }
  const FixPlace next = at(before, conflict);
  if (auto path = where_left_out(fix, conflict)) return *std::move(path);
  if (is_split_end(conflict.remedy.call))
    if (Fixes earlier = end_before(call_place(first.place), next, fix.call, sources_); !earlier.empty())
      return std::move(earlier.front());
  if (auto there = in_time(conflict, next)) return *std::move(there);
  if (auto cancelled = behind_cancel(fix, conflict, next)) return *std::move(cancelled);
  const SourceOrder order = source_order(first.place, before, source());
  // (All ranks must reach a call of all ranks equally often, but the other access may be in a loop of its own.)
  const bool all_call = fix.call.on_all_ranks && next.call.empty();
  if (in_one_function(first.place, before, source()) && order == SourceOrder::kBefore && !all_call &&
      (has_plain_arguments(conflict) || means_the_same(fix, next))) {
    fix.side = FixSide::kBefore;
    fix.place = next;
    return fix;
  }
  fix.place = call_place(first.place);
  fix.until.place = next;
  if (all_call && order == SourceOrder::kBefore) {
    fix.side = FixSide::kBetween;
    if (first.operation) fix.window = first.operation->window;  // (the memory may be a buffer)
    return fix;
  }
  if (next.name != fix.place.name && order == SourceOrder::kAfter) fix.until.how = FixUntil::kReachedAgain;
  if (waits_at_once(fix))
    fix.only_if = {.clause = fmt::format("{}; otherwise the request has to be waited for later, but before {}",
                                         kIfNothingGoesOn, next.name),
                   .of_aim = true};
  if (conflict.remedy.call == MpiCall::kWait && is_receive(first.place.call) && !conflict.same_process) {
    fix.only_if.clause = fmt::format(
        "if its message is not sent after {}; otherwise move {} after a message or barrier that follows the completion "
        "of that access",
        subject(conflict.second), name_of(first.place.call));
    fix.holds = fmt::format(
        "{} has to be complete before {} ({} completes it), or, if its message is sent after {}, to begin only when "
        "that access is complete",
        fix.place.name, next.name, text_of(fix.call), subject(conflict.second));
  }
  return fix;
}

std::optional<Fix> CompletionAdvice::where_left_out(const Fix& completes, const Conflict& conflict) {
  if (!conflict.first.operation) return std::nullopt;
  const Place& used = conflict.same_process ? conflict.second.place : conflict.remedy.before;
  return added_where_left_out(completes, source().statement(used), sources_);
}

// A cancelled receive is completed by the wait after MPI_Cancel. A wait before MPI_Cancel would never return.
std::optional<Fix> CompletionAdvice::behind_cancel(const Fix& wait, const Conflict& conflict, const FixPlace& next) {
  const ConflictAccess& first = conflict.first;
  if (conflict.remedy.call != MpiCall::kWait || !is_receive(first.place.call) || wait.call.arguments.empty())
    return std::nullopt;
  const SourceLocation begun = source().statement(first.place);
  const auto at = cancelled_at(begun, wait.call.arguments.front(), sources_);
  if (!at) return std::nullopt;
  const std::string call = "MPI_Cancel at " + position_of(*at);
  if (next.at.file == at->file && next.at.line > at->line) {
    Fix fix = wait;
    fix.place = {.at = *at, .name = call, .rank = first.place.process.number(), .call = "MPI_Cancel"};
    fix.until.place = next;
    fix.holds = fmt::format("{} has to be complete before {}; {} after {} completes it", subject(first), next.name,
                            text_of(wait.call), call);
    return fix;
  }
  return must_hold(fmt::format("{}, and {} after it, have to come before {}: {} may write its buffer until then", call,
                               text_of(wait.call), next.name, subject(first)));
}

bool CompletionAdvice::ends_at_once(const Conflict& conflict) {
  const Moment &second = conflict.second.start, &end = conflict.first.end->at;
  return second.stream == end.stream && end.tick >= second.tick && end.tick - second.tick <= 1;
}

std::optional<Fix> CompletionAdvice::in_time(const Conflict& conflict, const FixPlace& next) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (!conflict.same_process || !first.end || first.end->place.thread != second.place.thread) return std::nullopt;
  const Place& end = first.end->place;
  if (source_order(second.place, end, source()) != SourceOrder::kBefore) return std::nullopt;
  Fix fix{.kind = FixKind::kMove,
          .purpose = FixPurpose::kComplete,
          .completes = std::string(name_of(first.place.call)),
          .operation = access_place(first),
          .window = first.window};
  if (end.call == MpiCall::kWait) {
    fix.side = FixSide::kBefore;
    fix.moved = call_place(end);
    fix.place = next;
    return fix;
  }
  if (end.call != MpiCall::kWin_fence || second.role != AccessRole::kLocal) return std::nullopt;
  // Calls before the fence may need what the second access stores.
  if (!reads_only(second.kind) && !ends_at_once(conflict)) return std::nullopt;
  fix.moved = leading_place(second, end).value_or(next);
  fix.place = call_place(end);
  if (!may_follow(fix.moved, fix.place)) return std::nullopt;
  return fix;
}

FixPlace CompletionAdvice::at(const Place& place, const Conflict& conflict) {
  if (place.call != MpiCall::kNone) return call_place(place);
  if (place.pc != 0 && place != conflict.second.place) return words().fix_place(place, told_at(place));
  return words().fix_place(place,
                           fmt::format("the {} at {}", conflict.second.kind == AccessClass::kLoad ? "load" : "store",
                                       words().position(place)));
}

bool CompletionAdvice::means_the_same(const Fix& flush, const FixPlace& there) {
  if (flush.call.arguments.empty() || !flush.call.function.starts_with("MPI_Win_flush") || there.call.empty())
    return false;
  return is_same_behind_loop(flush.operation.at, there.at, fmt::format("{}", fmt::join(flush.call.arguments, " ")),
                             sources_);
}

bool CompletionAdvice::has_plain_arguments(const Conflict& conflict) {
  if (conflict.remedy.for_all_targets || conflict.remedy.call == MpiCall::kWin_fence) return true;
  if (conflict.remedy.call == MpiCall::kWait) {
    if (is_receive(conflict.first.place.call)) return false;
    const Operation* operation = conflict.first.operation.get();
    const auto request =
        operation ? call_text(*operation, words()).request : request_text(conflict.first.place, words());
    return !request || names_one_variable(*request);
  }
  if (!conflict.first.operation) return true;  // without an operation there is no epoch
  const auto text = call_text(*conflict.first.operation, words());
  return text.target && std::ranges::all_of(*text.target, [](unsigned char c) { return std::isdigit(c) != 0; });
}

const Place* CompletionAdvice::tells_of_some(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  if (!conflict.same_process || !first.operation || !first.operation->local || !first.operation->local->by_request)
    return nullptr;
  const Place& end = first.operation->local->place;
  switch (end.call) {
    case MpiCall::kWaitany:
    case MpiCall::kWaitsome:
    case MpiCall::kTestany:
    case MpiCall::kTestsome:
      return source_order(end, conflict.second.place, source()) == SourceOrder::kBefore ? &end : nullptr;
    default:
      return nullptr;
  }
}

Fix CompletionAdvice::after_wait_of_target(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (!conflict.same_process) return behind_wait(first, second);
  return must_hold(
      fmt::format("MPI_Win_complete({0}) has to end the access epoch between {1} and {2}, and the second one has to be "
                  "in an epoch whose post comes after MPI_Win_wait({0}) of rank {3}",
                  call_text(*first.operation, words()).window.value_or("win"), subject(first), subject(second),
                  first.operation->target_process));
}

Fix CompletionAdvice::behind_wait(const ConflictAccess& one, const ConflictAccess& other) {
  const ProcessId owner = one.operation->target_process;
  const bool known = one.end && one.end->place.process == owner;
  // (A test that has returned false may come before it.)
  const bool by_test = known && one.end->place.call == MpiCall::kWin_test;
  if (known && !by_test && other.role == AccessRole::kLocal && other.place.process == owner) {
    Fix fix{.kind = FixKind::kMove,
            .purpose = FixPurpose::kOrder,
            .place = call_place(one.end->place),
            .moved = moved_place(other, one.end->place),
            .completes = std::string(name_of(one.place.call)),
            .operation = access_place(one),
            .window = one.window};
    if (may_follow(fix.moved, fix.place)) return fix;
  }
  if (known && of_epoch_before(other, *one.end)) {
    Fix fix =
        must_hold(fmt::format("{} and {} have to access different bytes, or the latter has to be in an epoch of "
                              "MPI_Win_start that comes after {}: it is in one that ends before that call",
                              subject(one), subject(other), words().call_at(one.end->place)));
    fix.purpose = FixPurpose::kApart;
    return fix;
  }
  return must_hold(fmt::format("{} has to come after {} on rank {}{}{}", subject(other),
                               known ? words().call_at(one.end->place) : "MPI_Win_wait", owner,
                               by_test ? " that has returned true" : "",
                               other.place.process == owner ? "" : ", by a message or barrier that follows that call"));
}

// An operation of the process that waits there.
bool CompletionAdvice::of_epoch_before(const ConflictAccess& access, const Operation::Completion& wait) {
  const AccessEpoch* const epoch = access.operation ? access.operation->epoch.get() : nullptr;
  return epoch != nullptr && epoch->kind == EpochKind::kStart && access.place.process == wait.place.process &&
         access.start.stream == wait.at.stream && access.start.tick < wait.at.tick;
}

Fix CompletionAdvice::behind_complete(const ConflictAccess& first, const ConflictAccess& second) {
  const std::string completed = std::string(name_of(first.place.call));
  if (second.operation)
    return must_hold(fmt::format("{} has to be in an access epoch that begins after {}, which completes {}",
                                 subject(second), words().call_at(first.end->place), completed));
  Fix fix{.kind = FixKind::kMove,
          .purpose = FixPurpose::kComplete,
          .place = call_place(first.end->place),
          .moved = moved_place(second, first.end->place),
          .completes = completed,
          .operation = access_place(first),
          .window = first.window};
  if (may_follow(fix.moved, fix.place)) return fix;
  return must_hold(
      fmt::format("{} has to end the access epoch before {}, and what comes after it needs another one: only that call "
                  "completes {} before its wait",
                  text_of(call_with_window(MpiCall::kWin_complete, {}, call_text(*first.operation, words()).window,
                                           first.place.call)),
                  subject(second), completed));
}

MpiCall CompletionAdvice::end_of(const ConflictAccess& access) {
  return access.role == AccessRole::kCall ? end_of_begun(access.place.call) : MpiCall::kNone;
}

}  // namespace fencepost
