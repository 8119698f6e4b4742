// Conflicts of the engine as findings: which rule, and the case in words (family RACE, and FP-INFO-005).
#include <cctype>

#include <fmt/format.h>

#include "checks/check.h"

namespace fencepost {
namespace {

bool is_update(AccessClass kind) {
  return !reads_only(kind);
}
bool is_atomic(AccessClass kind) {
  return kind == AccessClass::kAtomic || kind == AccessClass::kAtomicRead;
}

// Accesses in the words of the conflict table.
struct ClassWords {
  std::string_view verb;        // "rank 1 loads …"
  std::string_view continuous;  // "may still be writing"
};
ClassWords words_of(AccessClass kind) {
  switch (kind) {
    case AccessClass::kLoad:
      return {"reads", "reading"};
    case AccessClass::kStore:
      return {"writes", "writing"};
    case AccessClass::kGet:
      return {"reads", "reading"};
    case AccessClass::kPut:
      return {"writes", "writing"};
    case AccessClass::kAtomic:
      return {"updates", "updating"};
    case AccessClass::kAtomicRead:
    case AccessClass::kOriginRead:
      return {"reads", "reading"};
    case AccessClass::kOriginWrite:
      return {"writes", "writing"};
  }
  return {};
}

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
    // An origin buffer inside a window meets operations of others there like any window memory.
    if (!conflict.same_process && (a_target || b_target)) return rule::kConflictingOperations;
    // Of two buffers it is the one in use first. Which one that is only the order of one thread tells; between others
    // either name would be true, and it is always the same one.
    const bool in_turn = a.place.process == b.place.process && a.place.thread == b.place.thread;
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

class RaceCheck : public Check {
 public:
  using Check::Check;

  void conflict_found(const Job& job, const Conflict& conflict) override {
    const std::string_view rule = rule_for(conflict);
    const std::uint64_t window = conflict.first.window ? conflict.first.window : conflict.second.window;
    if (!report().wants(rule, window)) return;
    Violation violation;
    violation.accesses = {side(job, conflict.first, conflict.second), side(job, conflict.second, conflict.first)};
    if (rule == rule::kAccumulateOpsViolated && promises_same_op(job, window))
      violation.severity = Severity::kUndefined;
    report().announce(rule, std::move(violation));
  }

  void conflict(const Job& job, const Conflict& conflict) override {
    const std::string_view rule = rule_for(conflict);
    const std::uint64_t window = conflict.first.window ? conflict.first.window : conflict.second.window;
    if (!report().wants(rule, window)) return;
    Violation violation;
    violation.message = message(job, conflict);
    violation.why = why(job, conflict);
    violation.suggestion = suggestion(rule, conflict);
    violation.accesses = {side(job, conflict.first, conflict.second), side(job, conflict.second, conflict.first)};
    violation.ranks = conflict.ranks;
    violation.count = conflict.count;
    if (rule == rule::kAccumulateOpsViolated && promises_same_op(job, window))
      violation.severity = Severity::kUndefined;
    violation.timeline = timeline(conflict);
    report().add(rule, conflict.first.place, std::move(violation), detail(conflict));
  }

 private:
  // Different second places at one first place are different findings.
  static std::uint64_t detail(const Conflict& conflict) {
    const Place& place = conflict.second.place;
    std::uint64_t hash = static_cast<std::uint64_t>(place.process) + 1;
    for (const std::uint64_t part :
         {place.stack, place.pc, static_cast<std::uint64_t>(conflict.first.kind),
          static_cast<std::uint64_t>(conflict.second.kind), static_cast<std::uint64_t>(conflict.second.role)})
      hash = hash * 0x9e3779b97f4a7c15u + part;
    return hash;
  }

  static bool promises_same_op(const Job& job, std::uint64_t key) {
    const Window* window = job.window(key);
    if (!window) return false;
    for (std::size_t rank = 0; rank < window->parts.size(); ++rank)
      if (window->info(static_cast<int>(rank), "accumulate_ops") == "same_op") return true;
    return false;
  }

