#include "advice/conflict_advice.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/apart_advice.h"
#include "advice/certain_fixes.h"
#include "advice/meeting_place.h"
#include "advice/order_advice.h"
#include "advice/source_argument.h"
#include "advice/source_atomic.h"
#include "advice/source_counter.h"
#include "advice/source_info.h"
#include "advice/source_tree.h"
#include "advice/source_wait.h"
#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "registry/rule_ids.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

void append(Fixes& to, Fixes more) {
  for (Fix& fix : more) to.push_back(std::move(fix));
}

bool is_no_op(const ConflictAccess& access) {
  return access.operation && access.operation->op == ReduceOp::kNoOp;
}

// Only in such an epoch may a process wait for a word that another process writes.
bool in_passive_epoch(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const bool of_first = is_atomic(first.kind) || (!is_atomic(conflict.second.kind) && first.operation);
  const Operation* operation = (of_first ? first : conflict.second).operation.get();
  return !operation || !operation->epoch ||
         (operation->epoch->kind != EpochKind::kFence && operation->epoch->kind != EpochKind::kStart);
}

// The access that is atomic (the first, if both are), and the other one.
struct ByAtomicity {
  const ConflictAccess &atomic, &other;
};
ByAtomicity by_atomicity(const Conflict& conflict) {
  if (is_atomic(conflict.first.kind)) return {conflict.first, conflict.second};
  return {conflict.second, conflict.first};
}

// Whether making the other access atomic is enough. An update would become MPI_REPLACE, and concurrent accumulates need
// the same operation (accumulate_ops, 12.2.1); MPI_Compare_and_swap is exempt from that.
bool atomic_would_do(const Conflict& conflict) {
  const auto& [access, other] = by_atomicity(conflict);
  const Operation* atomic = access.operation.get();
  if (!atomic) return true;
  // The process whose window is exposed has no access epoch for itself.
  if (!other.operation && atomic->epoch && atomic->epoch->kind == EpochKind::kStart) return false;
  if (reads_only(other.kind) || conflict.same_origin_target) return true;
  // Which of two overwrites stays, only their order can tell.
  return atomic->op == ReduceOp::kNoOp || atomic->kind == OperationKind::kCompareAndSwap;
}

// A get next to operations that both change the word and return its value: a counter, a list, a lock. No order is
// intended between them.
bool is_read_of_protocol(const Conflict& conflict) {
  const auto& [atomic, other] = by_atomicity(conflict);
  return !conflict.same_process && conflict.unordered == Unordered::kInEveryRun && !conflict.late_at &&
         other.kind == AccessClass::kGet && atomic.operation && atomic.operation->fetches() &&
         atomic.operation->updates() && in_passive_epoch(conflict);
}

constexpr std::string_view kInEitherOrder = "if it does not matter which of the two comes first, ";

// The second access reads the result of a get: a different buffer would not help.
bool takes_result(const Conflict& conflict) {
  return conflict.first.kind == AccessClass::kOriginWrite && reads_only(conflict.second.kind);
}

class Advice : private ApartAdvice {
 public:
  Advice(Words& words, const ChangedInSteps& in_steps, const WordsWritten& written, bool calls_in_line = false)
      : ApartAdvice(words), in_steps_(in_steps), written_(written), calls_in_line_(calls_in_line) {}

  Fixes advice(std::string_view rule, const Conflict& conflict) {
    Fixes fixes = of_rule(rule, conflict);
    if (rule == rule::kMixedAccumulates && conflict.remedy.call != MpiCall::kNone) append(fixes, order(rule, conflict));
    if (!fixes.empty()) return fixes;
    const bool look = is_look_of_protocol(conflict);
    const bool protocol =
        rule == rule::kAtomicAndOtherAccess && (look || is_read_of_protocol(conflict)) && atomic_would_do(conflict);
    if (protocol) fixes.push_back(atomic_instead(conflict));
    append(fixes, order(rule, conflict));
    further(protocol ? std::string_view() : rule, conflict, fixes);
    if (look) std::erase_if(fixes, [](const Fix& fix) { return fix.only_if.first.known(); });
    if (auto early = before_it_is_told(conflict)) {
      const ConflictAccess& late = in_order_of(*conflict.told_too_early, conflict).first;
      const bool reads = reads_only(late.kind);
      // The atomic signal says that the data is ready, so only one order can be intended. But a process that reads may
      // have signalled something else, and may be waiting for new data.
      std::erase_if(
          fixes, [&](const Fix& fix) { return (fix.kind == FixKind::kMove && !reads) || fix.only_if.first.known(); });
      // (Of two rounds of a loop, the order is known; or the other advice asks for the same.)
      const auto same_order = [&](const Fix& fix) {
        return fix.until.next_round || (fix.met_by && fix.operation.is_at(access_place(late).at));
      };
      const bool known = !reads || (!fixes.empty() && same_order(fixes.front()));
      if (!known) early->only_if.first = access_place(late);
      const bool likely = known || was_announced(conflict);
      if (likely && !known)
        for (Fix& fix : fixes)
          if (!fix.only_if.first.known())
            fix.only_if.first = access_place(in_order_of(*conflict.told_too_early, conflict).second);
      fixes.insert(likely ? fixes.begin() : fixes.end(), *std::move(early));
    }
    return fixes;
  }

  Fix in_full(Conflict conflict) {
    conflict.remedy.call = MpiCall::kWin_flush;
    return complete_first(conflict);
  }

