// Locks of one target in epochs that access several: one mistake, however many operations miss the lock (FP-EPOCH-002).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "findings/report.h"

namespace fencepost {

class NarrowLocks {
 public:
  explicit NarrowLocks(Report& report) : report_(report) {}

  // The finding tells of an operation to another target than `epoch`, the only one that is open, has locked.
  void miss(Report::Number finding, const Operation& operation, const AccessEpoch& epoch);

  // An operation to the locked target was made in the epoch: it needs that lock as well.
  void uses(const AccessEpoch& epoch);

 private:
  struct Lock {
    Report::Number finding = 0;  // the first that tells of it
    // Which targets an epoch has accessed, or was meant to: by process and when it was opened.
    std::map<std::pair<ProcessId, std::uint32_t>, std::set<Rank>> targets;
    bool told = false;
  };

  void tell(Lock& lock, const AccessEpoch& epoch, const std::set<Rank>& targets, Fixes fixes);

  Report& report_;
  std::map<std::string, Lock> locks_;  // by the call
};

}  // namespace fencepost
