// The bytes of a thread's last operation: the next one often has the same, and shares them.
#pragma once

#include <utility>

#include "job/shared_bytes.h"

namespace fencepost::check {

struct RecentBytes {
  class Last {
   public:
    // These bytes, shared with the last operation if it had the same.
    const SharedBytes& of(ByteSet&& bytes) {
      if (*last_ != bytes) last_ = SharedBytes(std::move(bytes));
      return last_;
    }

   private:
    SharedBytes last_;
  };
  Last target, origin, result;
};

}  // namespace fencepost::check