  Fix at_once(const Conflict& conflict) {
    Fix fix{.kind = FixKind::kAdd,
            .purpose = FixPurpose::kComplete,
            .call = completing_call(conflict.remedy.call, conflict.first, conflict.remedy.for_all_targets),
            .side = FixSide::kRightAfter,
            .place = call_place(conflict.first.place),
            .operation = access_place(conflict.first),
            .window = conflict.first.window};
    if (conflict.remedy.before.known() && conflict.remedy.before.call != MpiCall::kNone)
      fix.holds = fmt::format("{} has to be complete before {}; {} completes it", subject(conflict.first),
                              words().call_at(conflict.remedy.before), text_of(fix.call));
    return where_left_out(fix, conflict).value_or(fix);
  }

 private:
  // A load behind a fetch that tells others to go on, as that of a lock does: what they update then may come at any
  // time.
  bool is_look_of_protocol(const Conflict& conflict) {
    if (!conflict.told_too_early || conflict.same_process || conflict.unordered != Unordered::kInEveryRun ||
        conflict.late_at)
      return false;
    const ConflictAccess& late = in_order_of(*conflict.told_too_early, conflict).first;
    return late.kind == AccessClass::kLoad && in_passive_epoch(conflict) &&
           takes_something(conflict.told_too_early->told);
  }

  // The process that reads learned of the other one before it told it to go on: what it reads was announced, and it
  // does not wait for anything new.
  static bool was_announced(const Conflict& conflict) {
    if (!conflict.common) return false;
    const Conflict::ToldTooEarly& told = *conflict.told_too_early;
    const PlaceInRun& known = told.of_first ? conflict.common->second : conflict.common->first;
    return (operation_kind_of(known.call) || moves_message(known.call)) && known.order < told.told.order;
  }

  // The fix that leaves out an info key at the window's creation.
  Fixes without_info(std::string_view key, WindowKey of, Fix otherwise) {
    const Window* window = words().job().window(of);
    Fixes fixes;
    SourceLines sources;
    if (window && !window->parts.empty())
      fixes = leave_out_info(key, words().symbolizer().statement(window->parts.front().created), of, sources);
    if (fixes.empty()) return {std::move(otherwise)};
    fixes.front().offer = FixOffer::kAlways;
    fixes.front().holds = std::move(otherwise.holds);
    return fixes;
  }

  // The rules that have advice of their own; empty for all others.
  Fixes of_rule(std::string_view rule, const Conflict& conflict) {
    const ConflictAccess& first = conflict.first;
    const ConflictAccess& second = conflict.second;
    if (rule == rule::kMixedAccumulates)
      return {must_hold("both have to use the same predefined datatype, with the same alignment")};
    if (rule == rule::kAccumulateOpsViolated && is_no_op(first) != is_no_op(second))
      return without_info("accumulate_ops", first.window,
                          must_hold("the window must not have accumulate_ops=same_op: the default, same_op_no_op, "
                                    "allows MPI_NO_OP together with one other operation"));
    if (rule == rule::kAccumulateOpsViolated)
      return {must_hold(
          "the two have to use one operation, or the second has to come after the completion of the first, by a "
          "synchronization. No info key allows this: accumulate_ops knows only same_op and same_op_no_op")};
    if (rule == rule::kSeparateModelSameWindow)
      return {
          must_hold("a synchronization of the window has to come between the store and the update, or the two have to "
                    "be in different windows")};
    if (rule == rule::kGetAndAtomicRead) {
      Fix fix = atomic_instead(conflict);
      fix.holds =
          "both have to read the location atomically, with MPI_Get_accumulate or MPI_Fetch_and_op and MPI_NO_OP";
      return {std::move(fix)};
    }
    if (rule == rule::kMissingMemorySync) return {memory_sync(second)};
    if (rule == rule::kPollingLoad) return polling(conflict);
    // (If a message already leads from the one to the other, the other access was meant to find what was put.)
    if (rule == rule::kAtomicAndOtherAccess && conflict.signal && conflict.signal->certain && !conflict.late_at &&
        in_passive_epoch(conflict)) {
      Fixes early = prepared_too_late(conflict);
      return early.empty() ? Fixes{atomic_signal(conflict)} : std::move(early);
    }
    if (auto fix = got_in_vain(conflict)) return {*std::move(fix)};
    if (rule != rule::kLockOrderOnly)
      if (auto fix = changed_in_steps(conflict)) return {*std::move(fix)};
    // (What an atomic of the program announces is read in a loop, too.)
    if (rule == rule::kSharedMemoryAccess && !conflict.same_process && conflict.signal && conflict.signal->certain &&
        (conflict.signal->awaited || !conflict.relaxed_flag) &&
        (first.kind == AccessClass::kLoad) != (second.kind == AccessClass::kLoad))
      return {atomic_word(conflict)};
    if (rule == rule::kLockOrderOnly)
      return {meeting(first, second, first.end ? call_place(first.end->place) : access_place(first)),
              both_locked(conflict)};
    if (first.role == AccessRole::kTarget && second.role == AccessRole::kTarget) {
      if (auto fix = elements_apart(first, second)) return {*std::move(fix)};
      if (auto fix = puts_apart(conflict)) return {*std::move(fix)};
      if (auto fix = advancing_target(conflict)) {
        Fixes fixes = order(rule, conflict);
        fixes.push_back(*std::move(fix));
        return fixes;
      }
    }
    if (auto fix = writes_apart(conflict)) {
      Fixes fixes = {*std::move(fix)};
      if (!conflict.same_process && in_one_exposure(first, second)) append(fixes, order(rule, conflict));
      return fixes;
    }
    if (auto fix = sent_in_part(conflict)) {
      // (To order them may only hide that they meet.)
      Fixes fixes = order(rule, conflict);
      for (Fix& one : fixes)
        if (!one.only_if.first.known() && one.operation.known()) one.only_if.first = one.operation;
      fixes.insert(fixes.begin(), *std::move(fix));
      return fixes;
    }
    const bool both_local = first.role == AccessRole::kLocal && second.role == AccessRole::kLocal;
    if (both_local && of_one_statement(conflict) && !calls_in_line_)
      return {release_and_acquire(conflict).value_or(one_writer(conflict))};
    if (both_local && !conflict.same_process && conflict.unordered == Unordered::kInEveryRun && !conflict.relaxed_flag)
      if (const auto loop =
              loop_without_calls(source().statement(first.place), source().statement(second.place), sources_))
        return {between_rounds(*loop)};
    return {};
  }

