// Every entry point opens one Scope first. It distinguishes the program's own calls from those that are made within an
// MPI call: by the MPI library, by a user's callback in it (attribute and error handler functions, reduction
// operations), by us. Only the program's own calls are recorded; the others are forwarded, with only the bookkeeping of
// handles.
#pragma once

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "segments/call_order.h"
#include "segments/late_order.h"
#include "tracking/tracked.h"

namespace fencepost::interposer {

class Scope {
 public:
  // `frame`: of the function at whose end this object ends.
  __attribute__((always_inline)) explicit Scope(const void* frame = __builtin_frame_address(0))
      : frame_(static_cast<const void* const*>(frame)),
        outermost_(open_ == nullptr || is_left()),
        ordered_(outermost_ && memory::order_is_unseen()) {
    if (!outermost_) return;
    open_ = frame_;
    returns_to_ = frame_[1];
    record::call_begins();
    memory::acquire_late();
    if (ordered_) [[unlikely]]
      memory::acquire_calls();
    // The program is in a frame above this one.
    memory::leave_frames(frame_);
  }
  ~Scope() {
    if (outermost_) {
      record::call_ends();
      open_ = nullptr;
    }
    if (ordered_) [[unlikely]]
      memory::release_calls();
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  bool outermost() const { return outermost_; }
  // Whether to write events for this call.
  bool records() const { return outermost_ && record::active(); }
  // record::current_stack(), but faster: it does not look at what the entry point has called.
  std::uint64_t stack() const { return record::stack_above(frame_); }

 private:
  // Whether an error handler of the program has jumped out of the call that `open_` still names. If the stack is as
  // deep again without that call, there is another return address in its frame.
  bool is_left() const { return frame_ >= open_ || open_[1] != returns_to_; }

  // The frame of the thread's outermost call, and the value next to it: where the call returns to.
  static inline constinit thread_local const void* const* open_ __attribute__((tls_model("initial-exec"))) = nullptr;
  static inline constinit thread_local const void* returns_to_ __attribute__((tls_model("initial-exec"))) = nullptr;
  const void* const* frame_;
  bool outermost_;
  bool ordered_;
};

}  // namespace fencepost::interposer
