// Code by which each thread of an OpenMP region gets something else, without asking who it is: it takes a number from
// an atomic counter, or a buffer from a list under a lock. What it does with that later is for this thread only.
#pragma once

#include <cstdint>

#include "symbolize/decoded_function.h"
#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// Whether a function that runs parts of constructs may have such a thing before one of them, outside of the parts: it
// comes by itself, or from a function that it calls and that is not known, or, if the function is not a region but
// called in one, with an argument.
bool takes_turns_before_parts(const MachineCode& code, const MachineCode::Function& function,
                              const DecodedFunction& decoded);

// Whether the function at an address runs parts, and may allocate memory before one of them, outside of the parts. True
// also for code that is not known.
bool allocates_before_parts(const MachineCode& code, std::uint64_t address);

}  // namespace fencepost::symbolize