  static std::string_view last_of_order(const ConflictAccess& access) {
    return access.role == AccessRole::kTarget ? "target" : "origin";
  }

  // "MPI_Put of rank 0 at halo.c:18", "the store of rank 1 at relax.c:29"
  std::string subject(const ConflictAccess& access) {
    const std::string_view call = name_of(access.place.call);
    const std::string position = words().position(access.place);
    if (!call.empty()) return fmt::format("{} of rank {} at {}", call, access.place.process, position);
    return fmt::format("the {} of rank {} at {}", access.kind == AccessClass::kLoad ? "load" : "store",
                       access.place.process, position);
  }

  static bool of_two_threads(const Conflict& conflict) {
    return conflict.same_process && conflict.first.place.thread != conflict.second.place.thread;
  }

  // The first access beside the second, which may be made by the same statement: in a loop, by another thread.
  std::string other_than(const Conflict& conflict) {
    if (subject(conflict.first) != subject(conflict.second)) return subject(conflict.first);
    if (of_two_threads(conflict)) return fmt::format("the same call on thread {}", conflict.first.place.thread);
    return "the same call, made before,";
  }

  // "MPI_Put of rank 0 at halo.c:18 writes", "the load of rank 1 at relax.c:29 reads"
  std::string doing(const ConflictAccess& access) {
    return subject(access) + " " + std::string(words_of(access.kind).verb);
  }

  std::string where(const Job& job, const ConflictAccess& access) {
    if (access.window == 0 || access.owner < 0) {
      if (access.role == AccessRole::kOrigin)
        return fmt::format("its {} buffer", access.kind == AccessClass::kOriginWrite ? "result" : "origin");
      return fmt::format("memory of rank {}", access.place.process);
    }
    const bool own = words().world_rank(access.window, access.owner) == access.place.process;
    std::string text = own ? "its part of " + words().window_short(access.window)
                           : fmt::format("the part of {} of {}", words().owner(access.window, access.owner),
                                         words().window_short(access.window));
    if (const Window* window = job.window(access.window))
      if (window->flavor == WindowFlavor::kDynamic) text += fmt::format(" (address {:#x})", access.common.begin);
    return text;
  }

  std::string bytes(const ConflictAccess& access) {
    const std::uint64_t size = access.common.end - access.common.begin;
    const Window* window = words().job().window(access.window);
    if (!window || window->flavor == WindowFlavor::kDynamic) return count_of(size, "byte");
    return size == 1 ? fmt::format("byte {}", number_of(static_cast<std::int64_t>(access.common.begin)))
                     : fmt::format("bytes {} to {}", number_of(static_cast<std::int64_t>(access.common.begin)),
                                   number_of(static_cast<std::int64_t>(access.common.end - 1)));
  }

  // "complete at the target only by MPI_Win_unlock at halo.c:21"
  std::string completion(const ConflictAccess& access) {
    const std::string_view side = last_of_order(access);
    if (!access.end) return fmt::format("it is never completed at the {}", side);
    return fmt::format("it is complete at the {} only by {}", side, words().call_at(access.end->place));
  }

