// Operations of one thread in an epoch that another thread closes without waiting for it (FP-EPOCH-020).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "epoch_checks/access_epochs.h"
#include "facts/calls.h"
#include "findings/report.h"

namespace fencepost {

class ClosingThreads {
 public:
  explicit ClosingThreads(Report& report) : report_(report) {}

  // An operation in an open epoch.
  void issued(const Operation& operation);
  // These calls close the epoch of a lock or of locks (kAllTargets), of a start, or of a fence.
  void unlocks(const Here& here, const WindowCall& call, Rank target);
  void completes(const Here& here, const WindowCall& call);
  // A fence that opens no new epoch, or MPI_Win_free: no later epoch can take the operation.
  void ends_fences(const Here& here, const WindowCall& call);
  // A fence after which an operation may as well come: what is ordered before it is over.
  void passes_fence(const Here& here, const WindowCall& call);
  // An operation or another call outside of any epoch: whether it would be in one, had another thread waited for it
  // before it closed the last one. Then that is reported.
  bool was_closed_beside(const Job& job, const Place& place, WindowKey window, const AccessEpochs::Past& past);

  void window_gone(const Window& window) { forget_sides(last_, window); }

 private:
  struct Last {  // operation of a thread in an epoch; in all epochs of fences
    EpochKind kind = EpochKind::kFence;
    std::shared_ptr<const AccessEpoch> epoch;
    Place place;
    Moment issued;
  };

  template <class Closes>
  void closes(const Here& here, const WindowCall& call, Closes&& closes_epoch);
  void tell(const Place& closing, const Place& used, WindowKey window, bool came_later);

  Report& report_;
  std::map<Side, std::vector<Last>> last_;
};

}  // namespace fencepost
