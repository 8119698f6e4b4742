// Exposure epochs, and epochs left open: FP-EPOCH-006, 007, 012, 013, 014.
#include <fmt/format.h>

#include "checks/calls.h"
#include "checks/check.h"

namespace fencepost {
namespace {

class ExposureCheck : public Check {
 public:
  using Check::Check;

  void before(const Job& job, const Moment&, const Place& place, const AnyEvent& event) override {
    if (const auto* post = as<event::Post>(event)) {
      if (const WindowCall call = window_call(job, place.process, post->window)) {
        on_post(place, call);
        if (!post->group.empty()) locked_by_others(job, place, call);
      }
    } else if (const auto* wait = as<event::ExposureWaitBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, wait->window)) on_wait(place, call);
    } else if (const auto* test = as<event::ExposureTest>(event)) {
      if (const WindowCall call = window_call(job, place.process, test->window)) on_wait(place, call);
    } else if (const auto* lock = as<event::LockBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, lock->window))
        on_lock(job, place, call, lock->target);
    } else if (const auto* free = as<event::WindowFreeBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, free->window))
        left_open(rule::kEpochOpenAtFree, place, *call.window, *call.state);
    } else if (as<event::FinalizeBegin>(event)) {
      for (const auto& [key, window] : job.windows()) {
        const WindowState& state = job.state(place.process, key);
        if (!state.freed) left_open(rule::kEpochOpenAtFinalize, place, window, state);
      }
    }
  }

 private:
  Violation violation(const Place& place, std::uint64_t window, std::string message) {
    Violation violation;
    violation.message = std::move(message);
    Access access = words().call(place);
    access.window = words().window(window);
    violation.accesses = {std::move(access)};
    return violation;
  }

  void on_post(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    const std::uint64_t window = call.window->key;
    if (!state.exposure || !report().is_new(rule::kPostWhilePosted, place, window)) return;
    Violation v = violation(place, window,
                            fmt::format("Rank {} calls MPI_Win_post on {} while its {} is still open.", place.process,
                                        words().window_short(window), words().exposure(*state.exposure)));
    v.suggestion =
        fmt::format("Call MPI_Win_wait(win) before {}, or put all origins into one group.", words().call_at(place));
    report().add(rule::kPostWhilePosted, place, std::move(v));
  }

  void on_wait(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    const std::uint64_t window = call.window->key;
    if (state.exposure || !report().is_new(rule::kWaitWithoutPost, place, window)) return;
    Violation v = violation(place, window,
                            fmt::format("Rank {} calls {} on {}, but the window is not exposed.", place.process,
                                        name_of(place.call), words().window_short(window)));
    if (state.tested) {
      v.why.push_back("MPI_Win_test has returned true for the exposure epoch before, which ended it.");
      v.suggestion = fmt::format("Do not call {} after MPI_Win_test has returned true.", words().call_at(place));
    } else if (state.start) {
      v.why.push_back(upper_first("the " + words().epoch(*state.start)) + " is open; MPI_Win_complete ends it, not " +
                      std::string(name_of(place.call)) + ".");
      v.suggestion = fmt::format("Call MPI_Win_complete(win) instead of {}.", words().call_at(place));
    } else {
      v.suggestion = fmt::format("Remove {}, or call MPI_Win_post(group, 0, win) before it.", words().call_at(place));
    }
    report().add(rule::kWaitWithoutPost, place, std::move(v));
  }

  // ---- locked and exposed at once. The replay extends happens-before: an exposure that is still open here was not
  // ended before this lock by any order of the program, so the two can meet, whatever the clock said in this run.

  void both(const Place& place, std::uint64_t window, int target, const AccessEpoch* lock, const Place& lock_place,
            const Place& post_place, const std::string& locked_by) {
    if (!report().is_new(rule::kLockedWhileExposed, place, window)) return;
    Violation v;
    v.message = fmt::format("{} on {} while {} exposes it with {}.", upper_first(locked_by),
                            words().window_short(window), words().target(window, target), words().call_at(post_place));
    v.why.push_back(
        fmt::format("Nothing puts the lock behind the end of the exposure epoch at rank {}, or its unlock before "
                    "the post.",
                    target));
    if (lock && lock->kind == EpochKind::kLockAll)
      v.why.push_back("A lock_all epoch includes every rank of the window.");
    v.suggestion = fmt::format(
        "Let rank {} wait for the end of the exposure epoch (a message or barrier after MPI_Win_wait) "
        "before {}, or use another window for one of the two.",
        lock_place.process, words().call_at(lock_place));
    Access first = words().call(lock_place), second = words().call(post_place);
    first.window = second.window = words().window(window);
    first.target = target;
    v.accesses = {std::move(first), std::move(second)};
    report().add(rule::kLockedWhileExposed, place, std::move(v));
  }

  void on_lock(const Job& job, const Place& place, const WindowCall& call, std::int64_t target) {
    const Window& window = *call.window;
    for (std::size_t rank = 0; rank < window.processes.size(); ++rank) {
      if (target != kAllTargets && target != static_cast<std::int64_t>(rank)) continue;
      const WindowState& state = job.state(window.processes[rank], window.key);
      if (!state.exposure || state.exposure->origins.empty() || state.freed) continue;
      both(place, window.key, static_cast<int>(rank), nullptr, place, state.exposure->opened,
           fmt::format("rank {} locks {} with {}", place.process, words().target(window.key, static_cast<int>(rank)),
                       words().call_at(place)));
      return;
    }
  }

  void locked_by_others(const Job& job, const Place& place, const WindowCall& call) {
    const Window& window = *call.window;
    for (const int process : window.processes) {
      const WindowState& state = job.state(process, window.key);
      if (state.freed) continue;
      const AccessEpoch* lock = state.lock_all.get();
      if (const auto at = state.locks.find(call.rank); at != state.locks.end()) lock = at->second.get();
      if (!lock) continue;
      both(place, window.key, call.rank, lock, lock->opened, place,
           fmt::format("rank {} holds the {}", process, words().epoch(*lock)));
      return;
    }
  }

  // ---- left open

  void left_open(std::string_view rule, const Place& place, const Window& window, const WindowState& state) {
    const bool fence_pending = state.fence && state.fence->active();
    if (!state.passive_open() && !state.start && !state.exposure && !fence_pending) return;
    if (!report().is_new(rule, place, window.key, window.key)) return;
    const bool free = rule == rule::kEpochOpenAtFree;
    std::string epoch, close;
    Place opened;
    if (state.lock_all || !state.locks.empty()) {
      const AccessEpoch& lock = state.lock_all ? *state.lock_all : *state.locks.begin()->second;
      epoch = words().epoch(lock);
      opened = lock.opened;
      close = state.lock_all ? "MPI_Win_unlock_all(win)"
                             : fmt::format("MPI_Win_unlock({}, win)", state.locks.begin()->first);
    } else if (state.start) {
      epoch = words().epoch(*state.start);
      opened = state.start->opened;
      close = "MPI_Win_complete(win)";
    } else if (state.exposure) {
      epoch = words().exposure(*state.exposure);
      opened = state.exposure->opened;
      close = "MPI_Win_wait(win)";
    } else {
      epoch = fmt::format("{} ({} issued in it)", words().epoch(*state.fence),
                          count_of(state.fence->operations, "operation"));
      opened = state.fence->opened;
      close = "MPI_Win_fence(MPI_MODE_NOSUCCEED, win) on all ranks";
    }
    Violation v = violation(
        place, window.key,
        fmt::format("Rank {} {} {} while its {} is still open.", place.process,
                    free ? "frees" : "calls MPI_Finalize and leaves", words().window_short(window.key), epoch));
    if (!free)
      v.message = fmt::format("Rank {} calls MPI_Finalize while its {} on {} is still open.", place.process, epoch,
                              words().window_short(window.key));
    std::uint64_t pending = 0;
    for (const auto& [target, operations] : state.pending) pending += operations.not_remote;
    if (pending > 0)
      v.why.push_back(fmt::format("{} not yet complete at the target.",
                                  count_of(pending, "operation") + (pending == 1 ? " is" : " are")));
    v.suggestion = fmt::format("Call {} before {}.", close, words().call_at(place));
    if (opened.known()) {
      Access access = words().call(opened);
      access.window = words().window(window.key);
      v.accesses.push_back(std::move(access));
    }
    report().add(rule, place, std::move(v), window.key);
  }
};

}  // namespace

std::unique_ptr<Check> make_exposure_check(Report& report) {
  return std::make_unique<ExposureCheck>(report);
}

}  // namespace fencepost
