#include "checks/conflict_advice.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "checks/call_text.h"
#include "checks/conflict_words.h"
#include "checks/source_order.h"
#include "job/begun_calls.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

class Advice : private ConflictWords {
 public:
  using ConflictWords::ConflictWords;

  std::string advice(std::string_view rule, const Conflict& conflict) {
    std::string text = of_rule(rule, conflict);
    if (rule == rule::kMixedAccumulates && conflict.remedy_call != MpiCall::kNone) {
      return fmt::format("{} Or complete the first before the second: {}.", text, lower_first(order(rule, conflict)));
    }
    return text.empty() ? order(rule, conflict) + further(rule, conflict) + "." : text;
  }

 private:
  Symbolizer& source() { return words().symbolizer(); }

  // "MPI_Win_flush(1, win)"; `all`: operations on other targets as well.
  std::string completing_call(MpiCall call, const ConflictAccess& access, bool all = false) {
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

  // Of what MPI_Startall has started.
  std::string wait_for_all(const Place& started) {
    const auto count = argument_text(started, 0, words()), requests = argument_text(started, 1, words());
    return count && requests ? fmt::format("MPI_Waitall({}, {}, MPI_STATUSES_IGNORE)", *count, *requests)
                             : fmt::format("MPI_Waitall for the requests of {}", words().call_at(started));
  }

  // "Call MPI_Win_flush_all(win) instead of MPI_Win_flush_local_all(win) at halo.c:33"; "" if there is no such call.
  std::string instead_of_local(const Conflict& conflict) {
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

  // Where the rule itself says what to do; "" else.
  std::string of_rule(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (rule == rule::kMixedAccumulates) return "Use the same predefined datatype, and the same alignment, in both.";
    if (rule == rule::kAccumulateOpsViolated)
      return "Use one operation per location and epoch, or order the two by completion and synchronization. An info "
             "key cannot allow it: accumulate_ops knows only same_op and same_op_no_op.";
    if (rule == rule::kSeparateModelSameWindow)
      return "Separate the store and the update by a synchronization of the window, or put them into two windows.";
    if (rule == rule::kGetAndAtomicRead)
      return "Read the location in both with MPI_Get_accumulate or MPI_Fetch_and_op and MPI_NO_OP.";
    if (rule == rule::kMissingMemorySync)
      return fmt::format("Call {} on rank {} before {}.", sync_text(second), second.place.process,
                         second.role == AccessRole::kLocal ? "the access at " + words().position(second.place)
                                                           : words().call_at(second.place));
    if (rule == rule::kPollingLoad)
      return fmt::format("Read the location with MPI_Fetch_and_op and MPI_NO_OP followed by MPI_Win_flush{}.",
                         is_atomic(first.kind) || is_atomic(second.kind)
                             ? ""
                             : ", and let the other side write it with MPI_Accumulate and MPI_REPLACE");
    if (rule == rule::kAtomicAndOtherAccess && conflict.signal && conflict.signal->certain &&
        in_passive_epoch(conflict))
      return upper_first(fmt::format(
          "{}: only atomic operations order what comes before and after them. Complete what the word protects with "
          "MPI_Win_flush before it is written.",
          atomic_instead(conflict)));
    if (rule == rule::kLockOrderOnly)
      return fmt::format("Order the two by a message or barrier after {}, or put both under the lock.",
                         first.end ? words().call_at(first.end->place) : subject(first));
    if (first.role == AccessRole::kTarget && second.role == AccessRole::kTarget) return elements_apart(first, second);
    return "";
  }

  // "MPI_Win_sync(halo)", of the memory that is accessed.
  std::string sync_text(const ConflictAccess& access) {
    const Place& last = job().state(access.place.process, access.window).last_synchronization_place;
    const auto window = access.operation ? call_text(*access.operation, words()).window : std::nullopt;
    return fmt::format("MPI_Win_sync({})", window ? *window : window_text(last, access.place, words()));
  }

  // Elements of one type that overlap in part: not two operations on one element, but wrong displacements. "" if not.
  std::string elements_apart(const ConflictAccess& first, const ConflictAccess& second) {
    const auto element = [&](const ConflictAccess& access) -> std::uint64_t {
      const Datatype* type = job().datatype(access.place.process, access.operation->target_datatype);
      return type ? size_of(type->uniform) : 0;
    };
    const Window* window = job().window(second.window);
    const std::uint64_t size = first.operation && second.operation ? element(first) : 0;
    if (!window || size < 2 || size != element(second) || window->flavor == WindowFlavor::kDynamic) return "";
    if (first.bytes.begin % size == second.bytes.begin % size || second.owner < 0) return "";
    const auto unit = window->parts[static_cast<std::size_t>(second.owner)].displacement_unit;
    if (unit == 0 || unit >= size) return "";
    return fmt::format(
        "The elements of {} overlap in part: the window's displacement unit is {}. Create it with the unit {}, or give "
        "displacements that are multiples of {}.",
        count_of(size, "byte"), count_of(unit, "byte"), size, size / unit);
  }

  // Only there one may wait for a word that another process writes.
  static bool in_passive_epoch(const Conflict& conflict) {
    const Operation* atomic = (is_atomic(conflict.first.kind) ? conflict.first : conflict.second).operation.get();
    return !atomic || !atomic->epoch ||
           (atomic->epoch->kind != EpochKind::kFence && atomic->epoch->kind != EpochKind::kStart);
  }

  // Is it enough to make the other one atomic, too? An update would be MPI_REPLACE, and concurrent accumulates must
  // have the same operation (accumulate_ops, 12.2.1), which MPI_Compare_and_swap does not count as.
  static bool atomic_would_do(const Conflict& conflict) {
    const bool first = is_atomic(conflict.first.kind);
    const Operation* atomic = (first ? conflict.first : conflict.second).operation.get();
    const ConflictAccess& other = first ? conflict.second : conflict.first;
    if (!atomic) return true;
    // The owner of an exposed window has no access epoch to itself.
    if (!other.operation && atomic->epoch && atomic->epoch->kind == EpochKind::kStart) return false;
    if (reads_only(other.kind) || conflict.same_origin_target) return true;
    return atomic->op == ReduceOp::kReplace || atomic->op == ReduceOp::kNoOp ||
           atomic->kind == OperationKind::kCompareAndSwap;
  }

  // Of the two, one of which is atomic.
  std::string atomic_instead(const Conflict& conflict) {
    const ConflictAccess& other = is_atomic(conflict.first.kind) ? conflict.second : conflict.first;
    const std::string_view reading =
        is_of_one_element(other) ? "MPI_Fetch_and_op with MPI_NO_OP" : "MPI_Get_accumulate with MPI_NO_OP";
    return fmt::format("use {} instead of {}", reads_only(other.kind) ? reading : "MPI_Accumulate with MPI_REPLACE",
                       subject(other));
  }

  // MPI_Fetch_and_op can do no more.
  bool is_of_one_element(const ConflictAccess& access) {
    if (!access.operation) return true;
    const Datatype* type = job().datatype(access.place.process, access.operation->target_datatype);
    return access.operation->target_count == 1 && type && type->predefined;
  }

  // What orders the two, without the full stop.
  std::string order(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (conflict.remedy_call == MpiCall::kNone && conflict.other_thread)
      return wait_for_thread(conflict, *conflict.other_thread);
    if (!conflict.same_process && conflict.remedy_needs_synchronization) return order_processes(conflict);
    if (of_two_threads(conflict) && conflict.remedy_needs_synchronization) return order_threads(rule, conflict);
    if (conflict.remedy_call == MpiCall::kNone) return fmt::format("Order {} and {}", subject(first), subject(second));
    if (conflict.remedy_call == MpiCall::kWin_wait && first.operation) return after_wait_of_target(conflict);
    if (conflict.remedy_call == MpiCall::kWin_complete && first.end && !conflict.same_process)
      return fmt::format("Let {} come after {} on rank {}, by a message or barrier that follows that call",
                         subject(second), words().call_at(first.end->place), first.end->place.process);
    if (conflict.remedy_call == MpiCall::kWin_complete && first.end && second.place.thread == first.place.thread)
      return behind_complete(first, second);
    std::string text = instead_of_local(conflict);
    if (text.empty()) text = complete_first(conflict);
    if (const Place* told = tells_of_some(conflict))
      return fmt::format("Use only buffers of requests that {} tells to be complete, or {}", words().call_at(*told),
                         lower_first(std::move(text)));
    return text;
  }

  // The call in front of the second access that completes one or some of several requests, and the first one's only
  // when it is called again; null: it is not so.
  const Place* tells_of_some(const Conflict& conflict) {
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

  // Only the target's wait completes there, and it is another process's call.
  std::string after_wait_of_target(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (!conflict.same_process) return upper_first(behind_wait(first, second));
    return fmt::format(
        "End the access epoch with MPI_Win_complete({0}) between {1} and {2}, and put the second into an epoch whose "
        "post comes after MPI_Win_wait({0}) of rank {3}",
        call_text(*first.operation, words()).window.value_or("win"), subject(first), subject(second),
        first.operation->target_process);
  }
  std::string behind_wait(const ConflictAccess& one, const ConflictAccess& other) {
    const int owner = one.operation->target_process;
    const bool known = one.end && one.end->place.process == owner;
    return fmt::format("let {} come after {} on rank {}{}", subject(other),
                       known ? words().call_at(one.end->place) : "MPI_Win_wait(win)", owner,
                       other.place.process == owner ? "" : ", by a message or barrier that follows that call");
  }

  // There is one MPI_Win_complete for each start: another one would be wrong.
  std::string behind_complete(const ConflictAccess& first, const ConflictAccess& second) {
    const std::string then =
        fmt::format("behind {}, which completes {}", words().call_at(first.end->place), name_of(first.place.call));
    return second.operation ? fmt::format("Put {} into an access epoch that begins {}", subject(second), then)
                            : fmt::format("Move {} {}", subject(second), then);
  }

  // "the load at relax.c:29", "MPI_Send at halo.c:33"
  std::string at(const Place& place, AccessClass kind) {
    if (place.call != MpiCall::kNone) return words().call_at(place);
    return fmt::format("the {} at {}", kind == AccessClass::kLoad ? "load" : "store", words().position(place));
  }

  // A call that completes the first access in time. Its arguments are at hand right behind that one; further on only if
  // they are numbers and it is the same function.
  std::string complete_first(const Conflict& conflict) {
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

  static bool is_receive(MpiCall call) { return call == MpiCall::kIrecv || call == MpiCall::kImrecv; }

  // "&request", "&halo->request[0]"; not "&request[i]", which is another one when `i` has changed.
  static bool names_one_variable(std::string_view text) {
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

  // Are the arguments of the completing call the same everywhere in the function?
  bool has_plain_arguments(const Conflict& conflict) {
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

  // Where the program has the completing call, but behind the second access; "" else.
  std::string in_time(const Conflict& conflict, const std::string& next) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (!conflict.same_process || !first.end || first.end->place.thread != second.place.thread) return "";
    const Place& end = first.end->place;
    if (source_order(second.place, end, source()) != SourceOrder::kBefore) return "";
    if (end.call == MpiCall::kWait)
      return fmt::format("Call {}, which completes {}, before {}", words().call_at(end), name_of(first.place.call),
                         next);
    if (end.call == MpiCall::kWin_fence && reads_only(second.kind) && second.role == AccessRole::kLocal)
      return fmt::format("Move {} behind {}, which completes {}", next, words().call_at(end),
                         name_of(first.place.call));
    return "";
  }

  // Of two processes that nothing synchronizes in between.
  std::string order_processes(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (conflict.remedy_call == MpiCall::kNone && waits_for_second(conflict)) return complete_second(first, second);
    if (second.end && in_exposure_of(first, second))
      return fmt::format("Move {} behind {}, which completes {}, or, if it is meant to come first, before {} posts",
                         subject(first), words().call_at(second.end->place), name_of(second.place.call),
                         words().owner(second.window, second.owner));
    if (takes_turns(conflict))
      return fmt::format(
          "Let each rank access a place of its own in the window, or let the ranks take turns, with {} between",
          completing_call(MpiCall::kWin_fence, first));
    const auto [one, other] = meant(conflict);
    if (in_one_exposure(one, other))
      return fmt::format(
          "Let rank {} post for rank {} alone first, and for rank {} behind the MPI_Win_wait of that, instead of "
          "for both before {}",
          one.operation->target_process, one.place.process, other.place.process, words().call_at(one.end->place));
    if (comes_again(conflict)) return upper_first(ordered(conflict, other, one)) + " of the next round";
    return upper_first(ordered(conflict, one, other));
  }

  // Two origins that one exposure epoch of the target lets in: its wait comes back behind both.
  static bool in_one_exposure(const ConflictAccess& one, const ConflictAccess& other) {
    const auto exposed = [](const ConflictAccess& access) {
      return access.role == AccessRole::kTarget && access.operation && access.operation->epoch &&
             access.operation->epoch->kind == EpochKind::kStart && access.end &&
             access.end->place.process == access.operation->target_process;
    };
    return exposed(one) && exposed(other) && one.end->at.stream == other.end->at.stream &&
           one.end->at.tick == other.end->at.tick;
  }

  // In a fence epoch, by one statement.
  bool takes_turns(const Conflict& conflict) {
    const ConflictAccess &first = conflict.first, &second = conflict.second;
    return first.end && first.operation && second.operation && first.end->place.call == MpiCall::kWin_fence &&
           words().position(first.place) == words().position(second.place);
  }

  // The two in the order that they seem to be meant to have: that of the source. What is loaded is mostly meant to have
  // been stored before.
  std::pair<const ConflictAccess&, const ConflictAccess&> meant(const Conflict& conflict) {
    const ConflictAccess &first = conflict.first, &second = conflict.second;
    const SourceOrder order = source_order(first.place, second.place, source());
    const bool stored_later = !first.operation && !second.operation && first.kind != AccessClass::kStore &&
                              second.kind == AccessClass::kStore;
    const bool swap = order == SourceOrder::kAfter || (order == SourceOrder::kUnknown && stored_later);
    return {swap ? second : first, swap ? first : second};
  }

  // The program has them in the order in which they are meant, and what orders them lies between: it is the first of
  // the next round of a loop that meets the second of this one.
  bool comes_again(const Conflict& conflict) {
    const auto [one, other] = meant(conflict);
    const bool swapped = &one == &conflict.second;
    const auto& heard = swapped ? conflict.heard_by_first : conflict.heard_by_second;
    if (!heard) return false;
    const Place& of_one = swapped ? heard->second : heard->first;
    const Place& of_other = swapped ? heard->first : heard->second;
    return of_one.stack != 0 && of_other.stack != 0 &&
           source_order(one.place, other.place, source()) == SourceOrder::kBefore &&
           source_order(one.place, of_one, source()) == SourceOrder::kBefore &&
           source_order(of_other, other.place, source()) == SourceOrder::kBefore;
  }

  // What brings the other one behind the one. `named`: the one has just been named.
  std::string ordered(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other,
                      bool named = false) {
    const Operation* operation = one.operation.get();
    const std::string begin = named ? "it" : subject(one), last = subject(other);
    const int waiting = other.place.process;
    const auto is_of = [](const ConflictAccess& access, EpochKind kind) {
      return access.operation && access.operation->epoch && access.operation->epoch->kind == kind;
    };
    if (is_of(one, EpochKind::kFence)) {
      const std::string fence = completing_call(MpiCall::kWin_fence, one);
      // A call may give what others wait for in front of the fence.
      if (one.end && one.end->place.call == MpiCall::kWin_fence && other.role != AccessRole::kCall)
        return fmt::format("move {} behind {}, which completes {}, or call {} between", last,
                           words().call_at(one.end->place), name_of(one.place.call), fence);
      return fmt::format("call {} between {} and {}", fence, begin, last);
    }
    if (is_of(one, EpochKind::kStart) && one.role == AccessRole::kTarget) return behind_wait(one, other);
    const MpiCall end = end_of(one);
    if (!operation && is_of(other, EpochKind::kFence))
      return fmt::format("call {}{} between {} and {}{}",
                         end != MpiCall::kNone ? completing_call(end, one) + " and then " : "",
                         completing_call(MpiCall::kWin_fence, other), begin, last,
                         end != MpiCall::kNone && is_receive(one.place.call)
                             ? fmt::format(", if its message does not come from behind {}", subject(other))
                             : "");
    if (one.role == AccessRole::kLocal && is_of(other, EpochKind::kStart) &&
        other.operation->target_process == one.place.process)
      return fmt::format("move {} before rank {} posts", begin, one.place.process);
    const bool first = &one == &conflict.first;
    MpiCall call = MpiCall::kNone;
    if (first && conflict.remedy_call != MpiCall::kNone && !(is_of(one, EpochKind::kStart) && one.end)) {
      call = conflict.remedy_call;
    } else if (operation && !is_of(one, EpochKind::kStart) &&
               (!one.end || one.end->place.call == MpiCall::kWin_unlock_all || (!first && !conflict.first_can_wait))) {
      call = one.role == AccessRole::kTarget ? MpiCall::kWin_flush : MpiCall::kWin_flush_local;
    } else {
      call = end;
    }
    if (call != MpiCall::kNone) {
      std::string text = first ? instead_of_local(conflict) : "";
      if (text.empty()) text = fmt::format("add {} after {}", completing_call(call, one), begin);
      return fmt::format("{}, and after it a message or barrier that rank {} waits for before {}", text, waiting, last);
    }
    const std::string since =
        operation && one.end ? fmt::format("{} on rank {}", words().call_at(one.end->place), one.end->place.process)
                             : begin;
    return fmt::format("add a message or barrier after {} that rank {} waits for before {}", since, waiting, last);
  }

  // What ends an ordinary call that has its buffer for longer than it lasts; kNone: it does not, or is another access.
  static MpiCall end_of(const ConflictAccess& access) {
    return access.role == AccessRole::kCall ? end_of_begun(access.place.call) : MpiCall::kNone;
  }

  // Of two threads of a process.
  std::string order_threads(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess &first = conflict.first, &second = conflict.second;
    const bool completes = conflict.remedy_call != MpiCall::kNone;
    const bool swap = !second.operation && source_order(first.place, second.place, source()) == SourceOrder::kAfter;
    if (!completes) return swap ? synchronize_threads(rule, second, first) : synchronize_threads(rule, first, second);
    std::string text = instead_of_local(conflict);
    if (text.empty()) text = complete_first(conflict);
    text += fmt::format(", and after it a mutex, barrier or join that thread {} waits for before {}",
                        second.place.thread, subject(second));
    if (!swap) return text + ", or the other way round";
    return fmt::format("{}; or, if {} is meant to come first, {}", synchronize_threads(rule, second, first),
                       subject(first), lower_first(std::move(text)));
  }

  std::string synchronize_threads(std::string_view rule, const ConflictAccess& first, const ConflictAccess& second) {
    const bool buffer = rule == rule::kOriginBufferReused || rule == rule::kResultBufferUsed;  // says so itself
    return fmt::format("Make thread {} wait for thread {} between {} and {} (by a mutex, a barrier or a join){}",
                       second.place.thread, first.place.thread,
                       first.end ? words().call_at(first.end->place) : subject(first), subject(second),
                       buffer ? "" : ", or let each use other memory");
  }

  // What else would do, or is needed besides.
  std::string further(std::string_view rule, const Conflict& conflict) {
    std::string text = conflict.remedy_needs_synchronization && comes_again(conflict) ? "" : lock_suggestion(conflict);
    if (rule == rule::kSharedMemoryAccess)
      text += fmt::format(", with {} before it on the one side and after it on the other", sync_text(conflict.second));
    text += other_way_round(conflict) + own_places(conflict);
    if (of_two_windows(conflict)) text += "; or use one window for both";
    if (rule == rule::kAtomicAndOtherAccess) {
      if (atomic_would_do(conflict)) text += "; or " + atomic_instead(conflict);
    } else if (rule == rule::kOriginBufferReused || rule == rule::kResultBufferUsed) {
      if (!takes_result(conflict)) text += "; or use another buffer";
    }
    if (conflict.relaxed_flag)
      text += fmt::format(
          "; or, if the atomics at {} and {} are to order them, let the first have memory_order_release and the second "
          "memory_order_acquire: with memory_order_relaxed they order nothing",
          words().position(conflict.relaxed_flag->written), words().position(conflict.relaxed_flag->read));
    return text;
  }

  std::string wait_for_thread(const Conflict& conflict, const Conflict::OtherThread& by) {
    const auto [access, other] = beside(conflict, by);
    const Place& call = by.call;
    constexpr std::string_view kBy = "by a join, a condition variable or a barrier of the threads";
    return by.taken
               ? fmt::format("Make thread {} of rank {} wait for the return of thread {} from {} before {}, {}",
                             access.place.thread, call.process, call.thread, words().call_at(call), subject(access),
                             kBy)
               : fmt::format("Make thread {} of rank {} wait before {} until thread {} has passed {}, {}", call.thread,
                             call.process, words().call_at(call), access.place.thread, subject(access), kBy);
  }

  // A call that cannot return before the second's process goes on behind the second: of the two orders one is a
  // deadlock. Not a collective call that this process has behind it.
  bool waits_for_second(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const Operation* second = conflict.second.operation.get();
    if (!conflict.first_may_wait || !second || !second->epoch) return false;
    if (second->epoch->kind == EpochKind::kFence || second->epoch->kind == EpochKind::kStart) return false;
    const std::string_view name = name_of(first.place.call);
    const bool message = name.find("ecv") != std::string_view::npos || name.find("end") != std::string_view::npos;
    return message || source_order(first.place, conflict.second.place, source()) != SourceOrder::kBefore;
  }
  std::string complete_second(const ConflictAccess& first, const ConflictAccess& second) {
    return fmt::format("Add {} after {}, and after it a message or barrier that rank {} waits for before {}",
                       completing_call(MpiCall::kWin_flush, second), subject(second), first.place.process,
                       subject(first));
  }

  // A load or store of the target while it exposes its window to the operation.
  static bool in_exposure_of(const ConflictAccess& local, const ConflictAccess& other) {
    const Operation* operation = other.operation.get();
    return local.role == AccessRole::kLocal && other.role == AccessRole::kTarget && operation && operation->epoch &&
           operation->epoch->kind == EpochKind::kStart && operation->target_process == local.place.process &&
           other.end && other.end->place.process == local.place.process;
  }

  // Where nothing orders an operation and a load or store, which of them is meant to come first is not known: a target
  // that initializes its window comes before, one that reads the result after.
  std::string other_way_round(const Conflict& conflict) {
    if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun || conflict.late_at) return "";
    if (conflict.other_thread || !conflict.remedy_needs_synchronization || comes_again(conflict)) return "";
    const auto [one, other] = meant(conflict);
    if (one.operation && other.operation) return "";
    if (waits_for_second(conflict) || (conflict.second.end && in_exposure_of(conflict.first, conflict.second)))
      return "";
    std::string text = ordered(conflict, other, one, true);
    if (text.starts_with("add a ")) text.erase(0, std::string_view("add ").size());
    return fmt::format("; or, if {} is meant to come first, {}", subject(other), text);
  }

  // What a get has brought is read: in another buffer it would not be.
  static bool takes_result(const Conflict& conflict) {
    return conflict.first.kind == AccessClass::kOriginWrite && reads_only(conflict.second.kind);
  }

  // One statement that several ranks execute, each with the same place of the window.
  std::string own_places(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    const bool turns = first.end && first.end->place.call == MpiCall::kWin_fence;  // says so itself
    if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun || turns) return "";
    if (first.kind != AccessClass::kPut || second.kind != AccessClass::kPut) return "";
    if (words().position(first.place) != words().position(second.place)) return "";
    return "; or let each rank access a place of its own in the window";
  }

  // What the locks that are held lack to exclude the other one.
  std::string lock_suggestion(const Conflict& conflict) {
    if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun) return "";
    const auto held = [](const ConflictAccess& access) -> const HeldLock* {
      for (const HeldLock& lock : access.locks)
        if (lock.window == access.window && lock.target != kAllTargets) return &lock;
      return nullptr;
    };
    const HeldLock *first = held(conflict.first), *second = held(conflict.second);
    if (first && second && first->type == LockType::kShared && second->type == LockType::kShared)
      return words().call_at(first->locked) == words().call_at(second->locked)
                 ? fmt::format(", or lock with MPI_LOCK_EXCLUSIVE in {}", words().call_at(first->locked))
                 : ", or lock with MPI_LOCK_EXCLUSIVE at both places";
    for (const auto& [lock, other, access] :
         {std::tuple(first, second, &conflict.second), {second, first, &conflict.first}})
      if (lock && lock->type == LockType::kExclusive && other == nullptr && access->locks.empty())
        return fmt::format(", or hold {} around {} as well", lock_text(*lock), subject(*access));
    return "";
  }
};

}  // namespace

std::string advice_for(std::string_view rule, const Conflict& conflict, Words& words) {
  return Advice(words).advice(rule, conflict);
}

}  // namespace fencepost
