// How an operation reaches its target. One object per kind; which one serves a target is decided when the window is
// created (runtime.h). Synchronization takes the same way, so that it cannot overtake data.
//
// All calls are made by the thread of the program that makes the MPI call, with the window's mutex held unless noted.
#pragma once

#include <cstdint>
#include <memory>

#include "record/mutex.h"
#include "rma/operation.h"
#include "rma/window.h"

namespace fencepost::rma {

// WITHOUT: its caller does not hold the mutex of the window.
#define FENCEPOST_WITHOUT(mutex) FENCEPOST_THREAD_SAFETY(locks_excluded(mutex))

class Transport {
 public:
  virtual ~Transport() = default;

  // Lets `operation` take effect at `target`, which is open to it. Returns when the origin's data has been read;
  // `request` (may be null) is completed when the operation is locally complete. `operation.at_target.address` is
  // unset.
  virtual void execute(Window& window, Target& target, Operation& operation, const std::shared_ptr<Request>& request)
      FENCEPOST_REQUIRES(window.mutex) = 0;

  // Return when every operation executed for `target` has taken effect there; or is complete at the origin.
  virtual void finish(Window& window, Target& target) FENCEPOST_WITHOUT(window.mutex) = 0;
  virtual void finish_locally(Window& window, Target& target) FENCEPOST_WITHOUT(window.mutex) = 0;

  // The lock of the target's part; returns the number of the grant or release. `lock` blocks; `try_lock` returns 0 if
  // the lock is not free now.
  virtual std::uint32_t lock(Window& window, Target& target, Lock type) FENCEPOST_WITHOUT(window.mutex) = 0;
  virtual std::uint32_t try_lock(Window& window, Target& target, Lock type) = 0;
  virtual std::uint32_t unlock(Window& window, Target& target, Lock type) = 0;

  // Dynamic windows: whether `layout`, at an address of the target's, is attached there.
  virtual bool is_attached(Window& window, Target& target, const Layout& layout) FENCEPOST_WITHOUT(window.mutex) = 0;

  // This process has posted to the origin `target`; has completed its accesses to `target`.
  virtual void post(Window& window, Target& target) = 0;
  virtual void complete(Window& window, Target& target) = 0;
};

Transport& direct_transport();

}  // namespace fencepost::rma
