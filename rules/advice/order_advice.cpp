#include "advice/order_advice.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "advice/source_left_out.h"
#include "advice/source_result.h"
#include "facts/calls.h"
#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "job/sends.h"
#include "model/template_name.h"
#include "registry/rule_ids.h"
#include "words/call_text.h"
#include "words/fix_text.h"
#include "words/thread_words.h"

namespace fencepost {
namespace {

bool is_of(const ConflictAccess& access, EpochKind kind) {
  return access.operation && access.operation->epoch && access.operation->epoch->kind == kind;
}

// A load or store by the target while it exposes its window to the operation.
bool in_exposure_of(const ConflictAccess& local, const ConflictAccess& other) {
  return local.role == AccessRole::kLocal && other.role == AccessRole::kTarget && is_of(other, EpochKind::kStart) &&
         other.operation->target_process == local.place.process && other.end &&
         other.end->place.process == local.place.process;
}

// A buffer of a call that the other process most likely makes as well, after its own access: reversing the order would
// cause a deadlock.
bool is_of_collective(const ConflictAccess& access) {
  return !access.operation && is_blocking_collective(access.place.call);
}

}  // namespace

bool OrderAdvice::in_one_exposure(const ConflictAccess& one, const ConflictAccess& other) {
  const auto exposed = [](const ConflictAccess& access) {
    return access.role == AccessRole::kTarget && is_of(access, EpochKind::kStart) && access.end &&
           access.end->place.process == access.operation->target_process;
  };
  return exposed(one) && exposed(other) && one.end->at.stream == other.end->at.stream &&
         one.end->at.tick == other.end->at.tick;
}

bool OrderAdvice::of_one_statement(const Conflict& conflict) {
  return !conflict.same_process && words().position(conflict.first.place) == words().position(conflict.second.place);
}

FixCall OrderAdvice::sync_call(const ConflictAccess& access) {
  auto window = access.operation ? call_text(*access.operation, words()).window : std::nullopt;
  if (!window)
    if (auto named = window_named_beside(access.window, access.place, words())) window = std::move(named->text);
  MpiCall whose = access.operation ? access.place.call
                                   : job().state(access.place.process, access.window).last_synchronization_place.call;
  const Window* const created = whose == MpiCall::kNone ? job().window(access.window) : nullptr;
  const Rank rank = created ? created->rank_of(access.place.process) : Rank::kNone;
  if (rank != Rank::kNone) whose = created->part(rank).created.call;
  return call_with_window(MpiCall::kWin_sync, {}, std::move(window), whose);
}

Fixes OrderAdvice::order(std::string_view rule, const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (conflict.remedy.call == MpiCall::kNone && conflict.other_thread)
    return {wait_for_thread(conflict, *conflict.other_thread)};
  if (!conflict.same_process && conflict.remedy.needs_synchronization) return order_processes(conflict);
  if (of_two_threads(conflict) && conflict.remedy.needs_synchronization) return order_threads(rule, conflict);
  if (conflict.remedy.call == MpiCall::kNone) return {order_strands(conflict)};
  if (conflict.remedy.call == MpiCall::kWin_wait && first.operation) return {after_wait_of_target(conflict)};
  if (conflict.remedy.call == MpiCall::kWin_complete && first.end && !conflict.same_process)
    return {must_hold(fmt::format("{} has to come after {} on rank {}, by a message or barrier that follows that call",
                                  subject(second), words().call_at(first.end->place), first.end->place.process))};
  if (conflict.remedy.call == MpiCall::kWin_complete && first.end && second.place.thread == first.place.thread)
    return {behind_complete(first, second)};
  auto instead = instead_of_local(conflict);
  Fix fix = instead ? *std::move(instead) : complete_first(conflict);
  if (const Place* told = tells_of_some(conflict))
    return {must_hold(fmt::format("only the buffers of requests that {} reports as complete may be used",
                                  words().call_at(*told))),
            std::move(fix)};
  Fixes fixes = {std::move(fix)};
  if (auto behind = behind_instead(fixes.front(), conflict)) fixes.push_back(*std::move(behind));
  if (auto wait = wait_instead(fixes.front(), conflict)) fixes.push_back(*std::move(wait));
  return fixes;
}

// The wait that comes too late may be there for other requests, too: one more does no harm.
std::optional<Fix> OrderAdvice::wait_instead(const Fix& moved, const Conflict& conflict) {
  if (moved.kind != FixKind::kMove || moved.moved.call != name_of(MpiCall::kWait) || !conflict.first.operation)
    return std::nullopt;
  return Fix{.kind = FixKind::kAdd,
             .purpose = FixPurpose::kComplete,
             .call = completing_call(MpiCall::kWait, conflict.first),
             .place = call_place(conflict.first.place),
             .until = {.place = moved.place},
             .offer = FixOffer::kForPatch,
             .operation = moved.operation,
             .window = moved.window};
}

// Other processes may reach a later call, too: the operation is completed right after it, not before that call.
std::optional<Fix> OrderAdvice::behind_instead(const Fix& before, const Conflict& conflict) {
  const bool of_file = name_of(conflict.first.place.call).starts_with("MPI_File_i");
  if (before.kind != FixKind::kAdd || before.side != FixSide::kBefore || (!conflict.first.operation && !of_file) ||
      before.call.function == name_of(MpiCall::kWin_fence) || before.call.on_all_ranks || leaves(before.place.call))
    return std::nullopt;
  Fix fix = before;
  fix.side = FixSide::kAfter;
  fix.until.place = before.place;
  fix.place = call_place(conflict.first.place);
  fix.offer = FixOffer::kForPatch;
  return fix;
}

// OpenMP has given both to one thread; in another run there may be two threads.
Fix OrderAdvice::order_strands(const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  if (!conflict.same_process || first.start.stream == second.start.stream)
    return must_hold(fmt::format("something has to order {} and {}", subject(first), subject(second)));
  return must_hold(
      fmt::format("the threads have to meet between {} and {}: by a barrier, by the end of a construct without nowait "
                  "or, of tasks, by taskwait",
                  first.end ? words().call_at(first.end->place) : subject(first), subject(second)));
}

// For two processes without any synchronization in between.
Fixes OrderAdvice::order_processes(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (conflict.remedy.call == MpiCall::kNone && waits_for_second(conflict)) return ordered(conflict, second, first);
  if (second.end && in_exposure_of(first, second)) {
    const FixPlace moved = access_place(first);
    // (A test that has returned false may come before it.)
    Fix behind = behind_wait(second, first);
    if (second.end->place.call == MpiCall::kWin_test) return {std::move(behind)};
    return {std::move(behind),
            {.kind = FixKind::kMove,
             .purpose = FixPurpose::kOrder,
             .side = FixSide::kBefore,
             .place = {.rank = first.place.process.number()},
             .until = {.how = FixUntil::kPosts},
             .moved = moved,
             .only_if = {.first = moved}}};
  }
  if (takes_turns(conflict)) {
    const auto origin = [](const ConflictAccess& one) { return one.role == AccessRole::kOrigin; };
    Fix turns = must_hold(
        origin(conflict.first) != origin(conflict.second)
            ? fmt::format("{} must not take its data from memory of the window that other ranks access meanwhile: its "
                          "buffer has to lie elsewhere, or the others have to access another place",
                          subject(origin(conflict.first) ? conflict.first : conflict.second))
            : "each rank has to access a place of its own in the window");
    turns.purpose = FixPurpose::kApart;
    return {std::move(turns)};
  }
  const auto [one, other] = meant_order(conflict, source());
  if (in_one_exposure(one, other))
    // (Which posts and starts have to be divided for that, and on which ranks, depends on what else these wait for.)
    return {must_hold(fmt::format(
        "the two have to be in different exposure epochs of rank {}, one after the other: both are in the one that "
        "ends with {}",
        one.operation->target_process, words().call_at(one.end->place)))};
  if (comes_again(conflict, source())) {
    Fixes fixes = ordered(conflict, other, one);
    for (Fix& fix : fixes) fix.until.next_round = true;
    return fixes;
  }
  Fixes fixes = ordered(conflict, one, other);
  const PassedSync* late = other.role == AccessRole::kLocal ? just_too_late(conflict) : nullptr;
  if (!late || &in_order_of(*late, conflict).second != &other || fixes.front().kind == FixKind::kMove) return fixes;
  const FixPlace taken = call_place(late->taken);
  if (!may_follow(moved_place(other, late->taken), taken)) return fixes;
  Fix move{
      .kind = FixKind::kMove, .purpose = FixPurpose::kOrder, .place = taken, .moved = moved_place(other, late->taken)};
  // The synchronization that lets both continue also lets one of them begin its next round.
  if (!is_send(late->given.call))
    move.only_if = {
        .clause = fmt::format("if {} is not executed again after that", subject(in_order_of(*late, conflict).first)),
        .of_aim = true};
  fixes.insert(fixes.begin(), std::move(move));
  return fixes;
}

std::optional<Fix> OrderAdvice::before_it_is_told(const Conflict& conflict) {
  if (!conflict.told_too_early || conflict.same_process || conflict.unordered != Unordered::kInEveryRun ||
      conflict.late_at)
    return std::nullopt;
  const Place& told = conflict.told_too_early->told;
  const auto [late, other] = in_order_of(*conflict.told_too_early, conflict);
  if (source_order(told, late.place, source()) != SourceOrder::kBefore) return std::nullopt;
  if (takes_something(told) && (reads_only(late.kind) || needs(moved_place(late, told), told_place(told, late.place))))
    return std::nullopt;
  // (A process that takes a lock or a number with it does not tell others to continue.)
  const std::string condition = fmt::format("if that tells rank {} to go on", other.place.process);
  if (late.operation)
    return must_hold(fmt::format("{} has to be issued before {}, and to be complete by then ({} completes it), {}",
                                 subject(late), told_at(told), text_of(completing_call(MpiCall::kWin_flush, late)),
                                 condition));
  return Fix{.kind = FixKind::kMove,
             .purpose = FixPurpose::kOrder,
             .side = FixSide::kBefore,
             .place = told_place(told, late.place),
             .moved = moved_place(late, told),
             .only_if = {.clause = condition, .of_aim = true},
             .operation = access_place(other),
             .window = late.window};
}

bool OrderAdvice::takes_something(const Place& told) {
  const auto kind = operation_kind_of(told.call);
  return kind && *kind != OperationKind::kPut && *kind != OperationKind::kAccumulate &&
         !drops_result(source().statement(told), *kind, sources_);
}

FixPlace OrderAdvice::told_place(const Place& told, const Place& beside) {
  FixPlace place = words().fix_place(told, told_at(told));
  const auto call = leading_call(told, beside, source());
  if (!call) return place;
  place.name += fmt::format(", in the call of {} at {}", template_name(call->function), position_of(call->at));
  place.at = call->at;
  place.call.clear();
  return place;
}

// For accesses of one statement in a fence epoch.
bool OrderAdvice::takes_turns(const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  return first.end && first.operation && second.operation && first.end->place.call == MpiCall::kWin_fence &&
         of_one_statement(conflict);
}

// The fence that completes one access stands before both: it also comes between the other access and the next round.
bool OrderAdvice::in_rounds_of_a_fence(const ConflictAccess& one, const ConflictAccess& other) {
  return one.operation && one.end && one.end->place.call == MpiCall::kWin_fence &&
         source_order(one.end->place, one.place, source()) == SourceOrder::kBefore &&
         source_order(one.place, other.place, source()) == SourceOrder::kBefore;
}

Fix OrderAdvice::meeting(const ConflictAccess& one, const ConflictAccess& other, FixPlace since) {
  return {.kind = FixKind::kAdd,
          .purpose = FixPurpose::kOrder,
          .place = std::move(since),
          .met_by = FixMeeting{.rank = other.place.process.number(), .before = access_place(other)},
          .operation = access_place(one),
          .window = one.window ? one.window : other.window};
}

// Whether the other access cannot wait for the call that ends this one.
bool OrderAdvice::ends_too_late(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other) {
  if (!one.end) return true;
  const MpiCall end = one.end->place.call;
  if (&one != &conflict.first && !conflict.first_can_wait) return true;
  // (Many programs open such an epoch once and close it at their end.)
  if (end == MpiCall::kWin_unlock_all && source_order(one.end->place, other.place, source()) != SourceOrder::kBefore)
    return true;
  if (one.role != AccessRole::kTarget || (end != MpiCall::kWin_free && end != MpiCall::kFinalize)) return false;
  // The window is gone then, or its memory.
  if (other.operation && other.role == AccessRole::kTarget) return true;
  const Window* window = job().window(one.window);
  return window && (window->flavor == WindowFlavor::kAllocate || window->flavor == WindowFlavor::kAllocateShared);
}

Fixes OrderAdvice::ordered(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other) {
  const Operation* operation = one.operation.get();
  const FixPlace begin = access_place(one), last = access_place(other);
  if (is_of(one, EpochKind::kFence)) {
    Fix fence{.kind = FixKind::kAdd,
              .purpose = FixPurpose::kOrder,
              .call = completing_call(MpiCall::kWin_fence, one),
              .side = FixSide::kBetween,
              .place = begin,
              .until = {.place = last},
              .operation = begin,
              .window = one.window};
    // A call may provide what others wait for before the fence, and an operation also needs a fence after it. Moving a
    // call that is after the fence in the source does not move it past the next round's fence.
    const bool can_move = one.end && one.end->place.call == MpiCall::kWin_fence && other.role == AccessRole::kLocal &&
                          source_order(one.end->place, other.place, source()) != SourceOrder::kBefore;
    if (!can_move) return {std::move(fence)};
    Fix move{.kind = FixKind::kMove,
             .purpose = FixPurpose::kOrder,
             .place = call_place(one.end->place),
             .moved = moved_place(other, one.end->place),
             .completes = std::string(name_of(one.place.call)),
             .operation = begin,
             .window = one.window};
    if (!may_follow(move.moved, move.place)) return {std::move(fence)};
    return {std::move(move), std::move(fence)};
  }
  if (is_of(one, EpochKind::kStart) && one.role == AccessRole::kTarget) return {behind_wait(one, other)};
  const MpiCall end = end_of(one);
  if (!operation && is_of(other, EpochKind::kFence)) {
    Fix fence{.kind = FixKind::kAdd,
              .purpose = FixPurpose::kOrder,
              .call = completing_call(MpiCall::kWin_fence, other),
              .side = FixSide::kBetween,
              .place = begin,
              .until = {.place = last},
              .operation = last,
              .window = other.window};
    if (end != MpiCall::kNone) {
      fence.before_it = completing_call(end, one);
      if (is_receive(one.place.call))
        fence.only_if = {.clause = fmt::format("if its message is not sent after {}", subject(other)), .of_aim = true};
      else if (is_send(one.place.call))  // it may wait for its receive, which may wait for the fence
        fence.only_if = {.clause = fmt::format("if {} is received before that fence", subject(one)), .of_aim = true};
    }
    return {std::move(fence)};
  }
  if (one.role == AccessRole::kLocal && is_of(other, EpochKind::kStart) &&
      other.operation->target_process == one.place.process)
    return {{.kind = FixKind::kMove,
             .purpose = FixPurpose::kOrder,
             .side = FixSide::kBefore,
             .place = {.rank = one.place.process.number()},
             .until = {.how = FixUntil::kPosts},
             .moved = begin}};
  const bool first = &one == &conflict.first;
  MpiCall call = MpiCall::kNone;
  if (first && conflict.remedy.call != MpiCall::kNone && !(is_of(one, EpochKind::kStart) && one.end)) {
    call = conflict.remedy.call;
  } else if (operation && !is_of(one, EpochKind::kStart) && ends_too_late(conflict, one, other)) {
    call = one.role == AccessRole::kTarget ? MpiCall::kWin_flush : MpiCall::kWin_flush_local;
  } else {
    call = end;
  }
  if (call != MpiCall::kNone) {
    auto instead = first ? instead_of_local(conflict) : std::nullopt;
    Fix fix = meeting(one, other, begin);
    if (instead) {
      instead->met_by = fix.met_by;
      return {*std::move(instead)};
    }
    fix.call = completing_call(call, one);
    return {std::move(fix)};
  }
  if (!operation || !one.end) return {meeting(one, other, begin)};
  FixPlace since = call_place(one.end->place);
  since.name += fmt::format(" on rank {}", one.end->place.process);
  return {meeting(one, other, std::move(since))};
}

// For two threads of a process.
Fixes OrderAdvice::order_threads(std::string_view rule, const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  const bool completes = conflict.remedy.call != MpiCall::kNone;
  const bool swap = !second.operation && source_order(first.place, second.place, source()) == SourceOrder::kAfter;
  if (!completes) return {swap ? synchronize_threads(rule, second, first) : synchronize_threads(rule, first, second)};
  auto instead = instead_of_local(conflict);
  Fix fix = instead ? *std::move(instead) : complete_first(conflict);
  fix.met_by = FixMeeting{
      .rank = second.place.process.number(), .thread = second.place.thread.number(), .before = access_place(second)};
  if (!swap) return {std::move(fix), must_hold("the other one of the two has to come first")};
  fix.only_if.first = access_place(first);
  return {synchronize_threads(rule, second, first), std::move(fix)};
}

Fix OrderAdvice::synchronize_threads(std::string_view rule, const ConflictAccess& first, const ConflictAccess& second) {
  const bool buffer = rule == rule::kOriginBufferReused || rule == rule::kResultBufferUsed;  // that rule says so itself
  return must_hold(fmt::format("thread {} has to wait for thread {} between {} and {} (by {}){}",
                               second.place.thread.number(), first.place.thread.number(),
                               first.end ? words().call_at(first.end->place) : subject(first), subject(second),
                               kMakesThreadsWait, buffer ? "" : ", or each needs memory of its own"));
}

Fix OrderAdvice::wait_for_thread(const Conflict& conflict, const Conflict::OtherThread& by) {
  const auto [access, other] = beside(conflict, by);
  const Place& call = by.call;
  return must_hold(
      by.taken
          ? fmt::format("thread {0} of rank {1} has to wait before {4} until thread {2} has returned from {3}, by {5}",
                        access.place.thread.number(), call.process, call.thread.number(), words().call_at(call),
                        subject(access), kMakesThreadsWait)
          : fmt::format("thread {} of rank {} has to wait before {} until thread {} has passed {}, by {}",
                        call.thread.number(), call.process, words().call_at(call), access.place.thread.number(),
                        access.operation && access.end ? words().call_at(access.end->place) : subject(access),
                        kMakesThreadsWait));
}

// The call cannot return before the second's process continues after the second access, so one of the two orders is a
// deadlock. This is not about a collective call that this process has already made.
bool OrderAdvice::waits_for_second(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  if (!conflict.first_may_wait || !conflict.second.operation || !conflict.second.operation->epoch) return false;
  if (is_of(conflict.second, EpochKind::kFence) || is_of(conflict.second, EpochKind::kStart)) return false;
  return moves_message(first.place.call) ||
         source_order(first.place, conflict.second.place, source()) != SourceOrder::kBefore;
}

// If nothing orders an operation and a load or store, it is not known which should come first: a target initializes its
// window before the operation, and reads the result after it.
Fixes OrderAdvice::other_way_round(const Conflict& conflict) {
  if (conflict.same_process || conflict.unordered != Unordered::kInEveryRun || conflict.late_at) return {};
  if (conflict.other_thread || !conflict.remedy.needs_synchronization || comes_again(conflict, source())) return {};
  const auto [one, other] = meant_order(conflict, source());
  if (in_rounds_of_a_fence(one, other)) return {};
  // (A rank that forwards data from its window may forward the old data.)
  const bool gives_on = other.kind == AccessClass::kOriginRead && other.window;
  if ((one.operation && other.operation && !gives_on) || is_of_collective(other)) return {};
  // (Each rank does the same, and the other order would keep each of them waiting for another one.)
  if (of_one_statement(conflict) && is_of(one, EpochKind::kStart) && is_of(other, EpochKind::kStart)) return {};
  if (waits_for_second(conflict) || (conflict.second.end && in_exposure_of(conflict.first, conflict.second))) return {};
  Fixes fixes = ordered(conflict, other, one);
  // Against the order of the source: only possible in the next round of a loop.
  const bool turned = in_one_function(one.place, other.place, source()) &&
                      source_order(one.place, other.place, source()) == SourceOrder::kBefore;
  for (Fix& fix : fixes) {
    fix.only_if.first = access_place(other);
    if (turned && fix.side == FixSide::kBetween) fix.offer = FixOffer::kIfTried;
  }
  return fixes;
}

}  // namespace fencepost
