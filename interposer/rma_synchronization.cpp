// The synchronization calls of the one-sided chapter: a Begin event, the call, an End event.
#include <algorithm>
#include <array>

#include "handles/handle_key.h"
#include "interposer/entry.h"
#include "interposer/freed_receives.h"
#include "interposer/judgement.h"
#include "interposer/window_call.h"
#include "recorder/looks.h"
#include "rma/at_once.h"
#include "rma/look_lock.h"
#include "rma/pending.h"

namespace fencepost::interposer {
namespace {

// Locks, flushes and MPI_Win_sync change nothing themselves: a thread that makes no other calls only looks.
bool note_look(MpiCall call, std::uint64_t stack, std::uint64_t window, std::int64_t target) {
  return record::looked(
      {.call = call, .what = format::LooksFor::kMemory, .stack = stack, .window = window, .target = target});
}

// What judging a call needs: where the window is, and the ints that may have been given in its place.
struct Called {
  MpiCall call = MpiCall::kNone;
  MPI_Win handle = MPI_WIN_NULL;
  int position = 0;
  std::array<IntArgument, 2> ints = {{{-1, 0}, {-1, 0}}};
};

Judgement all_good(const rma::Window&) {
  return {};
}

// One call: finds the window, uses it to judge the other arguments, writes `begin` (with the window's number), runs our
// function (unless the call is refused) or the library's, writes `End`.
template <class End, class Judge, class Begin, class Own, class Native>
int synchronize(const Called& called, const Judge& judge, const Begin& begin, const Own& own, const Native& native) {
  const Scope scope;
  const MPI_Win handle = called.handle;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return native();
  const bool records = scope.records();
  const std::uint64_t number = rma::number_of(window, handle);
  const Judgement judgement =
      window != nullptr ? judge(*window) : judge_no_window(handle, called.position, {called.ints[0], called.ints[1]});
  if (records) {
    look_at_freed_receives();
    if (judgement) write_judgement(judgement, called.call, number, record::current_stack());
    begin(number);
  }
  int code = MPI_SUCCESS;
  if (window != nullptr && window->native) {
    code = native();
    if (code != MPI_SUCCESS && records) record_failure(code);
  } else {
    code = window_error(handle, judgement.error != MPI_SUCCESS ? judgement.error : own(*window), records);
  }
  if constexpr (!std::is_void_v<End>) {
    if (records) record::write(End{});
    rma::rest_buffers();
  }
  return code;
}

// An argument of the call has an error that judgements leave to the call (`wrong`; MPI_SUCCESS: none). If the program
// does not learn of it, the call still does its work.
template <class Call>
int with_argument(const rma::Window& window, int wrong, const Call& call) {
  if (wrong != MPI_SUCCESS && rma::refuses(window)) return wrong;
  const int error = call();
  return wrong != MPI_SUCCESS ? wrong : error;
}

int win_fence(int assert, MPI_Win handle) {
  const std::uint32_t asserts = assert_bits(assert);
  return synchronize<event::FenceEnd>(
      {MpiCall::kWin_fence, handle, 1, {{{0, assert}}}}, all_good,
      [&](std::uint64_t window) {
        record::write(event::FenceBegin{.stack = record::current_stack(), .window = window, .asserts = asserts});
      },
      [&](rma::Window& window) {
        constexpr std::uint32_t kAllowed = kNoStore | kNoPut | kNoPrecede | kNoSucceed;
        return with_argument(window, rma::check_asserts(asserts, kAllowed),
                             [&] { return rma::fence(window, asserts); });
      },
      [&] { return PMPI_Win_fence(assert, handle); });
}

// ---- post, start, complete, wait -----------------------------------------------------------------------------------

// The group of a call as ranks of the window, and as the event has it.
struct Group {
  Group(MPI_Win handle, MPI_Group given) : verdict(handles::verdict_on_group(given)), group(given) {
    const rma::Window* const window = rma::find_window(handle);
    if (window != nullptr && !verdict) first_stranger = ranks_of(*window, given, ranks);
    valid = !verdict && first_stranger < 0;
    use_each_once();
    numbers.assign(ranks.begin(), ranks.end());
  }
  // The positions of the group and of the assertion in the calls.
  static constexpr int kPosition = 0, kAssertPosition = 1, kWindowPosition = 2;

