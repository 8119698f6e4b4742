// What the analyses of running jobs have found so far. The first finding is said at once; some more are kept for a run
// that has no time for a report.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "model/finding.h"
#include "record/mutex.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

// Any thread.
class FoundMeanwhile {
 public:
  // The suppressor outlives it. `quiet`: nothing is said.
  FoundMeanwhile(const suppress::Suppressor& suppressor, bool quiet) : suppressor_(suppressor), quiet_(quiet) {}

  // One that fails the run. `quietly`: the report comes at once. True: no more are wanted.
  bool add(const Finding& finding, bool quietly);

  // Whether there is one that is not suppressed.
  bool any() const { return any_; }
  std::vector<Finding> so_far() const;
  // The one that was said.
  std::optional<Finding> said() const;

 private:
  const suppress::Suppressor& suppressor_;
  const bool quiet_;
  std::atomic<bool> any_{false};
  mutable Mutex mutex_;
  std::vector<Finding> kept_ FENCEPOST_GUARDED_BY(mutex_);
  std::optional<Finding> said_ FENCEPOST_GUARDED_BY(mutex_);
};

}  // namespace fencepost::command
