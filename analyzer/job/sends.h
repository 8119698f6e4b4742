// Calls that send one message.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

// In any mode, nonblocking or not.
inline bool is_send(MpiCall call) {
  switch (call) {
    case MpiCall::kSend:
    case MpiCall::kBsend:
    case MpiCall::kSsend:
    case MpiCall::kRsend:
    case MpiCall::kIsend:
    case MpiCall::kIbsend:
    case MpiCall::kIssend:
    case MpiCall::kIrsend:
      return true;
    default:
      return false;
  }
}

}  // namespace fencepost
