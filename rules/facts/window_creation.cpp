#include "facts/window_creation.h"

namespace fencepost {

bool creates_window(MpiCall call) {
  switch (call) {
    case MpiCall::kWin_create:
    case MpiCall::kWin_create_c:
    case MpiCall::kWin_allocate:
    case MpiCall::kWin_allocate_c:
    case MpiCall::kWin_allocate_shared:
    case MpiCall::kWin_allocate_shared_c:
    case MpiCall::kWin_create_dynamic:
      return true;
    default:
      return false;
  }
}

}  // namespace fencepost
