// Loops that do nothing but wait until a value in memory is another one, as the machine code shows them: however often
// such a loop has looked in a run, it polls. The value may be in this process's memory (loads), or be fetched from a
// window.
//
// A loop waits for the value at an address if whether it is left depends on nothing but loads from addresses that stay
// the same, what stays the same itself, and perhaps what bounds the tries (a counter, the time, calls that fail); if it
// stores nowhere but to its stack frame and to variables at addresses that stay the same, does not put together what it
// loads with what it has kept of earlier rounds, and calls no function but the hooks and those that only pass or tell
// the time or let MPI get on. Where it takes locks it waits for what it fetches, not for what it loads. Whatever is not
// understood is no such loop.
#pragma once

#include <cstdint>
#include <vector>

#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// A call of a hook that tells of a load, or of MPI that fetches.
struct Look {
  std::uint64_t return_address = 0;
  bool waits = false;  // of such a loop, for what it loads
};

// All of a function; none if it cannot be told.
std::vector<Look> looks_in(const MachineCode& code, const MachineCode::Function& function);

}  // namespace fencepost::symbolize
