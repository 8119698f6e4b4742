#include "advice/completion_advice.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "facts/source_order.h"
#include "job/begun_calls.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// "&request", "&halo->request[0]"; not "&request[i]", which is another one when `i` has changed.
bool names_one_variable(std::string_view text) {
  int variables = 0;
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && in_name(static_cast<unsigned char>(text[at]))) ++at;
    const std::string_view before = text.substr(0, begin);
    const bool name = at > begin && std::isdigit(static_cast<unsigned char>(text[begin])) == 0;
    if (name && !before.ends_with('.') && !before.ends_with("->")) ++variables;
    if (at == begin) ++at;
  }
  return variables <= 1;
}

}  // namespace

std::string CompletionAdvice::completing_call(MpiCall call, const ConflictAccess& access, bool all) {
  const Operation* operation = access.operation.get();
  switch (call) {
    case MpiCall::kWait: {
      if (access.place.call == MpiCall::kStartall) return wait_for_all(access.place);
      const auto request = operation ? call_text(*operation, words()).request : request_text(access.place, words());
      return request ? fmt::format("MPI_Wait({}, MPI_STATUS_IGNORE)", *request)
                     : fmt::format("MPI_Wait for the request of {}", words().call_at(access.place));
    }
    case MpiCall::kWin_flush:
      return completion_text(all ? MpiCall::kWin_flush_all : call, operation->place, operation->kind, words());
    case MpiCall::kWin_flush_local:
      return completion_text(all ? MpiCall::kWin_flush_local_all : call, operation->place, operation->kind, words());
    case MpiCall::kWin_fence: {
      const auto window = operation ? call_text(*operation, words()).window : std::nullopt;
      return fmt::format("MPI_Win_fence(0, {}) on all ranks", window.value_or("win"));
    }
    default:
      if (name_of(call).starts_with("MPI_File_")) return split_end_text(call, access.place, words());
      return fmt::format("{}(win)", name_of(call));
  }
}

std::string CompletionAdvice::wait_for_all(const Place& started) {
  const auto count = argument_text(started, 0, words()), requests = argument_text(started, 1, words());
  return count && requests ? fmt::format("MPI_Waitall({}, {}, MPI_STATUSES_IGNORE)", *count, *requests)
                           : fmt::format("MPI_Waitall for the requests of {}", words().call_at(started));
}

std::string CompletionAdvice::instead_of_local(const Conflict& conflict) {
  const Operation* operation = conflict.first.operation.get();
  if (conflict.remedy_call != MpiCall::kWin_flush || !conflict.local_before_remedy || !operation) return "";
  if (!operation->local || operation->local->by_request) return "";
  const Place& local = operation->local->place;
  const bool all = local.call == MpiCall::kWin_flush_local_all;
  if (!all && local.call != MpiCall::kWin_flush_local) return "";
  // Its own arguments, which the other one has, too.
  const auto first = argument_text(local, 0, words());
  const auto window = all ? first : argument_text(local, 1, words());
  const std::string arguments = !first || !window ? ""
                                : all             ? "(" + *window + ")"
                                                  : "(" + *first + ", " + *window + ")";
  return fmt::format("Call {}{} instead of {}{} at {}", name_of(all ? MpiCall::kWin_flush_all : MpiCall::kWin_flush),
                     arguments, name_of(local.call), arguments, words().position(local));
}