  // A lock orders nothing, but nobody comes between while it is held.
  Fix both_locked(const Conflict& conflict) {
    const ConflictAccess &first = conflict.first, &second = conflict.second;
    if (!second.window || !second.owner.ordinary())
      return must_hold("both have to be made while one and the same exclusive lock is held");
    const bool one_reads = reads_only(first.kind) != reads_only(second.kind);
    const auto is_unchecked = [](const ConflictAccess& access) {
      return access.operation && access.operation->epoch && (access.operation->epoch->asserts & kNoCheck);
    };
    return must_hold(fmt::format(
        "both have to be made while their process holds the lock of {} on {}, {}{}",
        words().target(second.window, second.owner), words().window_short(second.window),
        one_reads ? fmt::format("exclusive for {}", subject(reads_only(first.kind) ? second : first)) : "exclusive",
        is_unchecked(first) || is_unchecked(second) ? ", without MPI_MODE_NOCHECK" : ""));
  }

  Fix memory_sync(const ConflictAccess& second) {
    Fix fix{.kind = FixKind::kAdd,
            .purpose = FixPurpose::kOther,
            .call = sync_call(second),
            .side = FixSide::kBefore,
            .place = words().fix_place(second.place, fmt::format("{} on rank {}",
                                                                 second.role == AccessRole::kLocal
                                                                     ? "the access at " + words().position(second.place)
                                                                     : words().call_at(second.place),
                                                                 second.place.process)),
            .window = second.window};
    return fix;
  }

  Fixes polling(const Conflict& conflict) {
    const ConflictAccess &first = conflict.first, &second = conflict.second;
    const bool load_first = first.role == AccessRole::kLocal;
    const ConflictAccess &load = load_first ? first : second, &update = load_first ? second : first;
    if (!in_passive_epoch(conflict)) return ordered(conflict, update, load);
    // (If the owner held a lock all the time, the other side might be unable to write the location.)
    return {must_hold(
        fmt::format("the location has to be read atomically: MPI_Fetch_and_op with MPI_NO_OP does that{}{}",
                    load.in_passive_epoch ? ", followed by MPI_Win_flush"
                                          : ", with MPI_Win_lock and MPI_Win_unlock around each read",
                    is_atomic(first.kind) || is_atomic(second.kind)
                        ? ""
                        : ". The other side has to write it atomically: MPI_Accumulate with MPI_REPLACE does that"))};
  }

  // A get in a loop that waits for a value from another rank: no synchronization can come between the loop and that
  // rank, and a get does not read atomically.
  std::optional<Fix> got_in_vain(const Conflict& conflict) {
    if (conflict.kind != ConflictKind::kData || conflict.same_process || conflict.unordered != Unordered::kInEveryRun ||
        conflict.late_at)
      return std::nullopt;
    const bool first = conflict.first.kind == AccessClass::kGet;
    const ConflictAccess &get = first ? conflict.first : conflict.second,
                         &other = first ? conflict.second : conflict.first;
    if (get.kind != AccessClass::kGet || !other.operation || reads_only(other.kind) || !is_of_one_element(get) ||
        !in_passive_epoch(conflict))
      return std::nullopt;
    SourceLines sources;
    if (!waits_in_loop(name_of(get.place.call), source().frames(get.place), source().statement(other.place), sources))
      return std::nullopt;
    Fix fix = must_hold(fmt::format(
        "{}, which waits for the value in a loop, has to be atomic, as MPI_Fetch_and_op with MPI_NO_OP is{}",
        subject(get),
        is_atomic(other.kind) ? ""
                              : fmt::format(", and so has {}: MPI_Accumulate with MPI_REPLACE is", subject(other))));
    if (auto call = is_atomic(other.kind) ? atomic_call(get) : std::nullopt) {
      fix.kind = FixKind::kReplaceCall;
      fix.call = *std::move(call);
      fix.place = access_place(get);
      fix.window = get.window;
      fix.only_if.clause = "which waits for the value in a loop";
    }
    return fix;
  }

