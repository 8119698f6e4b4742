// How an operation reaches its target. One object per kind; which one serves a target is decided when the window is
// created (runtime.h). Synchronization goes the same way, so that it cannot overtake data.
//
// All calls are made by the thread of the program that makes the MPI call, with the window's mutex held unless noted.
#pragma once

#include <cstdint>
#include <memory>

#include "rma/operation.h"
#include "rma/window.h"

namespace fencepost::rma {

class Transport {
 public:
  virtual ~Transport() = default;

  // Lets `operation` take effect at `target`, which is open to it. Returns when the origin's data has been read;
  // `request` (may be null) is completed when the operation is locally complete. `operation.at_target.address` is
  // unset.
  virtual void execute(Window& window, Target& target, Operation& operation,
                       const std::shared_ptr<Request>& request) = 0;

  // Return when every operation executed for `target` has taken effect there; or is complete at the origin.
  // Without the window's mutex.
  virtual void finish(Window& window, Target& target) = 0;
  virtual void finish_locally(Window& window, Target& target) = 0;

  // The lock of the target's part; the number of the grant or release. `lock` blocks, and is called without the mutex;
  // `try_lock` gives 0 when the lock is not to be had at once.
  virtual std::uint32_t lock(Window& window, Target& target, Lock type) = 0;
  virtual std::uint32_t try_lock(Window& window, Target& target, Lock type) = 0;
  virtual std::uint32_t unlock(Window& window, Target& target, Lock type) = 0;

  // Dynamic windows: whether `layout`, at an address of the target's, is attached there. Without the mutex.
  virtual bool is_attached(Window& window, Target& target, const Layout& layout) = 0;

  // This process has posted to the origin `target`; has completed its accesses to `target`.
  virtual void post(Window& window, Target& target) = 0;
  virtual void complete(Window& window, Target& target) = 0;
};

Transport& direct_transport();

}  // namespace fencepost::rma