  Judgement judge(int assert) const {
    if (verdict) {
      const std::uint64_t value = handles::handle_key(group);
      Judgement judgement = judge_handle(verdict, value, kPosition, MPI_ERR_GROUP);
      const auto other = static_cast<std::uint32_t>(assert);
      if (handles::kind_of_handle(other) == HandleKind::kGroup) judgement.swapped = kAssertPosition;
      return judgement;
    }
    if (valid) return {};
    // `check` refuses it: in a program that continues, the others of the group would wait forever.
    return {.problem = ArgumentProblem::kNoMember, .argument = kPosition, .given = first_stranger};
  }

  // The error of the group, then of the assertion.
  int check(std::uint32_t asserts, std::uint32_t allowed) const {
    return valid ? rma::check_asserts(asserts, allowed) : MPI_ERR_GROUP;
  }

  // Libraries make groups that have a process twice, although the standard forbids it (object_calls.cpp reports that).
  void use_each_once() {
    if (ranks.empty()) return;
    std::vector<bool> seen(static_cast<std::size_t>(*std::ranges::max_element(ranks)) + 1);
    std::erase_if(ranks, [&](int rank) {
      const bool before = seen[static_cast<std::size_t>(rank)];
      seen[static_cast<std::size_t>(rank)] = true;
      return before;
    });
  }