  // Whoever updates with it in between, and how often: no update is lost.
  static bool keeps_best(ReduceOp op) {
    constexpr std::array kOps = {ReduceOp::kMin,  ReduceOp::kMax, ReduceOp::kLand,   ReduceOp::kLor,
                                 ReduceOp::kBand, ReduceOp::kBor, ReduceOp::kMinloc, ReduceOp::kMaxloc};
    return std::ranges::find(kOps, op) != kOps.end();
  }

  // A value of another rank is got, changed and put back, or an update is added to it. A change that another rank makes
  // in between is lost, in whatever order the two accesses of this conflict come.
  std::optional<Fix> changed_in_steps(const Conflict& conflict) {
    if (conflict.kind != ConflictKind::kData || conflict.same_process || conflict.unordered != Unordered::kInEveryRun ||
        conflict.late_at)
      return std::nullopt;
    for (const auto& [update, other] :
         {std::tie(conflict.first, conflict.second), std::tie(conflict.second, conflict.first)}) {
      if (!update.operation || !other.operation || reads_and_writes(update) || !in_passive_epoch(conflict)) continue;
      const bool put = update.kind == AccessClass::kPut;
      const bool accumulate = update.operation->kind == OperationKind::kAccumulate && !keeps_best(update.operation->op);
      if (!(put && other.kind == AccessClass::kPut) && !((put || accumulate) && other.kind == AccessClass::kGet))
        continue;
      // (If one rank alone writes the value, nobody changes it in between.)
      if (other.kind == AccessClass::kGet && !written_.has_other_writer(*update.operation)) continue;
      const SourceLocation at = source().statement(update.place);
      const auto got = read_before(update, at);
      if (!got || (other.kind == AccessClass::kGet && !changes_too(other.place, update.place))) continue;
      const FixPlace read{.at = *got, .name = "MPI_Get at " + position_of(*got), .call = "MPI_Get"};
      const std::string written = words().call_at(update.place);
      Fix fix = must_hold(put ? put_back(update, read.name, written) : fetched_and_updated(update, read.name, written));
      fix.purpose = FixPurpose::kExclude;
      fix.place = read;
      fix.until.place = call_place(update.place);
      return fix;
    }
    return std::nullopt;
  }

  // Whether a get is the first half of such a change, too: it is made on the way on which the other rank comes to its
  // get or its update, or is known as one. (A reader changes nothing.)
  bool changes_too(const Place& get, const Place& update) {
    if (in_steps_.is_read_of_update(get)) return true;
    const Place* const read = in_steps_.read_before(update);
    const auto way = [&](const Place& place) {
      std::vector<std::tuple<std::string, int, std::string>> frames;
      for (const SourceLocation& frame : source().frames(place))
        frames.emplace_back(frame.file, frame.line, frame.function);
      return frames;
    };
    const auto to_get = way(get);
    if (read != nullptr) return to_get == way(*read);
    const auto to_update = way(update);
    return to_get.size() == to_update.size() && !to_get.empty() &&
           std::equal(to_get.begin() + 1, to_get.end(), to_update.begin() + 1);
  }

  // In the function of the update, or as the run shows.
  std::optional<SourceLocation> read_before(const ConflictAccess& update, const SourceLocation& at) {
    SourceLines sources;
    if (update.kind == AccessClass::kPut)
      if (auto got = got_before_put(at, sources)) return got;
    const Place* const read = in_steps_.read_before(update.place);
    if (read == nullptr) return std::nullopt;
    // (A loop that waits for a value with a get reads a flag.)
    if (waits_in_loop(name_of(read->call), source().frames(*read), at, sources)) return std::nullopt;
    const SourceLocation got = source().statement(*read);
    return got.line > 0 ? std::optional(got) : std::nullopt;
  }

  std::string put_back(const ConflictAccess& put, const std::string& read, const std::string& written) {
    const bool held =
        std::ranges::any_of(put.locks, [](const HeldLock& lock) { return lock.target == Rank::kAllTargets; });
    return fmt::format(
        "the value has to be changed in one step, by {} in place of {} and {}, or under an exclusive lock "
        "(MPI_Win_lock with MPI_LOCK_EXCLUSIVE{}) that is held from the one to the other: between these two, another "
        "rank may change the value, and its change is then lost. (Order would not help)",
        is_of_one_element(put) ? "MPI_Fetch_and_op (to add, with MPI_SUM) or MPI_Compare_and_swap"
                               : "MPI_Get_accumulate (to add, with MPI_SUM)",
        read, written, held ? " in place of MPI_Win_lock_all" : "");
  }

  std::string fetched_and_updated(const ConflictAccess& update, const std::string& read, const std::string& written) {
    return fmt::format(
        "the value has to be read and changed in one step, by {} with {} in place of {} and {}. Between these two, "
        "another rank may change the value, and both then go on with the same one. (Order would not help)",
        is_of_one_element(update) ? "MPI_Fetch_and_op" : "MPI_Get_accumulate", name_of(update.operation->op), read,
        written);
  }

  // All ranks execute the loop, and no call comes between the two in it.
  static Fix between_rounds(const SourceLocation& loop) {
    Fix fix =
        must_hold(fmt::format("in the loop at {}, each rank may write only what no other rank reads in the same round, "
                              "and all ranks have to meet (in a barrier) between two runs of the loop",
                              position_of(loop)));
    fix.purpose = FixPurpose::kOrder;
    return fix;
  }