  std::string message(const Job& job, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    switch (conflict.kind) {
      case ConflictKind::kAtomicTypes:
        return fmt::format("{} ({}) and {} ({}) update {} of {} concurrently, with different datatypes.",
                           subject(first), type_of(job, first), subject(second), type_of(job, second), bytes(second),
                           where(job, second));
      case ConflictKind::kAtomicElements:
        return fmt::format(
            "The elements of {} and of {} overlap only in part ({} of {}), so the two are not atomic with "
            "respect to each other.",
            subject(first), subject(second), bytes(second), where(job, second));
      case ConflictKind::kAtomicOperations:
        return fmt::format("{} ({}) and {} ({}) update {} of {} concurrently, with different operations.",
                           subject(first), op_of(first), subject(second), op_of(second), bytes(second),
                           where(job, second));
      case ConflictKind::kSeparateModel:
        return fmt::format(
            "{} and {} change different bytes of {} in one epoch; in the separate memory model one of the "
            "changes may be lost.",
            upper_first(subject(first)), subject(second), where(job, second));
      case ConflictKind::kReadsOnly:
        return upper_first(fmt::format("{} and {} read {} of {} concurrently, only one of them atomically.",
                                       subject(first), subject(second), bytes(second), where(job, second)));
      case ConflictKind::kMemorySync:
        return upper_first(fmt::format(
            "{} {} of {} after {}, but nothing synchronized the memory of the window at its owner between the two.",
            doing(second), bytes(second), where(job, second), subject(first)));
      case ConflictKind::kData:
        break;
    }
    const bool buffer = first.role == AccessRole::kOrigin && second.window == 0 && second.role != AccessRole::kOrigin;
    std::string text =
        doing(second) + " " + bytes(second) + " of " +
        (buffer ? std::string(first.kind == AccessClass::kOriginWrite ? "the result buffer" : "the origin buffer")
                : where(job, second));
    if (conflict.unordered == Unordered::kByLocksOnly)
      return upper_first(text) + ", and only the order in which locks were granted in this run puts " + subject(first) +
             " before it.";
    const std::string_view them = second.common.end - second.common.begin == 1 ? "it" : "them";
    if (first.operation) {
      text += fmt::format(" while {} may still be {} {}: {}.", other_than(conflict), words_of(first.kind).continuous,
                          them, completion(first));
    } else if (first.role == AccessRole::kCall && first.end) {
      text += fmt::format(" while {} may still be {} {}: it ends with {}.", subject(first),
                          words_of(first.kind).continuous, them, words().call_at(first.end->place));
    } else {
      text += fmt::format(", and nothing orders that after {}.", subject(first));
    }
    return upper_first(text);
  }

  std::string type_of(const Job& job, const ConflictAccess& access) {
    if (!access.operation) return "";
    const Datatype* type = job.datatype(access.place.process, access.operation->target_datatype);
    if (!type) return "an unknown datatype";
    if (type->uniform != BasicType::kUnknown) return std::string(name_of(type->uniform));
    return type->name.empty() ? type->description : type->name;
  }

  static std::string op_of(const ConflictAccess& access) {
    if (!access.operation) return "";
    if (access.operation->kind == OperationKind::kCompareAndSwap) return "compare and swap";
    return std::string(name_of(access.operation->op));
  }

