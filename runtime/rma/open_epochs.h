// The epochs of a window that this process has open. What belongs to one rank of it (its lock, whether it is in the
// group of the start) is in Target.
#pragma once

#include <cstdint>
#include <vector>

#include "recorder/invariant.h"

namespace fencepost::rma {

struct OpenEpochs {
  bool fence = false;       // after a fence that operations may follow
  bool fence_used = false;  // and some did
  bool started = false;
  std::vector<int> start_group;
  bool posted = false;
  std::vector<int> post_group;
  bool all_locked = false;
  int locked = 0;                  // targets locked one by one
  std::uint64_t locks_called = 0;  // ever

  bool has_locks() const { return all_locked || locked > 0; }
  // But a fence epoch that was not used: every fence opens one.
  bool any() const { return has_locks() || started || posted || fence_used; }

  void begin_access() {
    FENCEPOST_EXPECT(started || start_group.empty(), "only an access epoch that is open has a group");
    started = true;
  }
  void begin_exposure() {
    FENCEPOST_EXPECT(posted || post_group.empty(), "only an exposure epoch that is open has a group");
    posted = true;
  }
  // These end nothing where nothing is open: threads of a wrong program may end one epoch at the same time.
  void end_access() {
    started = false;
    start_group.clear();
  }
  void end_exposure() {
    posted = false;
    post_group.clear();
  }
  void end_lock() {
    FENCEPOST_EXPECT(locked >= 0, "the targets that are locked are counted");
    if (locked > 0) --locked;
  }
};

}  // namespace fencepost::rma
