// Every entry point opens one Scope first. It tells the program's own calls from those that are made within an MPI
// call: by the MPI library, by a user's callback in it (attribute and error handler functions, reduction operations),
// by us. Only the program's own calls are recorded; the others are forwarded, with nothing but the bookkeeping of
// handles.
#pragma once

#include "memory/call_order.h"
#include "memory/tracked.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {

class Scope {
 public:
  __attribute__((always_inline)) Scope()
      : frame_(__builtin_frame_address(0)),
        outermost_(depth_++ == 0),
        ordered_(outermost_ && memory::order_is_unseen()) {
    if (ordered_) [[unlikely]]
      memory::acquire_calls();
    // The program is in a frame above this one.
    if (outermost_) memory::leave_frames(frame_);
  }
  ~Scope() {
    --depth_;
    if (ordered_) [[unlikely]]
      memory::release_calls();
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  bool outermost() const { return outermost_; }
  // Whether to write events for this call.
  bool records() const { return outermost_ && record::active(); }
  // record::current_stack(), quicker: what the entry point has called is not looked at.
  std::uint64_t stack() const { return record::stack_above(frame_); }

 private:
  static inline constinit thread_local int depth_ __attribute__((tls_model("initial-exec"))) = 0;
  const void* frame_;  // of the function that holds this
  bool outermost_;
  bool ordered_;
};

}  // namespace fencepost::interposer