  std::vector<std::string> why(const Job&, const Conflict& conflict) {
    std::vector<std::string> why;
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (conflict.common) {
      const auto& [a, b] = *conflict.common;
      if (conflict.same_process || a.stack == 0 || words().call_at(a) == words().call_at(b)) {
        why.push_back(fmt::format("The last synchronization that both have seen before is {}.", words().call_at(b)));
      } else {
        why.push_back(
            fmt::format("The last synchronization that both have seen before is {} on rank {} and {} on rank {}.",
                        words().call_at(a), a.process, words().call_at(b), b.process));
      }
    }
    for (const ConflictAccess* access : {&first, &second}) {
      const Operation* operation = access->operation.get();
      if (!operation) continue;
      const std::string call(name_of(access->place.call));
      if (access->role == AccessRole::kTarget && operation->local && operation->remote &&
          !(operation->local->place == operation->remote->place)) {
        why.push_back(fmt::format("{} at {} completes {} at the origin only{}; {} completes it at the target.",
                                  name_of(operation->local->place.call), words().position(operation->local->place),
                                  call, operation->local->by_request ? " (a request tells no more)" : "",
                                  words().call_at(operation->remote->place)));
      } else if (access->role == AccessRole::kTarget && operation->local && !operation->remote) {
        why.push_back(fmt::format("{} at {} completes {} at the origin only; no call completes it at the target.",
                                  name_of(operation->local->place.call), words().position(operation->local->place),
                                  call));
      } else if (access == &second && access->end) {
        why.push_back(upper_first(fmt::format("{} may take effect at any time until {}.", subject(second),
                                              words().call_at(access->end->place))));
      }
    }
    if (conflict.late_at) {
      const Place& late = *conflict.late_at;
      const std::string whose = late.call == MpiCall::kNone ? "" : fmt::format(" on rank {}", late.process);
      why.push_back(upper_first(fmt::format("{}{} leads to {}, but {} is not yet complete there.",
                                            words().call_at(late), whose, subject(second), subject(first))));
    } else if (conflict.unordered == Unordered::kInEveryRun && conflict.kind == ConflictKind::kData) {
      if (of_two_threads(conflict))
        why.push_back(fmt::format("Threads {} and {} of rank {} are not synchronized between the two accesses.",
                                  first.place.thread, second.place.thread, first.place.process));
      else if (conflict.same_process && conflict.same_origin_target)
        why.push_back("Operations of one origin to one target are not ordered by the order of the calls (12.7).");
      else if (conflict.other_thread)
        why.push_back(other_thread_text(conflict, *conflict.other_thread));
      else if (!conflict.same_process)
        why.push_back("No message, barrier or other synchronization leads from the first access to the second.");
    }
    if (conflict.unordered == Unordered::kByLocksOnly)
      why.push_back("A lock excludes others while it is held; who gets it first is a matter of timing (12.5.3).");
    if (is_atomic(first.kind) != is_atomic(second.kind) && conflict.kind == ConflictKind::kData) {
      const ConflictAccess& atomic = is_atomic(first.kind) ? first : second;
      if (atomic.operation)
        why.push_back(fmt::format("{} is atomic with respect to other accumulate operations only (12.7.1).",
                                  name_of(atomic.place.call)));
    }
    if (conflict.polling)
      why.push_back("In the unified memory model the value arrives some time; nothing else is ordered by seeing it.");
    if (conflict.unordered == Unordered::kInEveryRun && !conflict.same_process) locks(first, second, why);
    return why;
  }

  void locks(const ConflictAccess& first, const ConflictAccess& second, std::vector<std::string>& why) {
    const auto exclusive = [](const ConflictAccess& access) -> const HeldLock* {
      for (const HeldLock& lock : access.locks)
        if (lock.type == LockType::kExclusive) return &lock;
      return nullptr;
    };
    bool told = false;
    for (const ConflictAccess* access : {&first, &second})
      if (const HeldLock* lock = exclusive(*access)) {
        why.push_back(
            upper_first(fmt::format("{} holds {}, but the other one does not.", subject(*access), lock_text(*lock))));
        told = true;
      }
    if (!told && !first.locks.empty() && !second.locks.empty())
      why.push_back("The locks that both hold are shared ones and exclude nobody.");
  }

  std::string lock_text(const HeldLock& lock) {
    const std::string type = lock.type == LockType::kExclusive ? "the exclusive lock" : "a shared lock";
    const std::string target = lock.target == kAllTargets ? "all ranks" : words().target(lock.window, lock.target);
    return type + " of " + target + " on " + words().window_short(lock.window);
  }

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