  // A loop waits for a value that another process stores: no synchronization can come between the two.
  Fix atomic_word(const Conflict& conflict) {
    const bool first = conflict.first.kind == AccessClass::kLoad;
    const ConflictAccess &load = first ? conflict.first : conflict.second,
                         &store = first ? conflict.second : conflict.first;
    return must_hold(
        fmt::format("rank {} waits at {} for another value, so no message or barrier can come between: the word has to "
                    "be atomic, {} with memory_order_release and {} with memory_order_acquire (std::atomic, "
                    "<stdatomic.h> or __atomic_store_n and __atomic_load_n)",
                    load.place.process, words().position(load.place), subject(store), subject(load)));
  }

  // Several processes accumulate to one place, and one of them puts.
  std::optional<Fix> same_operation(const Conflict& conflict) {
    const auto& [atomic, put] = by_atomicity(conflict);
    if (put.kind != AccessClass::kPut || !atomic.operation || atomic.operation->kind != OperationKind::kAccumulate ||
        atomic.operation->op == ReduceOp::kReplace)
      return std::nullopt;
    return must_hold(fmt::format("if both are meant to update the value, {1} has to be MPI_Accumulate with {0}",
                                 name_of(atomic.operation->op), subject(put)));
  }

  // The fix for two accesses of which one is atomic.
  Fix atomic_instead(const Conflict& conflict) {
    const ConflictAccess& other = by_atomicity(conflict).other;
    const std::string_view reading =
        is_of_one_element(other) ? "MPI_Fetch_and_op with MPI_NO_OP" : "MPI_Get_accumulate with MPI_NO_OP";
    Fix fix = must_hold(fmt::format("{} has to be atomic, as {} is", subject(other),
                                    reads_only(other.kind) ? reading : "MPI_Accumulate with MPI_REPLACE"));
    if (auto call = atomic_call(other)) {
      fix.kind = FixKind::kReplaceCall;
      fix.call = *std::move(call);
      fix.place = access_place(other);
      fix.window = other.window;
    }
    return fix;
  }

  // A thread announces itself by an atomic operation on another word, and then writes a first value into the word by
  // which others answer. Made atomic, that could still replace an answer.
  Fixes prepared_too_late(const Conflict& conflict) {
    if (!conflict.told_too_early) return {};
    const auto [late, other] = in_order_of(*conflict.told_too_early, conflict);
    if (is_atomic(late.kind) || reads_only(late.kind) || !other.operation || !other.operation->updates() ||
        !written_.changes_others_only(conflict.told_too_early->told, *other.operation))
      return {};
    auto early = before_it_is_told(conflict);
    if (!early) return {};
    Fix atomic =
        must_hold(fmt::format("if it does not matter which of the two values stays, {} has to be atomic, as "
                              "MPI_Accumulate with MPI_REPLACE is",
                              subject(late)));
    atomic.purpose = FixPurpose::kExclude;
    return {*std::move(early), std::move(atomic)};
  }

  // The fix for a word that signals other accesses.
  Fix atomic_signal(const Conflict& conflict) {
    Fix fix = atomic_instead(conflict);
    const bool puts = by_atomicity(conflict).other.kind == AccessClass::kPut;
    fix.holds += fmt::format(
        "{}: only atomic operations order what comes before and after them. The data that this word protects has to be "
        "complete, by MPI_Win_flush, before the word is written",
        puts ? " (with MPI_SUM if it counts)" : "");
    if (fix.kind != FixKind::kMustHold)
      fix.only_if.clause = fmt::format(
          "for only atomic operations order what comes before and after them; {}and complete the data that this word "
          "protects with MPI_Win_flush before the word is written",
          puts ? "MPI_SUM instead of MPI_REPLACE if it counts; " : "");
    return fix;
  }

  // The same operation as an atomic call with the program's own arguments. Nothing: the arguments are not known, or the
  // operation is not on one predefined type.
  std::optional<FixCall> atomic_call(const ConflictAccess& access) {
    const Place& place = access.place;
    const bool put = place.call == MpiCall::kPut;
    if (!access.operation || (!put && place.call != MpiCall::kGet) || !is_c_source(source().statement(place).file))
      return std::nullopt;
    const Operation& operation = *access.operation;
    const Datatype* type = job().datatype(place.process, operation.target_buffer.datatype);
    if (!type || !type->predefined || operation.origin.datatype != operation.target_buffer.datatype)
      return std::nullopt;
    constexpr int kArguments = 8;
    std::vector<std::string> given;
    for (int i = 0; i < kArguments; ++i) {
      auto text = source().argument_text(place, i);
      if (!text || text->empty()) return std::nullopt;
      given.push_back(*std::move(text));
    }
    const std::string &buffer = given[0], &count = given[1], &kind = given[2], &target = given[3], &at = given[4];
    if (put)
      return FixCall{.function = "MPI_Accumulate",
                     .arguments = {buffer, count, kind, target, at, given[5], given[6], "MPI_REPLACE", given[7]}};
    SourceLines sources;
    const std::string none = null_buffer(source().statement(place).file, sources);
    if (operation.target_buffer.count == 1 && count == "1")
      return FixCall{.function = "MPI_Fetch_and_op",
                     .arguments = {none, buffer, kind, target, at, "MPI_NO_OP", given[7]}};
    return FixCall{
        .function = "MPI_Get_accumulate",
        .arguments = {none, "0", kind, buffer, count, kind, target, at, given[5], given[6], "MPI_NO_OP", given[7]}};
  }

