// How far behind the pointer that a function of the program gets as an argument it reads and writes: Fortran passes
// every variable so, and what lies behind it in the caller's frame is none of the function's business.
#pragma once

#include <cstddef>
#include <cstdint>

#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// The largest number: not known, or the function keeps the pointer. `depth`: of functions around this one that are
// looked at.
std::uint64_t bytes_of_argument(const MachineCode& code, std::uint64_t function, unsigned argument, unsigned depth);

}  // namespace fencepost::symbolize