  std::string suggestion(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (rule == rule::kMixedAccumulates) return "Use the same predefined datatype, and the same alignment, in both.";
    if (rule == rule::kAccumulateOpsViolated)
      return "Use one operation per location and epoch, or order the two by completion and synchronization. An info "
             "key "
             "cannot allow it: accumulate_ops knows only same_op and same_op_no_op.";
    if (rule == rule::kSeparateModelSameWindow)
      return "Separate the store and the update by a synchronization of the window, or put them into two windows.";
    if (rule == rule::kGetAndAtomicRead)
      return "Read the location in both with MPI_Get_accumulate or MPI_Fetch_and_op and MPI_NO_OP.";
    if (rule == rule::kMissingMemorySync)
      return fmt::format("Call MPI_Win_sync(win) on rank {} before {}.", second.place.process,
                         second.role == AccessRole::kLocal ? "the access at " + words().position(second.place)
                                                           : words().call_at(second.place));
    if (rule == rule::kPollingLoad)
      return "Read the location with MPI_Fetch_and_op and MPI_NO_OP followed by MPI_Win_flush, and let the other side "
             "write it with MPI_Accumulate and MPI_REPLACE.";
    if (rule == rule::kLockOrderOnly)
      return fmt::format("Order the two by a message or barrier after {}, or put both under the lock.",
                         first.end ? words().call_at(first.end->place) : subject(first));
    std::string text;
    if (conflict.other_thread && conflict.remedy_call == MpiCall::kNone) {
      text = wait_for_thread(conflict, *conflict.other_thread);
    } else if (conflict.remedy_call == MpiCall::kWin_wait && first.operation) {
      // Only the target's wait completes there, and it is another process's call.
      const int owner = first.operation->target_process;
      text = conflict.same_process
                 ? fmt::format(
                       "End the access epoch with MPI_Win_complete(win) between {} and {}, and put the second "
                       "into an epoch whose post comes after MPI_Win_wait(win) of rank {}",
                       subject(first), subject(second), owner)
                 : fmt::format("Let {} come after MPI_Win_wait(win) on rank {}{}", subject(second), owner,
                               second.place.process == owner ? "" : ", by a message or barrier that follows that call");
    } else if (conflict.remedy_call == MpiCall::kWin_complete && first.end &&
               second.place.thread == first.place.thread) {
      // There is one for each start: another one would be wrong.
      text = second.operation
                 ? fmt::format("Put {} into an access epoch that begins behind {}, which completes {}", subject(second),
                               words().call_at(first.end->place), name_of(first.place.call))
                 : fmt::format("Move {} behind {}, which completes {}", subject(second),
                               words().call_at(first.end->place), name_of(first.place.call));
    } else if (conflict.remedy_call != MpiCall::kNone) {
      const std::string call = completing_call(conflict.remedy_call, first, conflict.remedy_before);
      if (const std::string instead = instead_of_local(conflict); !instead.empty()) {
        text = instead;
      } else if (const Place& before = conflict.remedy_before;
                 before.known() && before.call == MpiCall::kNone && before.stack == 0 && before.pc == 0) {
        text = fmt::format("Add {} after {}, before its thread lets another one go on", call, subject(first));
      } else if (before.known()) {
        text = fmt::format("Add {} before {}", call,
                           name_of(conflict.remedy_before.call).empty()
                               ? fmt::format("the {} at {}", second.kind == AccessClass::kLoad ? "load" : "store",
                                             words().position(conflict.remedy_before))
                               : words().call_at(conflict.remedy_before));
      } else {
        text = fmt::format("Add {} after {}", call, subject(first));
      }
      if (conflict.remedy_needs_synchronization && !conflict.same_process)
        text += fmt::format(", and after it a message or barrier that rank {} waits for before {}",
                            second.place.process, subject(second));
      else if (conflict.remedy_needs_synchronization && of_two_threads(conflict))
        text += fmt::format(
            ", and after it a mutex, barrier or join that thread {} waits for before {}, or the other way round",
            second.place.thread, subject(second));
    } else if (!conflict.same_process) {
      if (second.end && in_exposure_of(first, second)) {
        text = fmt::format("Move {} behind {}, which completes {}, or, if it is meant to come first, before {} posts",
                           subject(first), words().call_at(second.end->place), name_of(second.place.call),
                           words().owner(second.window, second.owner));
      } else if (!first.end || !first.operation) {
        text = first_or_second(first, second);
      } else if (first.end->place.call == MpiCall::kWin_fence && second.operation &&
                 words().position(first.place) == words().position(second.place)) {
        text = fmt::format(
            "Let each rank access a place of its own in the window, or let the ranks take turns, with {} between",
            completing_call(MpiCall::kWin_fence, first));
      } else if (first.end->place.call == MpiCall::kWin_fence || first.end->place.call == MpiCall::kWin_wait) {
        text = fmt::format("Move {} behind {}, which completes {}{}", subject(second),
                           words().call_at(first.end->place), name_of(first.place.call),
                           first.end->place.call == MpiCall::kWin_fence
                               ? ", or call " + completing_call(MpiCall::kWin_fence, first) + " between"
                               : "");
      } else {
        text = fmt::format("Add a message or barrier after {} on rank {} that rank {} waits for before {}",
                           words().call_at(first.end->place), first.end->place.process, second.place.process,
                           subject(second));
      }
    } else if (of_two_threads(conflict)) {
      text = fmt::format("Make thread {} wait for thread {} between {} and {} (by a mutex, a barrier or a join)",
                         second.place.thread, first.place.thread,
                         first.end ? words().call_at(first.end->place) : subject(first), subject(second));
      if (rule != rule::kOriginBufferReused && rule != rule::kResultBufferUsed)
        text += ", or let each use other memory";
    } else {
      text = fmt::format("Order {} and {}", subject(first), subject(second));
    }
    text += lock_suggestion(conflict) + other_way_round(conflict) + own_places(conflict);
    if (rule == rule::kAtomicAndOtherAccess) {
      const ConflictAccess& other = is_atomic(first.kind) ? second : first;
      const std::string_view instead =
          is_update(other.kind) ? "MPI_Accumulate with MPI_REPLACE" : "MPI_Fetch_and_op with MPI_NO_OP";
      text += fmt::format("; or use {} instead of {}", instead, subject(other));
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
    return text + ".";
  }

  // The access by whose side another thread of its process made the synchronization, and the other one.
  static std::pair<const ConflictAccess&, const ConflictAccess&> beside(const Conflict& conflict,
                                                                        const Conflict::OtherThread& by) {
    const bool first = by.call.process == conflict.first.place.process;
    return {first ? conflict.first : conflict.second, first ? conflict.second : conflict.first};
  }

  std::string other_thread_text(const Conflict& conflict, const Conflict::OtherThread& by) {
    const auto [access, other] = beside(conflict, by);
    const Place& call = by.call;
    const bool taken = by.taken;
    return upper_first(fmt::format(
        "{} {} {}, but it is called by thread {} of rank {}, and thread {} has not synchronized with that one {} {}.",
        words().call_at(call), taken ? "comes after" : "leads to", subject(other), call.thread, call.process,
        access.place.thread, taken ? "before" : "after", subject(access)));
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

  // The name of the memory: of the variable that lies there; else as the calls name it that made it a window or gave it
  // to an operation, of this access or of the other one to the same memory.
  std::string variable(const Job& job, const ConflictAccess& from, const ConflictAccess& other) {
    if (from.memory_of >= 0) {
      const std::string fixed = words().symbolizer().variable(from.memory_of, from.addresses.begin, from.addresses.end);
      if (!fixed.empty()) return fixed;
    }
    const auto named = [&](const Place& call, int index, bool out, std::uint64_t base, ByteRange bytes,
                           std::string_view how) -> std::string {
      if (!call.known() || bytes.begin < base) return "";
      const auto argument = words().symbolizer().argument(call, index, out, bytes.begin - base, bytes.end - base);
      if (argument.name.empty() || !argument.pointed) return argument.name;
      return fmt::format("{} {}", how, argument.name);
    };
    const Window* window = from.window != 0 ? job.window(from.window) : nullptr;
    if (window && from.owner >= 0 && window->flavor != WindowFlavor::kDynamic) {
      const Place& created = window->parts[static_cast<std::size_t>(from.owner)].created;
      constexpr int kBase = 0, kBasePointer = 4;  // of MPI_Win_create; of MPI_Win_allocate and MPI_Win_allocate_shared
      const bool given = window->flavor == WindowFlavor::kCreate;
      return named(created, given ? kBase : kBasePointer, !given, 0, from.bytes, given ? "exposed as" : "allocated as");
    }
    if (from.attachment) {
      constexpr int kAttached = 1;  // of MPI_Win_attach
      return named(from.attachment->attached, kAttached, false, from.attachment->address, from.addresses,
                   "attached as");
    }
    for (const ConflictAccess* access : {&from, &other}) {
      if (access->role != AccessRole::kOrigin || !access->operation || from.memory_of < 0 ||
          access->memory_of != from.memory_of)
        continue;
      const Operation& operation = *access->operation;
      if (operation.origin.address != access->buffer.address) continue;  // a result buffer
      if (const std::string name = named(operation.place, 0, false, access->buffer.address, from.addresses, "given as");
          !name.empty())
        return name;
    }
    return "";
  }

  Access side(const Job& job, const ConflictAccess& from, const ConflictAccess& other) {
    Access access = from.operation ? words().operation(*from.operation) : words().call(from.place);
    static constexpr std::string_view kRoles[] = {"origin", "target", "local", "call"};
    access.role = kRoles[static_cast<std::size_t>(from.role)];
    if (!from.operation) {
      const bool reads = reads_only(from.kind);
      if (from.role == AccessRole::kLocal) {
        access.kind = reads ? "load" : "store";
        access.description =
            fmt::format("{} of {}{}",
                        from.access_count == 1 ? std::string(reads ? "load" : "store")
                                               : count_of(from.access_count, reads ? "load" : "store"),
                        count_of(from.access_size, "byte"),
                        from.access_count == 1 || from.access_stride == static_cast<std::int64_t>(from.access_size) ? ""
                        : from.access_stride == 0 ? " at one place"
                                                  : fmt::format(", stride {}", from.access_stride));
        if (from.language_atomic) access.description += " (atomic of the language)";
      } else {
        access.kind = "call";
        access.description = words().elements(from.place.process, from.buffer.count, from.buffer.datatype);
      }
    }
    if (access.target < 0 && from.owner >= 0 && from.role == AccessRole::kTarget) {
      access.target = from.owner;
      access.target_process = words().world_rank(from.window, from.owner);
    }
    access.first_byte = from.bytes.begin;
    access.end_byte = from.bytes.end;
    if (from.window != 0 && from.owner >= 0) {
      access.window = words().window(from.window);
      access.bytes_of = words().memory_of(from.window, from.owner);
    } else {
      access.bytes_of = fmt::format("{} of rank {}",
                                    from.role != AccessRole::kOrigin         ? "memory"
                                    : from.kind == AccessClass::kOriginWrite ? "result buffer"
                                                                             : "origin buffer",
                                    from.place.process);
    }
    if (const std::string name = variable(job, from, other); !name.empty())
      access.bytes_of += fmt::format(", {}", name);
    for (const HeldLock& lock : from.locks) access.locks.push_back(lock_text(lock));
    return access;
  }

  // The call that completed an access, if it is in the picture, ends it there.
  static void mark_end(const Conflict& conflict, const ConflictAccess& access, int number, Timeline& timeline) {
    if (!access.end) return;
    bool begun = false;
    for (std::size_t i = 0; i < timeline.events.size(); ++i) {
      TimelineEvent& event = timeline.events[i];
      if (begun && event.access < 0 && conflict.timeline[i].place == access.end->place) {
        event.access = number;
        return;
      }
      begun = begun || event.access == number;
    }
  }

  Timeline timeline(const Conflict& conflict) {
    Timeline timeline;
    for (const TimelinePoint& point : conflict.timeline)
      timeline.events.push_back({.rank = point.place.process,
                                 .thread = point.place.thread,
                                 .order = point.order,
                                 .label = point.label,
                                 .location = words().symbolizer().statement(point.place),
                                 .access = point.access});
    mark_end(conflict, conflict.first, 0, timeline);
    mark_end(conflict, conflict.second, 1, timeline);
    for (const TimelineLink& link : conflict.timeline_links) timeline.edges.push_back({link.from, link.to, link.label});
    return timeline;
  }
};

}  // namespace

std::unique_ptr<Check> make_race_check(Report& report) {
  return std::make_unique<RaceCheck>(report);
}

}  // namespace fencepost
