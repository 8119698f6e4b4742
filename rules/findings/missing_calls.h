// Calls that findings report as missing: if others wait for them in vain, that is part of those findings and not a
// separate mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "job/observer.h"
#include "record/event.h"

namespace fencepost {

class MissingCalls {
 public:
  // A process does not provide what others wait for: MPI_Win_complete (of an epoch that includes `target`), or the lock
  // of `target` (kAllTargets: of any). `finding` (a number of Report) says so.
  void add(ProcessId process, WindowKey window, WaitsFor what, Rank target, std::size_t finding) {
    missing_.try_emplace({process, window, what, target}, finding);
  }
  // A process has called MPI_Win_complete once less than the posts of `target` need: its later ones come a round too
  // early.
  void one_less(ProcessId process, WindowKey window, Rank target, std::size_t finding) {
    one_less_.try_emplace({process, window, WaitsFor::kComplete, target}, finding);
  }
  // The process provides it after all, or has begun anew: the earlier statement no longer holds.
  void forget(ProcessId process, WindowKey window, WaitsFor what) {
    const auto [first, last] = range(process, window, what);
    missing_.erase(first, last);
  }
  // The same for one target.
  void forget(ProcessId process, WindowKey window, WaitsFor what, Rank target) {
    missing_.erase({process, window, what, target});
  }
  // The finding that explains why a process does not get it.
  std::optional<std::size_t> of(ProcessId process, WindowKey window, WaitsFor what, Rank target) const {
    for (const Rank one : {target, Rank::kAllTargets})
      if (const auto found = missing_.find({process, window, what, one}); found != missing_.end()) return found->second;
    for (const Rank one : {target, Rank::kAllTargets})
      if (const auto found = one_less_.find({process, window, what, one}); found != one_less_.end())
        return found->second;
    return std::nullopt;
  }

  // `finding` says that a process did not close its fence epoch in time. All processes make a fence together: whichever
  // process leaves the epoch open in the end, it is that mistake.
  void fence(ProcessId process, WindowKey window, std::size_t finding) {
    fences_.insert_or_assign({window, process}, finding);
  }
  void fence_called(ProcessId process, WindowKey window) { fences_.erase({window, process}); }
  std::optional<std::size_t> of_fence(WindowKey window) const {
    const auto found = fences_.lower_bound({window, ProcessId()});
    return found == fences_.end() || found->first.first != window ? std::nullopt : std::optional(found->second);
  }

  // `finding` reports a process's exposure epoch: it was posted again before its wait, which may now wait for origins
  // that come once, or the intended call did not end it.
  void exposure(ProcessId process, WindowKey window, std::size_t finding) {
    exposures_.insert_or_assign({process, window}, finding);
  }
  void exposure_ended(ProcessId process, WindowKey window) { exposures_.erase({process, window}); }
  std::optional<std::size_t> of_exposure(ProcessId process, WindowKey window) const {
    const auto found = exposures_.find({process, window});
    return found == exposures_.end() ? std::nullopt : std::optional(found->second);
  }

  // `finding` says that a buffer of the operation issued at `operation` was freed at `freed` before the operation was
  // complete.
  struct EarlyFree {
    std::size_t finding = 0;
    Place operation, freed;
  };
  void completion(const EarlyFree& free) { early_frees_.push_back(free); }
  const std::vector<EarlyFree>& early_frees() const { return early_frees_; }

 private:
  using Key = std::tuple<ProcessId, WindowKey, WaitsFor, Rank>;
  using Map = std::map<Key, std::size_t>;
  std::pair<Map::iterator, Map::iterator> range(ProcessId process, WindowKey window, WaitsFor what) {
    return {missing_.lower_bound({process, window, what, Rank::kLowest}),
            missing_.upper_bound({process, window, what, Rank::kHighest})};
  }
  Map missing_;
  Map one_less_;
  std::vector<EarlyFree> early_frees_;
  std::map<std::pair<ProcessId, WindowKey>, std::size_t> exposures_;
  std::map<std::pair<WindowKey, ProcessId>, std::size_t> fences_;  // at most one for each finding
};

}  // namespace fencepost
