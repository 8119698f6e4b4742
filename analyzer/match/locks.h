// The lock of each window target in the order in which this run granted and released it. Adds edges to the observed
// order: a release before every later conflicting grant.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "ids/ids.h"
#include "order/clock.h"
#include "order/graph.h"
#include "record/vocabulary.h"

namespace fencepost::match {

struct TargetLock {
  std::uint64_t next = 1;                    // the next sequence number
  order::Clock exclusive_released;           // observed: what happened before the releases of exclusive holders so far
  order::Clock all_released;                 // and of all holders
  order::NodeName last_exclusive, last_any;  // the latest releases
  std::set<std::uint64_t> replayed;          // numbers from `next` on that were replayed out of order
  std::map<std::uint64_t, bool> ahead;       // numbers not yet replayed, but seen by looking ahead; true: a release
};

class Locks {
 public:
  TargetLock& of(WindowKey window, Rank target) { return locks_[{window, target}]; }
  // The window is freed.
  void forget_window(WindowKey window) {
    locks_.erase(locks_.lower_bound({window, Rank::kLowest}), locks_.upper_bound({window, Rank::kHighest}));
  }

  // Whether a grant with this sequence number can be replayed: all smaller numbers were replayed, or are known to be
  // grants that come later in some trace (grants order nothing).
  static bool can_grant(const TargetLock& lock, std::uint64_t sequence);
  // The grant or release with this number was replayed.
  static void pass(TargetLock& lock, std::uint64_t sequence);

 private:
  std::map<std::pair<WindowKey, Rank>, TargetLock> locks_;
};

}  // namespace fencepost::match
