// The call of MPI that a thread was in when a signal came, found on its stack.
#pragma once

#include "record/vocabulary.h"

namespace fencepost::interposer {

struct CallAtDeath {
  const void* frame = nullptr;  // of the function that was called; null: none was found
  MpiCall call = MpiCall::kNone;
};

// For signal handlers of processes that are about to die: it may take a millisecond, and reads the program's code.
CallAtDeath call_at_death();

}  // namespace fencepost::interposer
