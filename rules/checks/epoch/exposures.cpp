// Exposure epochs, and epochs left open: FP-EPOCH-006, 007, 012, 013, 014.
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "epoch_checks/epoch_fixes.h"
#include "epoch_checks/makers.h"
#include "epoch_checks/other_window.h"
#include "facts/calls.h"
#include "facts/left_open.h"
#include "facts/source_order.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

class ExposureCheck : public CheckOf<ExposureCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::Post& post, const Here& here) {
    if (const WindowCall call = window_call(here, post.window)) {
      on_post(here.place, call);
      completed_.erase({here.place.process, call.window->key});
      tested_in_vain_.erase({here.place.process, call.window->key});
      if (!post.group.empty()) exposed(here.job, here.place, call);
    }
  }
  void on(const event::CompleteBegin& complete, const Here& here) {
    if (const WindowCall call = window_call(here, complete.window); call && call.state->start)
      completed_.insert_or_assign(Side(here.place.process, call.window->key), here.place);
  }
  void on(const event::ExposureWaitBegin& wait, const Here& here) {
    if (const WindowCall call = window_call(here, wait.window)) {
      on_wait(here.place, call);
      inside_[here.place.by()] = wait.window;
    }
  }
  void on(const event::ExposureWaitEnd&, const Here& here) {
    const auto inside = inside_.find(here.place.by());
    if (inside == inside_.end()) return;
    if (const WindowCall call = window_call(here, inside->second)) unexposed(here.moment, here.place, call);
    inside_.erase(inside);
  }
  void on(const event::ExposureTest& test, const Here& here) {
    if (const WindowCall call = window_call(here, test.window)) {
      on_wait(here.place, call);
      if (test.flag) {
        unexposed(here.moment, here.place, call);
      } else {
        tested_in_vain_.insert_or_assign(Side(here.place.process, call.window->key), here.place);
      }
    }
  }
  void on(const event::UnlockBegin& unlock, const Here& here) {
    if (const WindowCall call = window_call(here, unlock.window))
      on_unlock(here.moment, here.place, call, Rank(unlock.target));
  }
  void on(const event::LockBegin& lock, const Here& here) {
    if (const WindowCall call = window_call(here, lock.window); call && !overlaps(*call.state, Rank(lock.target)))
      on_lock(here.job, here.place, call, Rank(lock.target));
  }
  void on(const event::WindowFreeBegin& free, const Here& here) {
    if (const WindowCall call = window_call(here, free.window))
      left_open(rule::kEpochOpenAtFree, here.place, *call.window, *call.state);
  }
  void on(const event::FinalizeBegin&, const Here& here) {
    const ProcessId process = here.place.process;
    for (const auto& [key, window] : here.job.windows()) {
      const WindowState& state = here.job.state(process, key);
      if (!state.freed && !told_at_free_.contains({process, key}))
        left_open(rule::kEpochOpenAtFinalize, here.place, *window, state);
    }
  }
  auto followers() { return std::tie(refused_); }

  void window_gone(const Window& window) override {
    forget_sides(told_at_free_, window);
    forget_sides(tested_in_vain_, window);
    forget_sides(completed_, window);
    forget_sides(posts_made_, window);
    posted_.erase(window.key);
    locked_.erase(window.key);
    forget_pairs(closed_locks_, window.key);
    forget_pairs(closed_exposures_, window.key);
  }

  void finished(const Job& job, const EndOfRun&) override {
    for (const auto& [number, window] : left_fences_)
      if (const auto cause = report().missing().of_fence(window)) closed_as_told(number, *cause);
    for (const GivenUp& one : given_up_) {
      const Window* window = job.window(one.window);
      if (!window) continue;
      for (const Rank origin : one.exposure->origins) {
        const ProcessId process = words().world_rank(one.window, origin);
        if (const auto cause = report().missing().of(process, one.window, WaitsFor::kComplete, one.rank);
            cause && *cause != one.finding)
          report().follows(one.finding, *cause);
      }
    }
  }

 private:
  RefusedEpochs refused_;
  std::set<Side> told_at_free_;  // the library may refuse to free these windows
  // The ranks that ever exposed a window by MPI_Win_post, or locked a part of it, by window. With thousands of
  // ranks, it is rare that some do the one and some the other.
  std::map<WindowKey, std::set<Rank>> posted_, locked_;
  std::map<ThreadName, std::uint64_t> inside_;  // inside MPI_Win_wait: the window's id

  Violation violation(const Place& place, WindowKey window, std::string message) {
    Violation violation;
    violation.message = std::move(message);
    Access access = words().call(place);
    access.window = words().window(window);
    violation.accesses = {std::move(access)};
    return violation;
  }

  void on_post(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    const WindowKey window = call.window->key;
    if (!state.exposure || !report().is_new(rule::kPostWhilePosted, place, window)) return;
    Violation v = violation(place, window,
                            fmt::format("Rank {} calls MPI_Win_post on {} while its {} is still open.", place.process,
                                        words().window_short(window), words().exposure(*state.exposure)));
    const Place completed = completed_since_post({place.process, window});
    // After an access epoch it is the post of the next round; otherwise one of the two is too many.
    v.fixes = with_take_out(close_before(*state.exposure, place, completed, words()), !completed.known(), place, window,
                            words());
    if (!completed.known())
      for (Fix& fix : v.fixes)
        if (!fix.holds.empty()) fix.holds += fmt::format(", or {} has to go", words().call_at(place));
    const Report::Number number = report().add(rule::kPostWhilePosted, place, std::move(v));
    report().missing().exposure(place.process, window, number);
    posted_again_.try_emplace({window, words().call_at(state.exposure->opened)}, number);
  }

  // The place where the process has completed an access epoch since it posted.
  std::map<Side, Place> completed_;
  Place completed_since_post(const Side& side) const {
    const auto found = completed_.find(side);
    return found == completed_.end() ? Place() : found->second;
  }

  void on_wait(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    const WindowKey window = call.window->key;
    if (refused_.closes({place.process, window}, MpiCall::kWin_post, Rank::kAllTargets)) return;
    if (state.exposure || !report().is_new(rule::kWaitWithoutPost, place, window)) return;
    Violation v = violation(place, window,
                            fmt::format("Rank {} calls {} on {}, but the window is not exposed.", place.process,
                                        name_of(place.call), words().window_short(window)));
    if (state.tested) {
      v.why.push_back("MPI_Win_test has returned true for the previous exposure epoch and thus ended it.");
      v.fixes = {take_out(place, window, FixPurpose::kCloseEpoch, words())};
    } else if (state.start) {
      v.why.push_back(upper_first("the " + words().epoch(*state.start)) + " is open; MPI_Win_complete ends it, not " +
                      std::string(name_of(place.call)) + ".");
      v.fixes = {
          call_instead(closing_call(*state.start, place, words()), place, window, FixPurpose::kCloseEpoch, words())};
    } else if (auto other = close_other_window(words().job(), place, window, words())) {
      v.fixes = {std::move(*other)};
    } else {
      v.fixes = {
          take_out(place, window, FixPurpose::kOther, words()),
          must_hold(fmt::format("MPI_Win_post(group, 0, {}) has to come before it", window_text(place, words())))};
    }
    const Report::Number number = report().add(rule::kWaitWithoutPost, place, std::move(v));
    if (state.start && !state.tested)
      for (const Rank target : state.start->targets)
        report().missing().add(place.process, window, WaitsFor::kComplete, target, number);
  }

  // ---- locked and exposed at once
  //
  // The two epochs may meet unless the end of one is ordered before the beginning of the other. If one is still open in
  // the replay, it is not: the replay extends happens-before. The last few closed epochs are remembered.

  struct ClosedLock {
    Place opened;
    Moment closed;
    ProcessId process;
    EpochKind kind = EpochKind::kLock;
  };
  struct ClosedExposure {
    Place opened;
    Moment closed;
  };
  std::map<Side, unsigned> posts_made_;
  static constexpr std::size_t kMostClosed = 8;
  std::map<std::pair<WindowKey, Rank>, std::vector<ClosedLock>> closed_locks_;  // by window, target (or kAllTargets)
  std::map<std::pair<WindowKey, Rank>, ClosedExposure> closed_exposures_;       // by window, rank

  void both(const Place& place, WindowKey window, Rank target, bool lock_all, const Place& lock, const Place& post) {
    if (!report().is_new(rule::kLockedWhileExposed, place, window)) return;
    Violation v;
    v.message = fmt::format(
        "Rank {} locks {} of {} with {}, and nothing separates that from the exposure epoch there, opened by {}.",
        lock.process, words().target(window, target), words().window_short(window), words().call_at(lock),
        words().call_at(post));
    if (lock_all) v.why.push_back("A lock_all epoch includes every rank of the window.");
    v.why.push_back(
        "A window must not be locked and exposed at the same time, and here nothing makes one epoch end before the "
        "other begins.");
    // (In rounds, the lock may be that of the next one.)
    const bool at_lock = place.process == lock.process && place.stack == lock.stack;
    const bool once =
        posts_made_[{post.process, window}] == 1 && posts_made_[{lock.process, window}] <= (at_lock ? 0U : 1U);
    const bool locked_first = once && source_order(lock, post, words().symbolizer()) == SourceOrder::kBefore;
    const auto& [waits, ends, before] =
        locked_first ? std::tuple(post.process,
                                  lock_all ? "lock epoch (by a message or barrier after MPI_Win_unlock_all)"
                                           : "lock epoch (by a message or barrier after MPI_Win_unlock)",
                                  &post)
                     : std::tuple(lock.process, "exposure epoch (by a message or barrier after MPI_Win_wait)", &lock);
    v.suggestion =
        fmt::format("Rank {} has to learn of the end of the {} before {}, or one of the two needs another window.",
                    waits, ends, words().call_at(*before));
    Access first = words().call(lock), second = words().call(post);
    first.window = second.window = words().window(window);
    first.target = target;
    first.target_process = words().world_rank(window, first.target).number();
    v.accesses = {std::move(first), std::move(second)};
    report().add(rule::kLockedWhileExposed, place, std::move(v));
  }

  // Another access epoch of the process is open: a finding about the lock, which is refused for it, says so.
  static bool overlaps(const WindowState& state, Rank target) {
    if (state.start || state.lock_all || (state.fence && state.fence->active())) return true;
    return target == Rank::kAllTargets ? !state.locks.empty() : state.locks.contains(target);
  }

  void on_lock(const Job& job, const Place& place, const WindowCall& call, Rank target) {
    const Window& window = *call.window;
    locked_[window.key].insert(call.rank);
    const auto posted = posted_.find(window.key);
    if (posted == posted_.end()) return;
    for (const Rank rank : posted->second) {
      if (target != Rank::kAllTargets && target != rank) continue;
      const WindowState& state = job.state(window.processes[rank], window.key);
      const bool open = state.exposure && !state.exposure->origins.empty() && !state.freed;
      const auto closed = closed_exposures_.find({window.key, rank});
      if (open) {
        both(place, window.key, rank, target == Rank::kAllTargets, place, state.exposure->opened);
      } else if (closed != closed_exposures_.end() && !job.happened_before(closed->second.closed, Order::kObserved)) {
        both(place, window.key, rank, target == Rank::kAllTargets, place, closed->second.opened);
      }
    }
  }

  void on_unlock(const Moment& moment, const Place& place, const WindowCall& call, Rank target) {
    const AccessEpoch* epoch = nullptr;
    if (target == Rank::kAllTargets) {
      epoch = call.state->lock_all.get();
    } else if (const auto found = call.state->locks.find(target); found != call.state->locks.end()) {
      epoch = found->second.get();
    }
    if (!epoch) return;
    auto& locks = closed_locks_[{call.window->key, target}];
    std::erase_if(locks, [&](const ClosedLock& lock) { return lock.process == place.process; });
    if (locks.size() >= kMostClosed) locks.erase(locks.begin());
    locks.push_back({epoch->opened, moment, place.process, epoch->kind});
  }

  void exposed(const Job& job, const Place& place, const WindowCall& call) {
    const Window& window = *call.window;
    ++posts_made_[{place.process, window.key}];
    posted_[window.key].insert(call.rank);
    for (const Rank holder : locked_[window.key]) {
      const WindowState& state = job.state(window.processes[holder], window.key);
      if (state.freed) continue;
      const AccessEpoch* lock = state.lock_all.get();
      if (const auto at = state.locks.find(call.rank); at != state.locks.end()) lock = at->second.get();
      if (lock) both(place, window.key, call.rank, lock->kind == EpochKind::kLockAll, lock->opened, place);
    }
    for (const Rank target : {call.rank, Rank::kAllTargets}) {
      const auto closed = closed_locks_.find({window.key, target});
      if (closed == closed_locks_.end()) continue;
      for (const ClosedLock& lock : closed->second)
        if (!job.happened_before(lock.closed, Order::kObserved))
          both(place, window.key, call.rank, lock.kind == EpochKind::kLockAll, lock.opened, place);
    }
  }

  void unexposed(const Moment& moment, const Place& place, const WindowCall& call) {
    report().missing().exposure_ended(place.process, call.window->key);
    if (call.state->exposure && !call.state->exposure->origins.empty())
      closed_exposures_[{call.window->key, call.rank}] = {call.state->exposure->opened, moment};
  }

  // ---- left open

  // An epoch that a process leaves open on a window, and the call that would have closed it. Both are made only if they
  // are reported: a loop may leave windows like this in each round.
  struct Left {
    std::function<std::string()> epoch;
    std::function<Fixes()> fixes;
    Place opened;
    std::vector<std::pair<WaitsFor, Rank>> missing = {};  // what others wait for, with the target
    bool exposure = false;
    bool fence = false;
  };

  // At `place`.
  std::vector<Left> left_by(const WindowState& state, WindowKey window, const Place& place) {
    std::vector<Left> left;
    const auto access_epoch = [&](const AccessEpoch& epoch) -> Left {
      return {.epoch = [this, &epoch] { return words().epoch(epoch); },
              .fixes = [this, &epoch, &place] { return close_before(epoch, place, words()); },
              .opened = epoch.opened};
    };
    if (state.lock_all) {
      left.push_back(access_epoch(*state.lock_all));
      left.back().missing = {{WaitsFor::kLock, Rank::kAllTargets}};
    }
    // The locks that one statement took.
    std::map<std::pair<StackId, std::uint64_t>, std::vector<const AccessEpoch*>> locks;
    for (const auto& [target, lock] : state.locks) locks[{lock->opened.stack, lock->opened.pc}].push_back(lock.get());
    for (const auto& [at, same] : locks) {
      left.push_back(access_epoch(*same.front()));
      std::vector<Rank> targets;
      for (const AccessEpoch* lock : same) targets.insert(targets.end(), lock->targets.begin(), lock->targets.end());
      for (const Rank target : targets) left.back().missing.emplace_back(WaitsFor::kLock, target);
      if (targets.size() == 1) continue;
      left.back().fixes = [this, window, targets, &place] {
        return Fixes{must_hold(fmt::format("MPI_Win_unlock has to be called for each of {} before {}",
                                           words().targets(window, targets), words().call_at(place)))};
      };
    }
    if (state.start) {
      left.push_back(access_epoch(*state.start));
      for (const Rank target : state.start->targets) left.back().missing.emplace_back(WaitsFor::kComplete, target);
    }
    if (state.exposure) {
      const ExposureEpoch& exposure = *state.exposure;
      left.push_back({.epoch = [this, &exposure] { return words().exposure(exposure); },
                      .fixes =
                          [this, &exposure, &place, window] {
                            return close_before(exposure, place, completed_since_post({place.process, window}),
                                                words());
                          },
                      .opened = exposure.opened,
                      .exposure = true});
    }
    if (state.fence && state.fence->active()) {
      left.push_back(access_epoch(*state.fence));
      left.back().epoch = [this, &fence = *state.fence] {
        return fmt::format("{} ({} issued in it)", words().epoch(fence), count_of(fence.operations, "operation"));
      };
      left.back().fence = true;
    }
    return left;
  }

  static bool says_not_closed(std::string_view rule, WaitsFor what) {
    // The lock names a different target or window than the operations, and so does the call that should have released
    // it.
    if (rule == rule::kTargetNotInEpoch || rule == rule::kOperationOutsideEpoch) return what == WaitsFor::kLock;
    if (rule == rule::kStartWhileStarted) return what == WaitsFor::kComplete;
    return rule == rule::kAlreadyLocked || rule == rule::kUnlockWithoutLock || rule == rule::kEpochsOverlap ||
           rule == rule::kWaitWithoutPost;
  }

  // What an exposure epoch that is left open follows from: another one that the same post opened was not closed either,
  // before the next post.
  std::optional<Report::Number> never_closed(ProcessId process, WindowKey window, const Place& opened) {
    if (const auto cause = report().missing().of_exposure(process, window)) return cause;
    const auto found = posted_again_.find({window, words().call_at(opened)});
    return found == posted_again_.end() ? std::nullopt : std::optional(found->second);
  }

  void closed_as_told(Report::Number left_open, Report::Number cause) {
    report().follows(left_open, cause);
    if (report().finding(cause).rule == rule::kOperationOutsideEpoch) return report().advise_as(left_open, cause);
    report().advise(left_open, fmt::format("Close the epoch as {} describes.", report().finding(cause).rule));
  }

  void left_open(std::string_view rule, const Place& place, const Window& window, const WindowState& state) {
    const Side side(place.process, window.key);
    const bool free = rule == rule::kEpochOpenAtFree;
    std::uint64_t pending = 0;
    for (const auto& [target, operations] : state.pending) pending += operations.not_remote;
    for (const Left& left : left_by(state, window.key, place)) {
      if (free) told_at_free_.insert(side);
      const std::uint64_t detail = detail_of_left(window.key, left.opened);
      if (!report().is_new(rule, place, window.key, detail)) continue;
      Violation v = violation(place, window.key,
                              free ? fmt::format("Rank {} frees {} while its {} is still open.", place.process,
                                                 words().window_short(window.key), left.epoch())
                                   : fmt::format("Rank {} calls {} while its {} on {} is still open.", place.process,
                                                 name_of(place.call), left.epoch(), words().window_short(window.key)));
      if (pending > 0 && !left.exposure)
        v.why.push_back(fmt::format("{} not yet complete at the target.",
                                    count_of(pending, "operation") + (pending == 1 ? " is" : " are")));
      v.fixes = left.fixes();
      if (left.opened.known()) {
        Access access = words().call(left.opened);
        access.window = words().window(window.key);
        v.accesses.push_back(std::move(access));
      }
      const auto tested = left.exposure ? tested_in_vain_.find(side) : tested_in_vain_.end();
      const bool given_up = tested != tested_in_vain_.end();
      if (given_up) v.why.push_back(words().call_at(tested->second) + " has returned false.");
      const Report::Number number = report().add(rule, place, std::move(v), detail);
      if (left.exposure)
        if (const auto cause = never_closed(place.process, window.key, left.opened)) closed_as_told(number, *cause);
      if (left.fence) {
        // Its operations had no epoch at all when they came first: they are meant for another window, or lack a fence.
        if (const auto cause = report().number_of(rule::kOperationOutsideEpoch, state.fence->last_use))
          closed_as_told(number, *cause);
        left_fences_.emplace_back(number, window.key);
      }
      for (const auto& [what, target] : left.missing) {
        // A later call that needed the epoch closed, or that closed another one, has already reported this.
        if (const auto cause = report().missing().of(place.process, window.key, what, target);
            cause && *cause != number && says_not_closed(report().finding(*cause).rule, what))
          closed_as_told(number, *cause);
        report().missing().add(place.process, window.key, what, target, number);
      }
      if (given_up) given_up_.push_back({number, window.key, window.rank_of(place.process), state.exposure});
    }
  }

  // ---- exposure epochs abandoned after MPI_Win_test has returned false: the origin's mistake, if it never completes

  struct GivenUp {
    Report::Number finding = 0;
    WindowKey window;
    Rank rank;
    std::shared_ptr<const ExposureEpoch> exposure;
  };
  // By the post that opened the epoch which was open still when the next post came.
  std::map<std::pair<WindowKey, std::string>, Report::Number> posted_again_;
  std::map<Side, Place> tested_in_vain_;  // the exposure epoch that is open
  std::vector<GivenUp> given_up_;
  // Fence epochs left open, with their windows: a finding about another process may still explain them.
  std::vector<std::pair<Report::Number, WindowKey>> left_fences_;
};

}  // namespace

std::unique_ptr<Check> make_exposure_check(Report& report) {
  return std::make_unique<ExposureCheck>(report);
}

}  // namespace fencepost
