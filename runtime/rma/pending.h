// Whether operations of this process may still use their buffers: called, and not yet completed by the program (section
// 12.5 of the standard), however long ago the runtime has executed them. This is about completion at the target:
// --strict also reports what is complete at the origin only.
//
// Threads: begin() and end() under the window's mutex; any() by any thread.
#pragma once

#include <atomic>

#include "recorder/invariant.h"
#include "tracking/tracked.h"

namespace fencepost::rma {

// Operations on one target.
class Pending {
 public:
  Pending() = default;
  ~Pending() { end(); }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  void begin() {
    if (pending_) return;
    pending_ = true;
    targets_.fetch_add(1, std::memory_order_relaxed);
  }
  void end() {
    if (!pending_) return;
    pending_ = false;
    const int before = targets_.fetch_sub(1, std::memory_order_relaxed);
    FENCEPOST_EXPECT(before > 0, "a target with operations under way is counted");
  }
  static bool any() { return targets_.load(std::memory_order_relaxed) != 0; }

 private:
  static inline constinit std::atomic<int> targets_{0};  // of all windows
  bool pending_ = false;
};

// A call that completes operations is over, and its events are written.
inline void rest_buffers() {
  if (!Pending::any()) memory::rest_buffers();
}

}  // namespace fencepost::rma
