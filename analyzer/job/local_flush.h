// Flushes that complete operations at the origin only.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

// The flush with the same arguments that completes at the target, too; kNone: `call` is no flush at the origin only.
inline MpiCall in_full(MpiCall call) {
  switch (call) {
    case MpiCall::kWin_flush_local:
      return MpiCall::kWin_flush;
    case MpiCall::kWin_flush_local_all:
      return MpiCall::kWin_flush_all;
    default:
      return MpiCall::kNone;
  }
}

inline bool is_local_flush(MpiCall call) {
  return in_full(call) != MpiCall::kNone;
}

}  // namespace fencepost
