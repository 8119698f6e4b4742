#include "advice/conflict_advice.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "advice/completion_advice.h"
#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "registry/rule_ids.h"
#include "words/call_text.h"
#include "words/conflict_words.h"

namespace fencepost {
namespace {

class Advice : private CompletionAdvice {
 public:
  using CompletionAdvice::CompletionAdvice;

  std::string advice(std::string_view rule, const Conflict& conflict) {
    std::string text = of_rule(rule, conflict);
    if (rule == rule::kMixedAccumulates && conflict.remedy_call != MpiCall::kNone) {
      return fmt::format("{} Or complete the first before the second: {}.", text, lower_first(order(rule, conflict)));
    }
    if (!text.empty()) return text;
    if (rule == rule::kAtomicAndOtherAccess && is_read_of_protocol(conflict) && atomic_would_do(conflict))
      return fmt::format("{}; or {}{}.", upper_first(atomic_instead(conflict)), lower_first(order(rule, conflict)),
                         further({}, conflict));
    return order(rule, conflict) + further(rule, conflict) + ".";
  }

  std::string in_full(Conflict conflict) {
    conflict.remedy_call = MpiCall::kWin_flush;
    return complete_first(conflict) + ".";
  }

  std::string at_once(const Conflict& conflict) {
    return fmt::format("Add {} right after {}.",
                       completing_call(conflict.remedy_call, conflict.first, conflict.remedy_for_all_targets),
                       words().call_at(conflict.first.place));
  }

