// Every entry point opens one Scope first. It tells the program's own calls from those that are made within an MPI
// call: by the MPI library, by a user's callback in it (attribute and error handler functions, reduction operations),
// by us. Only the program's own calls are recorded; the others are forwarded, with nothing but the bookkeeping of
// handles.
#pragma once

#include "memory/tracked.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {

class Scope {
 public:
  Scope() : outermost_(depth_++ == 0) {
    // The program is in a frame above this one.
    if (outermost_) memory::leave_frames(__builtin_frame_address(0));
  }
  ~Scope() { --depth_; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  bool outermost() const { return outermost_; }
  // Whether to write events for this call.
  bool records() const { return outermost_ && record::active(); }

 private:
  static inline thread_local int depth_ = 0;
  bool outermost_;
};

}  // namespace fencepost::interposer