  // MPI_Fetch_and_op works on one element only.
  bool is_of_one_element(const ConflictAccess& access) {
    if (!access.operation) return true;
    const Datatype* type = job().datatype(access.place.process, access.operation->target_buffer.datatype);
    return access.operation->target_buffer.count == 1 && type && type->predefined;
  }

  // An epoch for the MPI_Win_sync of the fix.
  static FixCall unchecked_epoch(const FixCall& sync) {
    FixCall call{.function = "MPI_Win_lock_all"};
    if (sync.arguments.empty())
      call.arguments_of = "MPI_MODE_NOCHECK and " + sync.arguments_of;
    else
      call.arguments = {"MPI_MODE_NOCHECK", sync.arguments.back()};
    return call;
  }

  // A fence synchronizes memory itself (12.7).
  static bool is_behind_fence(const Fix& fix) {
    const std::string_view fence = name_of(MpiCall::kWin_fence);
    return fix.call.function == fence || (fix.kind == FixKind::kMove && fix.place.call == fence);
  }

  // Alternatives, and what is needed in addition.
  void further(std::string_view rule, const Conflict& conflict, Fixes& fixes) {
    if (auto early = before_its_unlock(conflict)) {
      fixes.insert(fixes.begin(), *std::move(early));
    } else if (auto lock = lock_suggestion(conflict)) {
      // If the other processes use a lock, the owner's accesses without a call belong under the same lock.
      const bool in_rounds = conflict.remedy.needs_synchronization && comes_again(conflict, source());
      const auto guarded = [&](const ConflictAccess& access, const ConflictAccess& other) {
        return reads_and_writes(access) && (reads_and_writes(other) || (!other.operation && !in_rounds));
      };
      const bool best = guarded(conflict.first, conflict.second) || guarded(conflict.second, conflict.first) ||
                        locks_for_own_store(conflict);
      if (!best && lock->kind == FixKind::kReplaceArgument)
        lock->only_if.clause = "if it does not matter which of the two comes first";
      fixes.insert(best ? fixes.begin() : fixes.end(), *std::move(lock));
    }
    if (rule == rule::kSharedMemoryAccess && !fixes.empty() && !is_behind_fence(fixes.front())) {
      fixes.front().sync.call = sync_call(conflict.second);
      // MPI_Win_sync must be in a passive target epoch (12.5.4).
      if (!conflict.first.in_passive_epoch || !conflict.second.in_passive_epoch)
        fixes.front().sync.epoch = unchecked_epoch(fixes.front().sync.call);
    }
    append(fixes, other_way_round(conflict));
    if (auto own = own_places(conflict)) fixes.push_back(*std::move(own));
    if (of_two_windows(conflict)) fixes.push_back(must_hold("both have to be made on one window"));
    if (rule == rule::kAtomicAndOtherAccess) {
      // If an order is intended, an atomic read would also see incomplete data.
      if (!conflict.late_at && atomic_would_do(conflict)) {
        Fix atomic = atomic_instead(conflict);
        atomic.purpose = FixPurpose::kExclude;
        fixes.push_back(std::move(atomic));
      } else if (auto same = conflict.late_at ? std::nullopt : same_operation(conflict)) {
        fixes.insert(fixes.begin(), *std::move(same));
      }
    } else if (rule == rule::kOriginBufferReused || rule == rule::kResultBufferUsed) {
      if (!takes_result(conflict)) fixes.push_back(must_hold("the two have to use different buffers"));
      if (may_read_ahead(conflict)) want_next_buffer(conflict, fixes);
    }
    if (auto fix = release_and_acquire(conflict)) fixes.insert(fixes.begin(), *std::move(fix));
  }

  // A loop completes what the round before got, gets, and reads: if it gets ahead, the read is of what was there
  // before.
  bool may_read_ahead(const Conflict& conflict) {
    const ConflictAccess &get = conflict.first, &read = conflict.second;
    if (!takes_result(conflict) || !conflict.same_process || !get.end || get.end->place.thread != get.place.thread ||
        read.place.thread != get.place.thread)
      return false;
    constexpr std::array kFlushes = {MpiCall::kWin_flush, MpiCall::kWin_flush_all, MpiCall::kWin_flush_local,
                                     MpiCall::kWin_flush_local_all};
    const bool in_epoch = get.end->by_request || std::ranges::find(kFlushes, get.end->place.call) != kFlushes.end();
    return in_epoch && source_order(get.place, read.place, source()) == SourceOrder::kBefore &&
           source_order(get.end->place, get.place, source()) == SourceOrder::kBefore;
  }

  void want_next_buffer(const Conflict& conflict, Fixes& fixes) {
    for (Fix& fix : fixes)
      if (fix.kind == FixKind::kAdd && fix.purpose == FixPurpose::kComplete)
        fix.only_if.first = access_place(conflict.first);
    fixes.push_back(must_hold(fmt::format("if {} is meant to read what was there before, {} needs another buffer",
                                          subject(conflict.second), subject(conflict.first))));
  }

  // Reads and writes under its own lock: if nobody comes between, it does not matter who comes second.
  static bool reads_and_writes(const ConflictAccess& access) {
    const AccessEpoch* epoch = access.operation ? access.operation->epoch.get() : nullptr;
    return epoch != nullptr && epoch->kind == EpochKind::kLock && epoch->updates > 0 &&
           epoch->operations > epoch->updates;
  }