 private:
  // Where the rule itself says what to do; "" else.
  std::string of_rule(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (rule == rule::kMixedAccumulates) return "Use the same predefined datatype, and the same alignment, in both.";
    if (rule == rule::kAccumulateOpsViolated && is_no_op(first) != is_no_op(second))
      return "Leave out accumulate_ops=same_op: same_op_no_op, the default, allows MPI_NO_OP beside one other "
             "operation.";
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
    if (rule == rule::kPollingLoad) {
      const bool load_first = first.role == AccessRole::kLocal;
      const ConflictAccess &load = load_first ? first : second, &update = load_first ? second : first;
      if (!in_passive_epoch(conflict)) return upper_first(ordered(conflict, update, load)) + ".";
      // (A lock that the owner held all the time might keep the other side from writing it.)
      return fmt::format("Read the location with MPI_Fetch_and_op and MPI_NO_OP{}{}.",
                         load.in_passive_epoch ? " followed by MPI_Win_flush"
                                               : ", with MPI_Win_lock and MPI_Win_unlock around each look",
                         is_atomic(first.kind) || is_atomic(second.kind)
                             ? ""
                             : ", and let the other side write it with MPI_Accumulate and MPI_REPLACE");
    }
    // (Where a message already leads from the one to the other, the other was meant to find what was put.)
    if (rule == rule::kAtomicAndOtherAccess && conflict.signal && conflict.signal->certain && !conflict.late_at &&
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

  static bool is_no_op(const ConflictAccess& access) {
    return access.operation && access.operation->op == ReduceOp::kNoOp;
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
    const ConflictAccess& first = conflict.first;
    const bool of_first = is_atomic(first.kind) || (!is_atomic(conflict.second.kind) && first.operation);
    const Operation* operation = (of_first ? first : conflict.second).operation.get();
    return !operation || !operation->epoch ||
           (operation->epoch->kind != EpochKind::kFence && operation->epoch->kind != EpochKind::kStart);
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

  // A get beside operations that change the word and look at it: a counter, a list, a lock. They are not meant to come
  // in some order.
  static bool is_read_of_protocol(const Conflict& conflict) {
    const bool first = is_atomic(conflict.first.kind);
    const ConflictAccess &atomic = first ? conflict.first : conflict.second,
                         &other = first ? conflict.second : conflict.first;
    return !conflict.same_process && conflict.unordered == Unordered::kInEveryRun && !conflict.late_at &&
           other.kind == AccessClass::kGet && atomic.operation && atomic.operation->fetches() &&
           atomic.operation->updates() && in_passive_epoch(conflict);
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

  // Of two processes that nothing synchronizes in between.
  std::string order_processes(const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (conflict.remedy_call == MpiCall::kNone && waits_for_second(conflict))
      return upper_first(ordered(conflict, second, first));
    if (second.end && in_exposure_of(first, second))
      return fmt::format("Move {} behind {}, which completes {}, or, if it is meant to come first, before {} posts",
                         subject(first), words().call_at(second.end->place), name_of(second.place.call),
                         words().owner(second.window, second.owner));
    if (takes_turns(conflict))
      return fmt::format(
          "Let each rank access a place of its own in the window, or let the ranks take turns, with {} between",
          completing_call(MpiCall::kWin_fence, first));
    const auto [one, other] = meant_order(conflict, source());
    if (in_one_exposure(one, other))
      return fmt::format(
          "Let rank {} post for rank {} alone first, and for rank {} behind the MPI_Win_wait of that, instead of "
          "for both before {}",
          one.operation->target_process, one.place.process, other.place.process, words().call_at(one.end->place));
    if (comes_again(conflict, source())) {
      const std::string next = upper_first(ordered(conflict, other, one));
      return next + (next.ends_with(" posts") ? " for the next round" : " of the next round");
    }
    const std::string text = ordered(conflict, one, other);
    const PassedSync* late = other.role == AccessRole::kLocal ? just_too_late(conflict) : nullptr;
    if (!late || &in_order_of(*late, conflict).second != &other || text.starts_with("move ")) return upper_first(text);
    // What lets both go on lets the one begin its next round, too.
    const std::string unless = is_send(late->given.call) ? ""
                                                         : fmt::format(", if {} does not come again behind that",
                                                                       subject(in_order_of(*late, conflict).first));
    return fmt::format("Move {} behind {}{}, or {}", subject(other), words().call_at(late->taken), unless, text);
  }
  static bool is_send(MpiCall call) {
    switch (call) {
      case MpiCall::kSend:
      case MpiCall::kBsend:
      case MpiCall::kSsend:
      case MpiCall::kRsend:
      case MpiCall::kIsend:
      case MpiCall::kIbsend:
      case MpiCall::kIssend:
      case MpiCall::kIrsend:
        return true;
      default:
        return false;
    }
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

  // The fence that completes the one stands in front of both: it comes between the other one and the next round anyway.
  bool in_rounds_of_a_fence(const ConflictAccess& one, const ConflictAccess& other) {
    return one.operation && one.end && one.end->place.call == MpiCall::kWin_fence &&
           source_order(one.end->place, one.place, source()) == SourceOrder::kBefore &&
           source_order(one.place, other.place, source()) == SourceOrder::kBefore;
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
      // A call may give what others wait for in front of the fence. What stands behind a fence as one reads it does not
      // get behind its next round by moving.
      if (one.end && one.end->place.call == MpiCall::kWin_fence && other.role != AccessRole::kCall &&
          source_order(one.end->place, other.place, source()) != SourceOrder::kBefore)
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
      std::string text = first ? lower_first(instead_of_local(conflict)) : "";
      if (text.empty()) text = fmt::format("add {} after {}", completing_call(call, one), begin);
      return fmt::format("{}, and after it a message or barrier that rank {} waits for before {}", text, waiting, last);
    }
    const std::string since =
        operation && one.end ? fmt::format("{} on rank {}", words().call_at(one.end->place), one.end->place.process)
                             : begin;
    return fmt::format("add a message or barrier after {} that rank {} waits for before {}", since, waiting, last);
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
    std::string text = lock_suggestion(conflict);
    if (rule == rule::kSharedMemoryAccess)
      text += fmt::format(", with {} before it on the one side and after it on the other", sync_text(conflict.second));
    text += other_way_round(conflict) + own_places(conflict);
    if (of_two_windows(conflict)) text += "; or use one window for both";
    if (rule == rule::kAtomicAndOtherAccess) {
      // Where the two are meant to have an order, an atomic one would read what is not complete either.
      if (!conflict.late_at && atomic_would_do(conflict)) text += "; or " + atomic_instead(conflict);
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
    return is_message(first.place.call) ||
           source_order(first.place, conflict.second.place, source()) != SourceOrder::kBefore;
  }
  static bool is_message(MpiCall call) {
    const std::string_view name = name_of(call);
    return name.find("ecv") != std::string_view::npos || name.find("end") != std::string_view::npos;
  }

  // The buffer of a call that most likely the other process makes as well, behind its own access: the other order would
  // be a deadlock.
  static bool is_of_collective(const ConflictAccess& access) {
    const MpiCall call = access.place.call;
    const std::string_view name = name_of(call);
    return !access.operation && call != MpiCall::kNone && !is_message(call) && !name.starts_with("MPI_I") &&
           !name.starts_with("MPI_File_");
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
    if (conflict.other_thread || !conflict.remedy_needs_synchronization || comes_again(conflict, source())) return "";
    const auto [one, other] = meant_order(conflict, source());
    if (in_rounds_of_a_fence(one, other)) return "";
    if ((one.operation && other.operation) || is_of_collective(other)) return "";
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
        if (lock.window == access.window && lock.target == access.owner) return &lock;
      return nullptr;
    };
    const HeldLock *first = held(conflict.first), *second = held(conflict.second);
    // (Exclusive ones must not be held while each waits for the other.)
    const bool in_rounds = conflict.remedy_needs_synchronization && comes_again(conflict, source());
    if (first && second && first->type == LockType::kShared && second->type == LockType::kShared && !in_rounds)
      return words().call_at(first->locked) == words().call_at(second->locked)
                 ? fmt::format(", or lock with MPI_LOCK_EXCLUSIVE in {}", words().call_at(first->locked))
                 : ", or lock with MPI_LOCK_EXCLUSIVE at both places";
    for (const auto& [lock, other, access] :
         {std::tuple(first, second, &conflict.second), {second, first, &conflict.first}})
      if (lock && lock->type == LockType::kExclusive && other == nullptr && access->locks.empty() &&
          !access->in_passive_epoch)
        return fmt::format("{} hold {} around {} as well",
                           in_rounds ? "; or, if it does not matter which of the two comes first," : ", or",
                           lock_text(*lock), subject(*access));
    return "";
  }
};

}  // namespace

std::string advice_for(std::string_view rule, const Conflict& conflict, Words& words) {
  return Advice(words).advice(rule, conflict);
}

std::string complete_in_full(const Conflict& conflict, Words& words) {
  return Advice(words).in_full(conflict);
}

std::string complete_at_once(const Conflict& conflict, Words& words) {
  return Advice(words).at_once(conflict);
}

}  // namespace fencepost
