// Windows that are locked while a fence exposes them (FP-EPOCH-012): between two fences, a process accesses a rank's
// memory in the fence epoch, and another process holds a lock of it.
//
// The standard names MPI_Win_post where it forbids locking an exposed window. 12.5.1 says that a fence exposes it as
// well, if it is accessed before the next fence. Libraries differ, so the finding is one of portability.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "epoch_checks/makers.h"
#include "facts/calls.h"

namespace fencepost {
namespace {

class FenceExposureCheck : public CheckOf<FenceExposureCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    if (!operation.epoch || operation.epoch->kind != EpochKind::kFence || !operation.target.ordinary()) return;
    const std::uint64_t fences = job.state(operation.place.process, operation.window).fences;
    Noted& noted = noted_.grown(operation.place.process);
    if (noted.window == operation.window && noted.fences == fences && noted.target == operation.target) return;
    noted = {operation.window, operation.target, fences};
    Phases& phases = phases_[operation.window];
    Phase& phase = phases.of(fences);
    const auto [use, fresh] = phase.uses.try_emplace({operation.target, operation.place.process}, operation.place);
    if (!fresh) return;
    for (const Lock& lock : phase.locks) meet(operation.window, lock, operation.target, operation.place);
  }

  void on_done(const event::LockBegin& locked, const Here& here) {
    const WindowCall call = window_call(here, locked.window);
    if (!call || call.state->fences == 0 || !holds(*call.state, Rank(locked.target), here.place)) return;
    Phase& phase = phases_[call.window->key].of(call.state->fences);
    const Lock lock{here.place, Rank(locked.target)};
    for (const auto& [target_and_origin, operation] : phase.uses)
      meet(call.window->key, lock, target_and_origin.first, operation);
    const auto same = [&](const Lock& other) { return other.place == lock.place && other.target == lock.target; };
    if (phase.locks.size() < kMostLocks && std::ranges::none_of(phase.locks, same)) phase.locks.push_back(lock);
  }

  void window_gone(const Window& window) override { phases_.erase(window.key); }

 private:
  static constexpr std::size_t kMostLocks = 64;
  struct Lock {
    Place place;
    Rank target = Rank::kAllTargets;
  };
  // Between a fence and the next one, by all processes.
  struct Phase {
    std::uint64_t fences = 0;                          // that began the phase
    std::map<std::pair<Rank, ProcessId>, Place> uses;  // by target and origin: the first operation of a fence epoch
    std::vector<Lock> locks;
  };
  // Processes may be one or two phases apart in the replay.
  struct Phases {
    static constexpr std::size_t kKept = 4;
    std::vector<Phase> recent;
    Phase& of(std::uint64_t fences) {
      for (Phase& phase : recent)
        if (phase.fences == fences) return phase;
      if (recent.size() >= kKept) recent.erase(std::ranges::min_element(recent, {}, &Phase::fences));
      recent.push_back({fences, {}, {}});
      return recent.back();
    }
  };
  std::map<WindowKey, Phases> phases_;
  // The last use by a process: most often, the next one is the same.
  struct Noted {
    WindowKey window;
    Rank target = Rank::kNone;
    std::uint64_t fences = 0;
  };
  PerProcess<Noted> noted_;

  static bool holds(const WindowState& state, Rank target, const Place& place) {
    if (target == Rank::kAllTargets) return state.lock_all && state.lock_all->opened == place;
    const auto lock = state.locks.find(target);
    return lock != state.locks.end() && lock->second->opened == place;
  }

  // (If one process does both, its access epochs overlap: FP-EPOCH-003.)
  void meet(WindowKey window, const Lock& lock, Rank target, const Place& operation) {
    if (lock.place.process == operation.process) return;
    if (lock.target != Rank::kAllTargets && lock.target != target) return;
    constexpr std::uint64_t kOfFences = 1;
    if (!report().is_new(rule::kLockedWhileExposed, lock.place, window, kOfFences)) return;
    Violation v;
    v.severity = Severity::kPortability;
    v.message =
        fmt::format("Rank {} locks {} of {} with {}, between two fences between which {} of rank {} accesses it.",
                    lock.place.process, words().target(window, target), words().window_short(window),
                    words().call_at(lock.place), words().call_at(operation), operation.process);
    v.why.push_back(
        "A fence exposes the window if it is accessed before the next one, and a window must not be locked and exposed "
        "at "
        "the same time.");
    v.suggestion =
        fmt::format("The lock epoch of {} has to come after the next fence, or one of the two needs another window.",
                    words().call_at(lock.place));
    Access first = words().call(lock.place), second = words().call(operation);
    first.window = second.window = words().window(window);
    first.target = second.target = target;
    first.target_process = second.target_process = words().world_rank(window, target).number();
    v.accesses = {std::move(first), std::move(second)};
    report().add(rule::kLockedWhileExposed, lock.place, std::move(v), kOfFences);
  }
};

}  // namespace

std::unique_ptr<Check> make_fence_exposure_check(Report& report) {
  return std::make_unique<FenceExposureCheck>(report);
}

}  // namespace fencepost
