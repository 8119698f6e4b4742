#include "checks/conflict_advice.h"

#include <cctype>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "checks/conflict_words.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

// Of the calls that issue operations, from 0.
int target_argument(OperationKind kind) {
  return kind == OperationKind::kGetAccumulate ? 6 : kind == OperationKind::kCompareAndSwap ? 4 : 3;
}
int window_argument(OperationKind kind) {
  switch (kind) {
    case OperationKind::kPut:
    case OperationKind::kGet:
      return 7;
    case OperationKind::kAccumulate:
      return 8;
    case OperationKind::kGetAccumulate:
      return 11;
    default:
      return 6;
  }
}

int request_argument(OperationKind kind) {
  return window_argument(kind) + 1;
}

// One that can be written down a second time: without calls and effects.
bool is_short_expression(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.empty() || text.size() > kLongest) return false;
  for (const std::string_view effect : {"++", "--", "=", "\"", ","}) {
    if (text.find(effect) != std::string_view::npos) return false;
  }
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    const std::size_t before = open == 0 ? std::string_view::npos : text.find_last_not_of(' ', open - 1);
    if (before != std::string_view::npos && (std::isalnum(static_cast<unsigned char>(text[before])) != 0 ||
                                             text[before] == '_' || text[before] == ')' || text[before] == ']'))
      return false;
  }
  return true;
}

class Advice : private ConflictWords {
 public:
  using ConflictWords::ConflictWords;