std::string CompletionAdvice::complete_first(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const Place& before = conflict.remedy_before;
  const std::string call = completing_call(conflict.remedy_call, first, conflict.remedy_for_all_targets);
  if (!before.known()) return fmt::format("Add {} after {}", call, subject(first));
  if (before.call == MpiCall::kNone && before.stack == 0 && before.pc == 0)
    return fmt::format("Add {} after {}, before its thread lets another one go on", call, subject(first));
  const std::string next = at(before, conflict.second.kind);
  if (const std::string text = in_time(conflict, next); !text.empty()) return text;
  const SourceOrder order = source_order(first.place, before, source());
  const bool in_reach = in_one_function(first.place, before, source());
  if (in_reach && order == SourceOrder::kBefore && has_plain_arguments(conflict))
    return fmt::format("Add {} before {}", call, next);
  const std::string begin = fmt::format("Add {} after {}, before ", call, words().call_at(first.place));
  if (next == words().call_at(first.place)) return begin + "it is called again";
  std::string text = begin + next;
  if (order == SourceOrder::kAfter) text += " comes again";
  if (conflict.remedy_call == MpiCall::kWait && is_receive(first.place.call) && !conflict.same_process)
    text += fmt::format(
        ", if its message does not come from behind {}; else move {} behind a message or barrier that follows the "
        "completion of that",
        subject(conflict.second), name_of(first.place.call));
  return text;
}

std::string CompletionAdvice::in_time(const Conflict& conflict, const std::string& next) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (!conflict.same_process || !first.end || first.end->place.thread != second.place.thread) return "";
  const Place& end = first.end->place;
  if (source_order(second.place, end, source()) != SourceOrder::kBefore) return "";
  if (end.call == MpiCall::kWait)
    return fmt::format("Call {}, which completes {}, before {}", words().call_at(end), name_of(first.place.call), next);
  if (end.call == MpiCall::kWin_fence && reads_only(second.kind) && second.role == AccessRole::kLocal)
    return fmt::format("Move {} behind {}, which completes {}", next, words().call_at(end), name_of(first.place.call));
  return "";
}

std::string CompletionAdvice::at(const Place& place, AccessClass kind) {
  if (place.call != MpiCall::kNone) return words().call_at(place);
  return fmt::format("the {} at {}", kind == AccessClass::kLoad ? "load" : "store", words().position(place));
}

bool CompletionAdvice::has_plain_arguments(const Conflict& conflict) {
  if (conflict.remedy_for_all_targets || conflict.remedy_call == MpiCall::kWin_fence) return true;
  if (conflict.remedy_call == MpiCall::kWait) {
    if (is_receive(conflict.first.place.call)) return false;
    const Operation* operation = conflict.first.operation.get();
    const auto request =
        operation ? call_text(*operation, words()).request : request_text(conflict.first.place, words());
    return !request || names_one_variable(*request);
  }
  if (!conflict.first.operation) return true;  // it has none of an operation
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

std::string CompletionAdvice::after_wait_of_target(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (!conflict.same_process) return upper_first(behind_wait(first, second));
  return fmt::format(
      "End the access epoch with MPI_Win_complete({0}) between {1} and {2}, and put the second into an epoch whose "
      "post comes after MPI_Win_wait({0}) of rank {3}",
      call_text(*first.operation, words()).window.value_or("win"), subject(first), subject(second),
      first.operation->target_process);
}

std::string CompletionAdvice::behind_wait(const ConflictAccess& one, const ConflictAccess& other) {
  const int owner = one.operation->target_process;
  const bool known = one.end && one.end->place.process == owner;
  return fmt::format("let {} come after {} on rank {}{}", subject(other),
                     known ? words().call_at(one.end->place) : "MPI_Win_wait(win)", owner,
                     other.place.process == owner ? "" : ", by a message or barrier that follows that call");
}

std::string CompletionAdvice::behind_complete(const ConflictAccess& first, const ConflictAccess& second) {
  const std::string then =
      fmt::format("behind {}, which completes {}", words().call_at(first.end->place), name_of(first.place.call));
  return second.operation ? fmt::format("Put {} into an access epoch that begins {}", subject(second), then)
                          : fmt::format("Move {} {}", subject(second), then);
}

MpiCall CompletionAdvice::end_of(const ConflictAccess& access) {
  return access.role == AccessRole::kCall ? end_of_begun(access.place.call) : MpiCall::kNone;
}

}  // namespace fencepost