  // For a flag that was meant to order the two: the atomic with too weak a memory order. Nothing: by the source, each
  // one that may be too weak is not. (An update that keeps the value releases nothing, whatever its order.)
  std::optional<Fix> release_and_acquire(const Conflict& conflict) {
    if (!conflict.relaxed_flag) return std::nullopt;
    const Conflict::RelaxedFlag& flag = *conflict.relaxed_flag;
    if (flag.unseen) return wait_for_value(conflict);
    SourceLines sources;
    if (!flag.released && is_ordered_atomic(source().statement(flag.written), sources)) return std::nullopt;
    const bool acquired = flag.acquired || is_ordered_atomic(source().statement(flag.read), sources);
    if (flag.released && acquired) return std::nullopt;
    const std::string written = words().position(flag.written), read = words().position(flag.read);
    const char* const writes = flag.written_updates ? "update" : "store";
    const char* const reads = flag.read_updates ? "update" : "load";
    constexpr const char* kOne =
        "if the atomic {0} at {1} and the atomic {2} at {3} should order them, the {4} needs memory_order_{5}: with "
        "memory_order_relaxed it orders nothing";
    const auto one = [&](const char* what, const std::string& at, const char* other, const std::string& there,
                         const char* order) {
      const std::string which = std::string_view(what) == other ? "one at " + at : what;
      return must_hold(fmt::format(fmt::runtime(kOne), what, at, other, there, which, order));
    };
    const auto orders = [&](Fix fix) {
      if (flag.written_updates || flag.read_updates) return fix;
      order_flag(fix, {.stored = flag.released ? FixPlace{} : words().fix_place(flag.written),
                       .awaited = words().fix_place(flag.read)});
      return fix;
    };
    if (flag.released) return orders(one(reads, read, writes, written, "acquire"));
    if (acquired) return one(writes, written, reads, read, "release");
    return orders(
        must_hold(fmt::format("if the atomics at {} and {} should order them, the first needs memory_order_release and "
                              "the second memory_order_acquire: with memory_order_relaxed they order nothing",
                              written, read)));
  }

  // The thread stopped looking before the other one wrote: no memory order helps.
  Fix wait_for_value(const Conflict& conflict) {
    const Conflict::RelaxedFlag& flag = *conflict.relaxed_flag;
    const bool by_first =
        conflict.first.place.process == flag.read.process && conflict.first.place.thread == flag.read.thread;
    return must_hold(
        fmt::format("if the atomic {} of rank {} at {} should order them, rank {} has to wait for it: the atomic {} at "
                    "{} never read what it writes, and rank {} went on to {} without it",
                    flag.written_updates ? "update" : "store", flag.written.process, words().position(flag.written),
                    flag.read.process, flag.read_updates ? "update" : "load", words().position(flag.read),
                    flag.read.process, subject(by_first ? conflict.first : conflict.second)));
  }