  std::string advice(std::string_view rule, const Conflict& conflict) {
    std::string text = of_rule(rule, conflict);
    if (rule == rule::kMixedAccumulates && conflict.remedy_call != MpiCall::kNone) {
      std::string completion = order(rule, conflict);
      completion[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(completion[0])));
      return fmt::format("{} Or complete the first before the second: {}.", text, completion);
    }
    return text.empty() ? order(rule, conflict) + further(rule, conflict) + "." : text;
  }

 private:
  // Target and window of an operation as its own call has them in the source, for advice within the same function:
  // "(rank + 1) % size", "halo". Else the rank and "win".
  struct Arguments {
    std::string target, window, request;
  };
  Arguments arguments_of(const Operation& operation, const Place& near) {
    Arguments arguments{std::to_string(operation.target), "win", "&request"};
    Symbolizer& symbolizer = words().symbolizer();
    if (near.known()) {
      const SourceLocation here = symbolizer.statement(near), there = symbolizer.statement(operation.place);
      if (here.file != there.file || here.function != there.function) return arguments;
    }
    const auto take = [&](std::string& argument, int index) {
      const auto text = symbolizer.argument_text(operation.place, index);
      if (text && is_short_expression(*text)) argument = *text;
    };
    take(arguments.target, target_argument(operation.kind));
    take(arguments.window, window_argument(operation.kind));
    if (operation.request != 0) take(arguments.request, request_argument(operation.kind));
    return arguments;
  }

  // "MPI_Win_flush(1, win)", to be called at or before `near`, or, if that is not known, after the access.
  std::string completing_call(MpiCall call, const ConflictAccess& access, const Place& near = {}) {
    const Arguments given =
        access.operation ? arguments_of(*access.operation, near) : Arguments{"-1", "win", "&request"};
    switch (call) {
      case MpiCall::kWait:
        return fmt::format("MPI_Wait({}, MPI_STATUS_IGNORE)", given.request);
      case MpiCall::kWin_flush:
      case MpiCall::kWin_flush_local:
      case MpiCall::kWin_unlock:
        return fmt::format("{}({}, {})", name_of(call), given.target, given.window);
      case MpiCall::kWin_fence:
        return fmt::format("MPI_Win_fence(0, {}) on all ranks", given.window);
      default:
        if (name_of(call).starts_with("MPI_File_")) return fmt::format("{}(file, buffer, &status)", name_of(call));
        return fmt::format("{}({})", name_of(call), given.window);
    }
  }

  // "Call MPI_Win_flush_all(win) instead of MPI_Win_flush_local_all(win) at halo.c:33"; "" if there is no such call.
  std::string instead_of_local(const Conflict& conflict) {
    const Operation* operation = conflict.first.operation.get();
    if (conflict.remedy_call != MpiCall::kWin_flush || !conflict.local_before_remedy || !operation) return "";
    if (!operation->local || operation->local->by_request) return "";
    const Place& local = operation->local->place;
    const bool all = local.call == MpiCall::kWin_flush_local_all;
    if (!all && local.call != MpiCall::kWin_flush_local) return "";
    return fmt::format("Call {} instead of {} at {}",
                       completing_call(all ? MpiCall::kWin_flush_all : MpiCall::kWin_flush, conflict.first, local),
                       completing_call(local.call, conflict.first, local), words().position(local));
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
      return fmt::format("Call MPI_Win_sync(win) on rank {} before {}.", second.place.process,
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
    if (conflict.remedy_call == MpiCall::kNone) {
      if (conflict.other_thread) return wait_for_thread(conflict, *conflict.other_thread);
      if (!conflict.same_process && waits_for_second(conflict)) return complete_second(first, second);
      if (!conflict.same_process) return synchronize(first, second);
      if (of_two_threads(conflict)) return synchronize_threads(rule, first, second);
      return fmt::format("Order {} and {}", subject(first), subject(second));
    }
    if (conflict.remedy_call == MpiCall::kWin_wait && first.operation) return after_wait_of_target(conflict);
    if (conflict.remedy_call == MpiCall::kWin_complete && first.end && second.place.thread == first.place.thread)
      return behind_complete(first, second);
    return complete_first(conflict);
  }

  // Only the target's wait completes there, and it is another process's call.
  std::string after_wait_of_target(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    const int owner = first.operation->target_process;
    if (conflict.same_process)
      return fmt::format(
          "End the access epoch with MPI_Win_complete(win) between {} and {}, and put the second into an epoch whose "
          "post comes after MPI_Win_wait(win) of rank {}",
          subject(first), subject(second), owner);
    return fmt::format("Let {} come after MPI_Win_wait(win) on rank {}{}", subject(second), owner,
                       second.place.process == owner ? "" : ", by a message or barrier that follows that call");
  }

  // There is one MPI_Win_complete for each start: another one would be wrong.
  std::string behind_complete(const ConflictAccess& first, const ConflictAccess& second) {
    const std::string then =
        fmt::format("behind {}, which completes {}", words().call_at(first.end->place), name_of(first.place.call));
    return second.operation ? fmt::format("Put {} into an access epoch that begins {}", subject(second), then)
                            : fmt::format("Move {} {}", subject(second), then);
  }

  // A call that completes the first access, where the engine found that one orders the two, and what else that takes.
  std::string complete_first(const Conflict& conflict) {
    const ConflictAccess& second = conflict.second;
    if (conflict.remedy_call == MpiCall::kWin_fence && conflict.remedy_needs_synchronization && !conflict.same_process)
      return fmt::format("Call {} between {} and {}",
                         completing_call(conflict.remedy_call, conflict.first, conflict.remedy_before),
                         subject(conflict.first), subject(second));
    std::string text = instead_of_local(conflict);
    if (text.empty()) text = completing_call_and_place(conflict);
    if (!conflict.remedy_needs_synchronization) return text;
    if (!conflict.same_process)
      text += fmt::format(", and after it a message or barrier that rank {} waits for before {}", second.place.process,
                          subject(second));
    else if (of_two_threads(conflict))
      text += fmt::format(
          ", and after it a mutex, barrier or join that thread {} waits for before {}, or the other way round",
          second.place.thread, subject(second));
    return text;
  }

  std::string completing_call_and_place(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const Place& before = conflict.remedy_before;
    const std::string call = completing_call(conflict.remedy_call, first, before);
    if (!before.known()) return fmt::format("Add {} after {}", call, subject(first));
    if (before.call != MpiCall::kNone) return fmt::format("Add {} before {}", call, words().call_at(before));
    if (before.stack == 0 && before.pc == 0)
      return fmt::format("Add {} after {}, before its thread lets another one go on", call, subject(first));
    return fmt::format("Add {} before the {} at {}", call,
                       conflict.second.kind == AccessClass::kLoad ? "load" : "store", words().position(before));
  }

  // Of two processes, where no call of the first one's own would do.
  std::string synchronize(const ConflictAccess& first, const ConflictAccess& second) {
    if (second.end && in_exposure_of(first, second))
      return fmt::format("Move {} behind {}, which completes {}, or, if it is meant to come first, before {} posts",
                         subject(first), words().call_at(second.end->place), name_of(second.place.call),
                         words().owner(second.window, second.owner));
    if (!first.end || !first.operation) return first_or_second(first, second);
    const Place& end = first.end->place;
    const bool by_fence = end.call == MpiCall::kWin_fence;
    if (by_fence && second.operation && words().position(first.place) == words().position(second.place))
      return fmt::format(
          "Let each rank access a place of its own in the window, or let the ranks take turns, with {} between",
          completing_call(MpiCall::kWin_fence, first));
    if (by_fence || end.call == MpiCall::kWin_wait)
      return fmt::format("Move {} behind {}, which completes {}{}", subject(second), words().call_at(end),
                         name_of(first.place.call),
                         by_fence ? ", or call " + completing_call(MpiCall::kWin_fence, first) + " between" : "");
    return fmt::format("Add a message or barrier after {} on rank {} that rank {} waits for before {}",
                       words().call_at(end), end.process, second.place.process, subject(second));
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
    std::string text = lock_suggestion(conflict) + other_way_round(conflict) + own_places(conflict);
    if (rule == rule::kAtomicAndOtherAccess) {
      if (atomic_would_do(conflict)) text += "; or " + atomic_instead(conflict);
    } else if (rule == rule::kOriginBufferReused || rule == rule::kResultBufferUsed) {
      text += "; or use another buffer";
    } else if (rule == rule::kSharedMemoryAccess) {
      text += ", with MPI_Win_sync(win) before it on the one side and after it on the other";
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
  // deadlock.
  static bool waits_for_second(const Conflict& conflict) {
    const Operation* second = conflict.second.operation.get();
    return conflict.first_may_wait && second && second->epoch && second->epoch->kind != EpochKind::kFence &&
           second->epoch->kind != EpochKind::kStart;
  }
  std::string complete_second(const ConflictAccess& first, const ConflictAccess& second) {
    return fmt::format("Add {} after {}, and after it a message or barrier that rank {} waits for before {}",
                       completing_call(MpiCall::kWin_flush, second), subject(second), first.place.process,
                       subject(first));
  }

  // Two accesses of which the first is not an operation that was completed: whose turn it is first the run does not
  // say.
  std::string first_or_second(const ConflictAccess& first, const ConflictAccess& second) {
    const Operation* later = second.operation.get();
    if (later && later->epoch && later->epoch->kind == EpochKind::kFence) {
      return fmt::format("Call {} between {} and {}, or, if {} is meant to come first, between that and {}",
                         completing_call(MpiCall::kWin_fence, second), subject(second), subject(first), subject(first),
                         name_of(second.place.call));
    }
    if (later) {
      const std::string end =
          second.end ? fmt::format(" ({})", words().call_at(second.end->place)) : std::string(" at the target");
      return fmt::format(
          "Add a message or barrier after {} that rank {} waits for before {}; or, if that is meant to come first, one "
          "after its completion{} that rank {} waits for before {}",
          subject(first), second.place.process, subject(second), end, first.place.process, subject(first));
    }
    // What is loaded is mostly meant to have been stored before.
    const bool swap = second.kind == AccessClass::kStore && first.kind != AccessClass::kStore;
    const ConflictAccess &one = swap ? second : first, &other = swap ? first : second;
    return fmt::format(
        "Add a message or barrier after {} that rank {} waits for before {} (or the other way round, if that is meant "
        "to come first)",
        subject(one), other.place.process, subject(other));
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
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun || conflict.late_at) return "";
    if (conflict.other_thread) return "";
    if (!conflict.remedy_needs_synchronization || !first.operation || second.role != AccessRole::kLocal) return "";
    return fmt::format(
        "; or, if {} is meant to come first, a message or barrier after it that rank {} waits for before {}",
        subject(second), first.place.process, words().call_at(first.place));
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