  handles::HandleVerdict verdict;
  MPI_Group group;
  bool valid = false;
  int first_stranger = -1;  // rank in the group; -1: none
  std::vector<int> ranks;
  std::vector<std::uint64_t> numbers;
};

int win_post(MPI_Group given, int assert, MPI_Win handle) {
  const std::uint32_t asserts = assert_bits(assert);
  const Group group(handle, given);
  return synchronize<void>(
      {MpiCall::kWin_post, handle, Group::kWindowPosition, {{{Group::kAssertPosition, assert}}}},
      [&](const rma::Window&) { return group.judge(assert); },
      [&](std::uint64_t window) {
        record::write(event::Post{
            .stack = record::current_stack(), .window = window, .group = group.numbers, .asserts = asserts});
      },
      [&](rma::Window& window) -> int {
        return with_argument(window, group.check(asserts, kNoCheck | kNoStore | kNoPut),
                             [&] { return rma::post(window, group.ranks, asserts); });
      },
      [&] { return PMPI_Win_post(given, assert, handle); });
}

int win_start(MPI_Group given, int assert, MPI_Win handle) {
  const std::uint32_t asserts = assert_bits(assert);
  const Group group(handle, given);
  return synchronize<event::StartEnd>(
      {MpiCall::kWin_start, handle, Group::kWindowPosition, {{{Group::kAssertPosition, assert}}}},
      [&](const rma::Window&) { return group.judge(assert); },
      [&](std::uint64_t window) {
        record::write(event::StartBegin{
            .stack = record::current_stack(), .window = window, .group = group.numbers, .asserts = asserts});
      },
      [&](rma::Window& window) -> int {
        return with_argument(window, group.check(asserts, kNoCheck),
                             [&] { return rma::start(window, group.ranks, asserts); });
      },
      [&] { return PMPI_Win_start(given, assert, handle); });
}

int win_complete(MPI_Win handle) {
  return synchronize<event::CompleteEnd>(
      {MpiCall::kWin_complete, handle}, all_good,
      [](std::uint64_t window) {
        record::write(event::CompleteBegin{.stack = record::current_stack(), .window = window});
      },
      [](rma::Window& window) { return rma::complete(window); }, [&] { return PMPI_Win_complete(handle); });
}

int win_wait(MPI_Win handle) {
  return synchronize<event::ExposureWaitEnd>(
      {MpiCall::kWin_wait, handle}, all_good,
      [](std::uint64_t window) {
        record::write(event::ExposureWaitBegin{.stack = record::current_stack(), .window = window});
      },
      [](rma::Window& window) { return rma::wait(window); }, [&] { return PMPI_Win_wait(handle); });
}

// The event has the answer, so it is written after the call.
int win_test(MPI_Win handle, int* flag) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_test(handle, flag);
  const bool records = scope.records();
  const Judgement judgement = window == nullptr ? judge_no_window(handle, 0) : judge_pointer(flag, 1);
  int error = judgement.error;
  int code = MPI_SUCCESS;
  int own_flag = 1;
  if (flag == nullptr) flag = &own_flag;
  *flag = window == nullptr;  // nobody must wait for what never comes
  if (records && judgement)
    write_judgement(judgement, MpiCall::kWin_test, rma::number_of(window, handle), record::current_stack());
  if (error == MPI_SUCCESS && window->native) {
    code = PMPI_Win_test(handle, flag);
  } else if (error == MPI_SUCCESS) {
    bool done = false;
    error = rma::test(*window, done);
    *flag = done;
  }
  if (records) {
    const bool same = *flag == 0 && record::looked({.call = MpiCall::kWin_test,
                                                    .what = format::LooksFor::kExposure,
                                                    .stack = record::current_stack(),
                                                    .window = rma::number_of(window, handle)});
    const bool again = same && record::polls() && error == MPI_SUCCESS && code == MPI_SUCCESS;
    if (!again)
      record::write(event::ExposureTest{.stack = record::current_stack(),
                                        .window = rma::number_of(window, handle),
                                        .flag = static_cast<std::uint64_t>(*flag != 0)});
  }
  if (code != MPI_SUCCESS) return records ? record_failure(code) : code;
  return window_error(handle, error, records);
}

// ---- locks -------------------------------------------------------------------------------------------------------

bool is_lock_type(int value) {
  return value == MPI_LOCK_EXCLUSIVE || value == MPI_LOCK_SHARED;
}

Judgement judge_lock(const rma::Window& window, int type, int rank) {
  constexpr int kType = 0, kRank = 1;
  const bool swapped = !is_lock_type(type) && is_lock_type(rank) && type >= 0 && type < window.size;
  Judgement judgement = judge_rank(rank, window.size, kRank, Nobody::kAllowed);
  if (!judgement && !is_lock_type(type) && rank != MPI_PROC_NULL)
    judgement = {
        .problem = ArgumentProblem::kUnknownValue, .argument = kType, .error = MPI_ERR_LOCKTYPE, .given = type};
  if (judgement && swapped) judgement.swapped = judgement.argument == kType ? kRank : kType;
  return judgement;
}

// If a loop polls by locks, they are not recorded (rma/look_lock.h). `take`: takes the lock. False: the call is made
// like any other.
template <class Take>
bool locks_to_look(MpiCall call, MPI_Win handle, std::int64_t target, LockType type, std::uint32_t asserts,
                   const Take& take) {
  if (!record::polls() || (asserts & ~kNoCheck) != 0) return false;
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (scope.records() && window != nullptr && !window->native && note_look(call, scope.stack(), window->id, target) &&
      record::polls() &&
      take(*window, event::LockBegin{.stack = scope.stack(),
                                     .call = number_of(call),
                                     .window = window->id,
                                     .target = target,
                                     .type = static_cast<std::uint64_t>(type),
                                     .asserts = asserts}))
    return true;
  record::call_goes_on();
  return false;
}

// The same for the call that gives it back.
template <class GiveBack>
bool unlocks_after_look(MpiCall call, MPI_Win handle, std::int64_t target, const GiveBack& give_back) {
  if (!record::polls()) return false;
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (scope.records() && window != nullptr && !window->native && give_back(*window)) {
    note_look(call, scope.stack(), window->id, target);
    rma::rest_buffers();
    return true;
  }
  record::call_goes_on();
  return false;
}

int win_lock(int type, int rank, int assert, MPI_Win handle) {
  const std::uint32_t asserts = assert_bits(assert);
  const LockType kind = type == MPI_LOCK_EXCLUSIVE ? LockType::kExclusive : LockType::kShared;
  const rma::Lock lock = kind == LockType::kExclusive ? rma::Lock::kExclusive : rma::Lock::kShared;
  const auto to_look = [&](rma::Window& window, const event::LockBegin& begin) {
    return rma::lock_to_look(window, lock, rank, begin);
  };
  if (is_lock_type(type) && locks_to_look(MpiCall::kWin_lock, handle, rank_number(rank), kind, asserts, to_look))
    return MPI_SUCCESS;
  return synchronize<event::LockEnd>(
      {MpiCall::kWin_lock, handle, 3, {{{1, rank}, {2, assert}}}},
      [&](const rma::Window& window) { return judge_lock(window, type, rank); },
      [&](std::uint64_t window) {
        note_look(MpiCall::kWin_lock, record::current_stack(), window, rank_number(rank));
        record::write(event::LockBegin{.stack = record::current_stack(),
                                       .call = number_of(MpiCall::kWin_lock),
                                       .window = window,
                                       .target = rank_number(rank),
                                       .type = static_cast<std::uint64_t>(kind),
                                       .asserts = asserts});
      },
      [&](rma::Window& window) -> int {
        if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
        return with_argument(window, rma::check_asserts(asserts, kNoCheck),
                             [&] { return rma::lock(window, lock, rank, asserts); });
      },
      [&] { return PMPI_Win_lock(type, rank, assert, handle); });
}

int win_unlock(int rank, MPI_Win handle) {
  const auto after_look = [&](rma::Window& window) { return rma::unlock_after_look(window, rank); };
  if (unlocks_after_look(MpiCall::kWin_unlock, handle, rank_number(rank), after_look)) return MPI_SUCCESS;
  return synchronize<event::UnlockEnd>(
      {MpiCall::kWin_unlock, handle, 1, {{{0, rank}}}},
      [&](const rma::Window& window) { return judge_rank(rank, window.size, 0, Nobody::kAllowed); },
      [&](std::uint64_t window) {
        note_look(MpiCall::kWin_unlock, record::current_stack(), window, rank_number(rank));
        record::write(event::UnlockBegin{.stack = record::current_stack(),
                                         .call = number_of(MpiCall::kWin_unlock),
                                         .window = window,
                                         .target = rank_number(rank)});
      },
      [&](rma::Window& window) { return rank == MPI_PROC_NULL ? MPI_SUCCESS : rma::unlock(window, rank); },
      [&] { return PMPI_Win_unlock(rank, handle); });
}

int win_lock_all(int assert, MPI_Win handle) {
  const std::uint32_t asserts = assert_bits(assert);
  if (locks_to_look(MpiCall::kWin_lock_all, handle, kAllTargets, LockType::kShared, asserts, rma::lock_all_to_look))
    return MPI_SUCCESS;
  return synchronize<event::LockEnd>(
      {MpiCall::kWin_lock_all, handle, 1, {{{0, assert}}}}, all_good,
      [&](std::uint64_t window) {
        note_look(MpiCall::kWin_lock_all, record::current_stack(), window, kAllTargets);
        record::write(event::LockBegin{.stack = record::current_stack(),
                                       .call = number_of(MpiCall::kWin_lock_all),
                                       .window = window,
                                       .target = kAllTargets,
                                       .type = static_cast<std::uint64_t>(LockType::kShared),
                                       .asserts = asserts});
      },
      [&](rma::Window& window) {
        return with_argument(window, rma::check_asserts(asserts, kNoCheck),
                             [&] { return rma::lock_all(window, asserts); });
      },
      [&] { return PMPI_Win_lock_all(assert, handle); });
}

int win_unlock_all(MPI_Win handle) {
  if (unlocks_after_look(MpiCall::kWin_unlock_all, handle, kAllTargets, rma::unlock_all_after_look)) return MPI_SUCCESS;
  return synchronize<event::UnlockEnd>(
      {MpiCall::kWin_unlock_all, handle}, all_good,
      [](std::uint64_t window) {
        note_look(MpiCall::kWin_unlock_all, record::current_stack(), window, kAllTargets);
        record::write(event::UnlockBegin{.stack = record::current_stack(),
                                         .call = number_of(MpiCall::kWin_unlock_all),
                                         .window = window,
                                         .target = kAllTargets});
      },
      [](rma::Window& window) { return rma::unlock_all(window); }, [&] { return PMPI_Win_unlock_all(handle); });
}

template <MpiCall kCall, auto kNative, bool kLocally>
int flush_one(int rank, MPI_Win handle) {
  {
    const Scope scope;
    rma::Window* const window = rma::find_window(handle);
    if (scope.records() && window != nullptr && !window->native && rma::flush_at_once(*window, rank, kLocally)) {
      const bool same = note_look(kCall, scope.stack(), window->id, rank_number(rank));
      if (same && record::polls() && !record::recorded_more_since()) return MPI_SUCCESS;
      record::write_both(
          event::FlushBegin{
              .stack = scope.stack(), .call = number_of(kCall), .window = window->id, .target = rank_number(rank)},
          event::FlushEnd{});
      record::is_recorded();
      rma::rest_buffers();
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return synchronize<event::FlushEnd>(
      {kCall, handle, 1, {{{0, rank}}}},
      [&](const rma::Window& window) { return judge_rank(rank, window.size, 0, Nobody::kAllowed); },
      [&](std::uint64_t window) {
        note_look(kCall, record::current_stack(), window, rank_number(rank));
        record::write(event::FlushBegin{
            .stack = record::current_stack(), .call = number_of(kCall), .window = window, .target = rank_number(rank)});
      },
      [&](rma::Window& window) { return rank == MPI_PROC_NULL ? MPI_SUCCESS : rma::flush(window, rank, kLocally); },
      [&] { return kNative(rank, handle); });
}

template <MpiCall kCall, auto kNative, bool kLocally>
int flush_each(MPI_Win handle) {
  {
    const Scope scope;
    rma::Window* const window = rma::find_window(handle);
    if (scope.records() && window != nullptr && !window->native && record::polls() &&
        rma::flush_all_at_once(*window, kLocally)) {
      const bool same = note_look(kCall, scope.stack(), window->id, kAllTargets);
      if (same && record::polls() && !record::recorded_more_since()) return MPI_SUCCESS;
      record::write_both(
          event::FlushBegin{
              .stack = scope.stack(), .call = number_of(kCall), .window = window->id, .target = kAllTargets},
          event::FlushEnd{});
      record::is_recorded();
      rma::rest_buffers();
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return synchronize<event::FlushEnd>(
      {kCall, handle}, all_good,
      [](std::uint64_t window) {
        note_look(kCall, record::current_stack(), window, kAllTargets);
        record::write(event::FlushBegin{
            .stack = record::current_stack(), .call = number_of(kCall), .window = window, .target = kAllTargets});
      },
      [](rma::Window& window) { return rma::flush_all(window, kLocally); }, [&] { return kNative(handle); });
}

int win_sync(MPI_Win handle) {
  return synchronize<void>(
      {MpiCall::kWin_sync, handle}, all_good,
      [](std::uint64_t window) {
        const event::WindowSync sync{.stack = record::current_stack(), .window = window};
        const bool same = note_look(MpiCall::kWin_sync, sync.stack, window, 0);
        if (same && record::polls()) return record::hold(sync);
        record::write(sync);
      },
      [](rma::Window& window) { return rma::sync(window); }, [&] { return PMPI_Win_sync(handle); });
}

}  // namespace

std::span<const Entry> rma_synchronization_entries() {
  using enum MpiCall;
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Win_fence, win_fence),
      FENCEPOST_ENTRY(Win_post, win_post),
      FENCEPOST_ENTRY(Win_start, win_start),
      FENCEPOST_ENTRY(Win_complete, win_complete),
      FENCEPOST_ENTRY(Win_wait, win_wait),
      FENCEPOST_ENTRY(Win_test, win_test),
      FENCEPOST_ENTRY(Win_lock, win_lock),
      FENCEPOST_ENTRY(Win_unlock, win_unlock),
      FENCEPOST_ENTRY(Win_lock_all, win_lock_all),
      FENCEPOST_ENTRY(Win_unlock_all, win_unlock_all),
      FENCEPOST_ENTRY(Win_flush, (flush_one<kWin_flush, PMPI_Win_flush, false>)),
      FENCEPOST_ENTRY(Win_flush_local, (flush_one<kWin_flush_local, PMPI_Win_flush_local, true>)),
      FENCEPOST_ENTRY(Win_flush_all, (flush_each<kWin_flush_all, PMPI_Win_flush_all, false>)),
      FENCEPOST_ENTRY(Win_flush_local_all, (flush_each<kWin_flush_local_all, PMPI_Win_flush_local_all, true>)),
      FENCEPOST_ENTRY(Win_sync, win_sync),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
