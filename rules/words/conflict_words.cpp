#include "words/conflict_words.h"

#include <fmt/format.h>

#include "facts/meant_order.h"
#include "facts/source_order.h"

namespace fencepost {
namespace {

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

std::string op_of(const ConflictAccess& access) {
  if (!access.operation) return "";
  if (access.operation->kind == OperationKind::kCompareAndSwap) return "compare and swap";
  return std::string(name_of(access.operation->op));
}

// Of two atomic operations. (MPI_NO_OP only reads.)
std::string_view what_both_do(const ConflictAccess& first, const ConflictAccess& second) {
  return reads_only(first.kind) || reads_only(second.kind) ? "access" : "update";
}

}  // namespace

std::string ConflictWords::subject(const ConflictAccess& access) {
  const std::string_view call = name_of(access.place.call);
  const std::string position = words().position(access.place);
  if (!call.empty()) return fmt::format("{} of rank {} at {}", call, access.place.process, position);
  return fmt::format("the {} of rank {} at {}", access.kind == AccessClass::kLoad ? "load" : "store",
                     access.place.process, position);
}

bool ConflictWords::of_two_threads(const Conflict& conflict) {
  return conflict.same_process && conflict.first.place.thread != conflict.second.place.thread;
}

bool ConflictWords::of_two_windows(const Conflict& conflict) {
  return conflict.kind == ConflictKind::kData && is_atomic(conflict.first.kind) && is_atomic(conflict.second.kind);
}

// The first access as seen from the second. The same statement may make both: in a loop, or on another thread.
std::string ConflictWords::other_than(const Conflict& conflict) {
  if (subject(conflict.first) != subject(conflict.second)) return subject(conflict.first);
  if (of_two_threads(conflict)) return fmt::format("the same call on thread {}", conflict.first.place.thread.number());
  return "an earlier execution of the same call";
}

// "MPI_Put of rank 0 at halo.c:18 writes", "the load of rank 1 at relax.c:29 reads"
std::string ConflictWords::doing(const ConflictAccess& access) {
  return subject(access) + " " + std::string(words_of(access.kind).verb);
}

std::string ConflictWords::where(const ConflictAccess& access) {
  if (!access.window || !access.owner.ordinary()) {
    if (access.role == AccessRole::kOrigin)
      return fmt::format("its {} buffer", access.kind == AccessClass::kOriginWrite ? "result" : "origin");
    return fmt::format("memory of rank {}", access.place.process);
  }
  const bool own = words().world_rank(access.window, access.owner) == access.place.process;
  std::string text = own ? "its part of " + words().window_short(access.window)
                         : fmt::format("the part of {} of {}", words().owner(access.window, access.owner),
                                       words().window_short(access.window));
  if (const Window* window = job().window(access.window))
    if (window->flavor == WindowFlavor::kDynamic) text += fmt::format(" (address {:#x})", access.common.begin);
  return text;
}

std::string ConflictWords::bytes(const ConflictAccess& access) {
  const std::uint64_t size = access.common.end - access.common.begin;
  const Window* window = job().window(access.window);
  if (!window || window->flavor == WindowFlavor::kDynamic) return count_of(size, "byte");
  return size == 1 ? fmt::format("byte {}", number_of(static_cast<std::int64_t>(access.common.begin)))
                   : fmt::format("bytes {} to {}", number_of(static_cast<std::int64_t>(access.common.begin)),
                                 number_of(static_cast<std::int64_t>(access.common.end - 1)));
}

// "complete at the target only by MPI_Win_unlock at halo.c:21"
std::string ConflictWords::completion(const ConflictAccess& access) {
  const std::string_view side = access.role == AccessRole::kTarget ? "target" : "origin";
  if (!access.end) return fmt::format("it is never completed at the {}", side);
  return fmt::format("it is complete at the {} only after {}", side, end_text(access));
}

// "MPI_Win_unlock at halo.c:21". "the next MPI_Win_fence at halo.c:12" if the call comes earlier in the source.
std::string ConflictWords::end_text(const ConflictAccess& access) {
  const bool in_front = source_order(access.end->place, access.place, words().symbolizer()) == SourceOrder::kBefore;
  return (in_front ? "the next " : "") + words().call_at(access.end->place);
}

std::string ConflictWords::message(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  switch (conflict.kind) {
    case ConflictKind::kAtomicTypes:
      return fmt::format("{} ({}) and {} ({}) {} {} of {} concurrently, with different datatypes.", subject(first),
                         type_of(first), subject(second), type_of(second), what_both_do(first, second), bytes(second),
                         where(second));
    case ConflictKind::kAtomicElements:
      return fmt::format(
          "The elements of {} and of {} overlap only in part ({} of {}), so the two are not atomic with "
          "respect to each other.",
          subject(first), subject(second), bytes(second), where(second));
    case ConflictKind::kAtomicOperations:
      return fmt::format("{} ({}) and {} ({}) {} {} of {} concurrently, with different operations.", subject(first),
                         op_of(first), subject(second), op_of(second), what_both_do(first, second), bytes(second),
                         where(second));
    case ConflictKind::kSeparateModel:
      return fmt::format(
          "{} and {} change different bytes of {} in one epoch; in the separate memory model one of the "
          "changes may be lost.",
          upper_first(subject(first)), subject(second), where(second));
    case ConflictKind::kReadsOnly:
      return upper_first(fmt::format("{} and {} read {} of {} concurrently, only one of them atomically.",
                                     subject(first), subject(second), bytes(second), where(second)));
    case ConflictKind::kMemorySync:
      return upper_first(fmt::format(
          "{} {} of {} after {}, but nothing synchronized the memory of the window at its owner between the two.",
          doing(second), bytes(second), where(second), subject(first)));
    case ConflictKind::kData:
      break;
  }
  const bool buffer = first.role == AccessRole::kOrigin && !second.window && second.role != AccessRole::kOrigin;
  std::string text =
      doing(second) + " " + bytes(second) + " of " +
      (buffer ? std::string(first.kind == AccessClass::kOriginWrite ? "the result buffer" : "the origin buffer")
              : where(second));
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

std::string ConflictWords::type_of(const ConflictAccess& access) {
  if (!access.operation) return "";
  const Datatype* type = job().datatype(access.place.process, access.operation->target_buffer.datatype);
  if (!type) return "an unknown datatype";
  if (type->uniform != BasicType::kUnknown) return std::string(name_of(type->uniform));
  return type->name.empty() ? type->description : type->name;
}

std::vector<std::string> ConflictWords::why(const Conflict& conflict, std::vector<NamedPlace>& named) {
  std::vector<std::string> why;
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  const auto tell = [&](std::string sentence) {
    if (!sentence.empty()) why.push_back(upper_first(std::move(sentence)));
  };
  tell(last_common(conflict));
  for (const ConflictAccess* access : {&first, &second}) {
    if (!access->operation) continue;
    std::string half = completed_at_origin_only(*access);
    if (half.empty() && access == &second && access->end)
      half = fmt::format("{} may take effect at any time until {}.", subject(second), end_text(second));
    tell(std::move(half));
  }
  tell(nothing_between(conflict));
  tell_what_comes_near(conflict, why, named);
  if (conflict.unordered == Unordered::kByLocksOnly)
    tell("A lock excludes others only while it is held; which rank gets it first depends on timing (12.5.3).");
  if (is_atomic(first.kind) != is_atomic(second.kind) && conflict.kind == ConflictKind::kData) {
    const ConflictAccess& atomic = is_atomic(first.kind) ? first : second;
    if (atomic.operation)
      tell(fmt::format("{} is atomic with respect to other accumulate operations only (12.7.1).",
                       name_of(atomic.place.call)));
  }
  if (of_two_windows(conflict))
    tell(
        "They use two windows that overlap: operations are atomic, and those of one origin are ordered, only within "
        "one window (12.2.1, 12.7.1).");
  if (conflict.polling)
    tell("In the unified memory model the new value becomes visible at some time, but seeing it orders nothing else.");
  if (conflict.unordered == Unordered::kInEveryRun && !conflict.same_process) tell_locks(first, second, why);
  return why;
}

std::string ConflictWords::told_at(const Place& place) {
  const bool of_language = place.call == MpiCall::kNone && place.pc != 0;
  return of_language ? "the atomic store at " + words().position(place) : words().call_at(place);
}

std::string ConflictWords::last_common(const Conflict& conflict) {
  if (!conflict.common) return "";
  const Place &a = conflict.common->first, &b = conflict.common->second;
  if (conflict.same_process || !a.stack || told_at(a) == told_at(b))
    return fmt::format("The last synchronization that comes before both is {}.", told_at(b));
  return fmt::format("The last synchronization that comes before both is {} on rank {} and {} on rank {}.", told_at(a),
                     a.process, told_at(b), b.process);
}

std::string ConflictWords::completed_at_origin_only(const ConflictAccess& access) {
  const Operation& operation = *access.operation;
  if (access.role != AccessRole::kTarget || !operation.local) return "";
  const std::string_view call = name_of(access.place.call);
  const Place& local = operation.local->place;
  if (!operation.remote)
    return fmt::format("{} at {} completes {} at the origin only; no call completes it at the target.",
                       name_of(local.call), words().position(local), call);
  if (local == operation.remote->place) return "";
  return fmt::format("{} at {} completes {} at the origin only{}; {} completes it at the target.", name_of(local.call),
                     words().position(local), call,
                     operation.local->by_request ? " (a completed request means no more)" : "",
                     words().call_at(operation.remote->place));
}

std::string ConflictWords::nothing_between(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (conflict.late_at) {
    const Place& late = *conflict.late_at;
    const std::string whose = late.call == MpiCall::kNone ? "" : fmt::format(" on rank {}", late.process);
    return fmt::format("{}{} leads to {}, but {} is not yet complete there.", told_at(late), whose, subject(second),
                       subject(first));
  }
  if (conflict.unordered != Unordered::kInEveryRun || conflict.kind != ConflictKind::kData) return "";
  if (!conflict.same_process && !conflict.remedy.needs_synchronization)
    return fmt::format(
        "A later call of rank {} leads to {} (which call is no longer known), but {} is not yet complete there.",
        first.place.process, subject(second), subject(first));
  if (of_two_threads(conflict))
    return fmt::format("Threads {} and {} of rank {} are not synchronized between the two accesses.",
                       first.place.thread.number(), second.place.thread.number(), first.place.process);
  if (conflict.same_process && first.start.stream != second.start.stream)
    return fmt::format(
        "Thread {} of rank {} happened to execute both in this run, one after the other, but nothing orders them: "
        "OpenMP "
        "may give tasks, sections, chunks of a loop and singles to any thread, and only its constructs order them.",
        first.place.thread.number(), first.place.process);
  if (conflict.same_process && conflict.same_origin_target && !of_two_windows(conflict))
    return "The order of the calls does not order operations of one origin to one target (12.7).";
  if (conflict.other_thread) return other_thread_text(conflict, *conflict.other_thread);
  return conflict.same_process ? ""
                               : "No message, barrier or other synchronization leads from the first access to the "
                                 "second.";
}

const PassedSync* ConflictWords::just_too_late(const Conflict& conflict) {
  if (!conflict.too_late) return nullptr;
  const Place &given = conflict.too_late->given, &taken = conflict.too_late->taken;
  // After a call that ends the program or frees the window there is no place to continue.
  const std::string_view call = name_of(taken.call);
  if (call == "MPI_Finalize" || (call.starts_with("MPI_Win_") && taken.call != MpiCall::kWin_fence)) return nullptr;
  Symbolizer& source = words().symbolizer();
  const auto [one, other] = in_order_of(*conflict.too_late, conflict);
  if (other.role == AccessRole::kTarget) return nullptr;
  // (Or a function that is called beside the call contains the access.)
  const bool beside = in_one_function(other.place, taken, source) ||
                      (leading_call(other.place, taken, source) && !leading_call(taken, other.place, source));
  const bool near = beside && source_order(other.place, taken, source) == SourceOrder::kBefore &&
                    source_order(one.place, given, source) == SourceOrder::kBefore;
  return near ? &*conflict.too_late : nullptr;
}

// Readers of "no message" will look for the message that they know to be there.
void ConflictWords::tell_what_comes_near(const Conflict& conflict, std::vector<std::string>& why,
                                         std::vector<NamedPlace>& named) {
  if (conflict.same_process || conflict.late_at || conflict.other_thread || conflict.kind != ConflictKind::kData ||
      conflict.unordered != Unordered::kInEveryRun || !conflict.remedy.needs_synchronization)
    return;
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  const auto tell = [&](std::string sentence) { why.push_back(upper_first(std::move(sentence))); };
  bool told = false;
  const auto came_before = [&](const Place& given, const Place& common, const ConflictAccess& one,
                               const ConflictAccess& other) {
    const SourceOrder order = source_order(given, one.place, words().symbolizer());
    if ((given.call == MpiCall::kNone && given.pc == 0) || given == common || order != SourceOrder::kBefore)
      return false;
    tell(fmt::format("{} on rank {} leads to {}, but {} comes only after {}.", told_at(given), given.process,
                     subject(other), subject(one), given.call == MpiCall::kNone ? "it" : "that call"));
    return told = true;
  };
  if (const auto& heard = conflict.heard.by_second;
      conflict.common && heard && came_before(heard->first, conflict.common->first, first, second))
    named.push_back({heard->first});
  if (const auto& heard = conflict.heard.by_first;
      conflict.common && heard && came_before(heard->second, conflict.common->second, second, first))
    named.push_back({heard->second});
  if (const auto& back = conflict.wrong_way; back && !name_of(back->given.call).starts_with("MPI_Win_")) {
    const auto [from, to] = in_order_of(*back, conflict);
    tell(fmt::format("{} leads from rank {} to {}, but it begins before {} and ends after {}.",
                     words().call_at(back->given), back->given.process, taken_text(*back), subject(from), subject(to)));
    told = true;
  }
  if (const auto& early = told ? std::optional<Conflict::ToldTooEarly>() : conflict.told_too_early) {
    const auto [one, other] = in_order_of(*early, conflict);
    if (came_before(early->told, {}, one, other)) named.push_back({early->told});
  }
  if (const PassedSync* late = told ? nullptr : just_too_late(conflict))
    tell(fmt::format("{} leads from rank {} to {}, but {} comes before that.", words().call_at(late->given),
                     late->given.process, taken_text(*late), subject(in_order_of(*late, conflict).second)));
}

std::string ConflictWords::taken_text(const PassedSync& sync) {
  const std::string taken = words().call_at(sync.taken);
  return taken == words().call_at(sync.given) ? fmt::format("rank {}", sync.taken.process)
                                              : fmt::format("{} of rank {}", taken, sync.taken.process);
}

void ConflictWords::tell_locks(const ConflictAccess& first, const ConflictAccess& second,
                               std::vector<std::string>& why) {
  const auto exclusive = [](const ConflictAccess& access) -> const HeldLock* {
    for (const HeldLock& lock : access.locks)
      if (lock.type == LockType::kExclusive) return &lock;
    return nullptr;
  };
  bool told = false;
  for (const ConflictAccess* access : {&first, &second})
    if (const HeldLock* lock = exclusive(*access)) {
      why.push_back(
          upper_first(fmt::format("{} holds {}, but the other access does not.", subject(*access), lock_text(*lock))));
      told = true;
    }
  if (!told && !first.locks.empty() && !second.locks.empty())
    why.push_back("Both hold only shared locks, which exclude nobody.");
}

std::string ConflictWords::lock_text(const HeldLock& lock) {
  const std::string type = lock.type == LockType::kExclusive ? "the exclusive lock" : "a shared lock";
  const std::string target = words().target(lock.window, Rank(lock.target));
  return type + " of " + target + " on " + words().window_short(lock.window);
}

std::pair<const ConflictAccess&, const ConflictAccess&> ConflictWords::beside(const Conflict& conflict,
                                                                              const Conflict::OtherThread& by) {
  const bool first = by.call.process == conflict.first.place.process;
  return {first ? conflict.first : conflict.second, first ? conflict.second : conflict.first};
}

std::string ConflictWords::other_thread_text(const Conflict& conflict, const Conflict::OtherThread& by) {
  const auto [access, other] = beside(conflict, by);
  const Place& call = by.call;
  const bool taken = by.taken;
  return upper_first(fmt::format(
      "{} {} {}, but it is called by thread {} of rank {}, and thread {} has not synchronized with that one {} {}.",
      words().call_at(call), taken ? "comes after" : "leads to", subject(other), call.thread.number(), call.process,
      access.place.thread.number(), taken ? "before" : "after", subject(access)));
}

}  // namespace fencepost
