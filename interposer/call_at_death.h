// The call of MPI that a thread was in when a signal came, found on its stack.
#pragma once

#include <cstdint>

#include "record/vocabulary.h"

namespace fencepost::interposer {

struct CallAtDeath {
  const void* frame = nullptr;  // of the function that was called; null: none was found
  MpiCall call = MpiCall::kNone;
};

// Whether a thread that a signal interrupted at an instruction is in code that was compiled with hooks, or in a
// function that this has called, but not in a hook or in MPI.
bool is_in_instrumented_code(std::uintptr_t interrupted);

// For signal handlers of processes that are about to die: it may take a millisecond, and reads the program's code.
CallAtDeath call_at_death();

}  // namespace fencepost::interposer