  // The lock that is missing, or too weak, to keep the other access out.
  std::optional<Fix> lock_suggestion(const Conflict& conflict) {
    if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun) return std::nullopt;
    const HeldLock *first = lock_of_its_part(conflict.first), *second = lock_of_its_part(conflict.second);
    // (Exclusive locks must not be held while one process waits for the other.)
    const bool in_rounds = conflict.remedy.needs_synchronization && comes_again(conflict, source());
    // (Locks of two windows exclude nobody, even if the windows share memory.)
    if (first && second && first->window == second->window && first->type == LockType::kShared &&
        second->type == LockType::kShared && !in_rounds && first->locked.known() && second->locked.known())
      return exclusive(*first, *second);
    if (first && second && first->window == second->window && !in_rounds && locks_for_own_store(conflict))
      if (auto fix = exclusive_around_writes(conflict)) return fix;
    for (const auto& [lock, other, access] :
         {std::tuple(first, second, &conflict.second), {second, first, &conflict.first}})
      if (lock && lock->type == LockType::kExclusive && other == nullptr && can_lock(*access)) {
        const bool in_steps = reads_and_writes(conflict.first) || reads_and_writes(conflict.second);
        // Which of two values stays, only their order tells.
        if (!in_steps && !reads_only(conflict.first.kind) && !reads_only(conflict.second.kind)) return std::nullopt;
        Fix fix =
            must_hold(fmt::format("{}{} has to be held around {} as well", in_rounds || !in_steps ? kInEitherOrder : "",
                                  lock_text(*lock), subject(*access)));
        fix.purpose = FixPurpose::kExclude;
        return fix;
      }
    return status_word(conflict);
  }

  // The lock of the accessed rank's part of the window, under which the access is made; null: there is none.
  static const HeldLock* lock_of_its_part(const ConflictAccess& access) {
    const auto found = std::ranges::find_if(access.locks, [&](const HeldLock& lock) {
      return lock.window == access.window && lock.target == access.owner;
    });
    return found == access.locks.end() ? nullptr : &*found;
  }

  // An access right after the unlock that should come after it: the other process has the lock already.
  std::optional<Fix> before_its_unlock(const Conflict& conflict) {
    const bool first_locks = lock_of_its_part(conflict.first) != nullptr;
    const bool second_locks = lock_of_its_part(conflict.second) != nullptr;
    if (first_locks == second_locks || conflict.late_at) return std::nullopt;
    const ConflictAccess& late = first_locks ? conflict.second : conflict.first;
    const auto& heard = first_locks ? conflict.heard.by_first : conflict.heard.by_second;
    if (!heard) return std::nullopt;
    const PlaceInRun& given = first_locks ? heard->second : heard->first;
    if (given.call != MpiCall::kWin_unlock || !in_one_function(given, late.place, source()) ||
        source_order(given, late.place, source()) != SourceOrder::kBefore)
      return std::nullopt;
    Fix fix = must_hold(
        fmt::format("{} has to come before {}, while the lock is held", subject(late), words().call_at(given)));
    fix.purpose = FixPurpose::kExclude;
    return fix;
  }

  // Both lock this part of the window, and one of them to store in its own: that can only be meant to keep the other
  // one out. (Who loads may want the result of the other one, and lack an order.)
  static bool locks_for_own_store(const Conflict& conflict) {
    const auto stores = [](const ConflictAccess& access) {
      return access.role == AccessRole::kLocal && access.kind == AccessClass::kStore;
    };
    return (stores(conflict.first) || stores(conflict.second)) && lock_of_its_part(conflict.first) != nullptr &&
           lock_of_its_part(conflict.second) != nullptr;
  }

  // Both hold shared locks of their own, and where these were taken is not known. (Who only reads may go on to share.)
  std::optional<Fix> exclusive_around_writes(const Conflict& conflict) {
    std::vector<std::string> writes;
    for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
      const bool shared = std::ranges::none_of(access->locks, [&](const HeldLock& lock) {
        return lock.window == access->window && lock.type == LockType::kExclusive;
      });
      if (shared && !reads_only(access->kind)) writes.push_back(subject(*access));
    }
    if (writes.empty()) return std::nullopt;
    Fix fix = must_hold(fmt::format("{}the lock of {} on {} has to be MPI_LOCK_EXCLUSIVE around {}", kInEitherOrder,
                                    words().target(conflict.first.window, conflict.first.owner),
                                    words().window_short(conflict.first.window), fmt::join(writes, " and ")));
    fix.purpose = FixPurpose::kExclude;
    return fix;
  }

  // One process writes a word, and others look at it from time to time.
  std::optional<Fix> status_word(const Conflict& conflict) {
    const bool first = conflict.first.kind == AccessClass::kGet;
    const ConflictAccess &get = first ? conflict.first : conflict.second,
                         &store = first ? conflict.second : conflict.first;
    const bool stored =
        store.kind == AccessClass::kStore && store.role == AccessRole::kLocal && store.place.call == MpiCall::kNone;
    const bool put = store.kind == AccessClass::kPut && store.role == AccessRole::kTarget && is_of_one_element(store) &&
                     !written_.has_other_writer(*store.operation) && !comes_again(conflict, source());
    if (conflict.kind != ConflictKind::kData || get.kind != AccessClass::kGet || get.role != AccessRole::kTarget ||
        !(stored || put) || conflict.late_at || !is_of_one_element(get) || !in_passive_epoch(conflict) ||
        !get.owner.ordinary())
      return std::nullopt;
    const bool can_exclude =
        stored && get.operation->epoch && get.operation->epoch->kind == EpochKind::kLock && can_lock(store);
    Fix fix = must_hold(
        fmt::format("{}as for a status word, both have to be atomic: {} by MPI_Accumulate with MPI_REPLACE, and {} by "
                    "MPI_Fetch_and_op with MPI_NO_OP{}",
                    kInEitherOrder, subject(store), subject(get),
                    can_exclude ? fmt::format(" (or the exclusive lock of {} on {} has to be held around the first)",
                                              words().target(get.window, get.owner), words().window_short(get.window))
                                : ""));
    fix.purpose = FixPurpose::kExclude;
    return fix;
  }

  // The process has no epoch on the window. (MPI_MODE_NOCHECK is not a real lock and does not prevent one.)
  static bool can_lock(const ConflictAccess& access) {
    if (access.locks.empty()) return !access.in_passive_epoch;
    return std::ranges::none_of(access.locks, [&](const HeldLock& lock) { return lock.window == access.window; });
  }

  Fix exclusive(const HeldLock& first, const HeldLock& second) {
    const std::string at = words().call_at(first.locked);
    std::vector<FixPlace> also;
    if (at != words().call_at(second.locked)) also = {call_place(second.locked)};
    return {.kind = FixKind::kReplaceArgument,
            .purpose = FixPurpose::kExclude,
            .place = call_place(first.locked),
            .also = std::move(also),
            .argument = {.given = "MPI_LOCK_EXCLUSIVE", .instead_of = "MPI_LOCK_SHARED"},
            .window = first.window};
  }

  const ChangedInSteps& in_steps_;
  const WordsWritten& written_;
  // The line of the accesses, or the macro there, has several statements: it also calls MPI.
  bool calls_in_line_ = false;
};

}  // namespace

Fixes advice_for(std::string_view rule, const Conflict& conflict, const KnownOfRun& known, Words& words) {
  const auto in_line = [&](const NearCall& call) {
    return words.position(call.place) == words.position(conflict.first.place);
  };
  const bool calls_in_line = std::ranges::any_of(known.calls.of(conflict.first.place.process), in_line);
  return Advice(words, known.in_steps, known.written, calls_in_line).advice(rule, conflict);
}

Fix complete_in_full(const Conflict& conflict, Words& words) {
  return Advice(words, {}, {}).in_full(conflict);
}

Fix complete_at_once(const Conflict& conflict, Words& words) {
  return Advice(words, {}, {}).at_once(conflict);
}

}  // namespace fencepost
