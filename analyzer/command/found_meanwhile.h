// Findings so far of the analyses of running jobs. The first finding is printed immediately; some more are kept for a
// run that has no time for a report.
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
  // The suppressor outlives it. `quiet`: nothing is printed.
  FoundMeanwhile(const suppress::Suppressor& suppressor, bool quiet) : suppressor_(suppressor), quiet_(quiet) {}

  // A finding that fails the run. `quietly`: the report follows immediately. True: no more are needed.
  bool add(const Finding& finding, bool quietly);

  // Whether there is a finding that is not suppressed.
  bool any() const { return any_; }
  std::vector<Finding> so_far() const;
  // The finding that was printed.
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
