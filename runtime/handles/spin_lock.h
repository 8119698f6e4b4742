// A lock for a few instructions of work, almost never contended. Not for anything that calls MPI or allocates
// much.
#pragma once

#include <atomic>
#include <sched.h>

#include "record/mutex.h"

namespace fencepost::handles {

class FENCEPOST_LOCK SpinLock {
 public:
  void lock() FENCEPOST_LOCKS {
    for (int tries = 0; flag_.test_and_set(std::memory_order_acquire); ++tries) {
      if (tries > 64) sched_yield();
    }
  }
  void unlock() FENCEPOST_UNLOCKS { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_;
};

}  // namespace fencepost::handles
