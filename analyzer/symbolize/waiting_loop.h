// Loops that only wait until a value in memory changes, as the machine code
// shows them: such a loop polls, however often it has looked in a run. The
// value may be in this process's memory (loads), or be fetched from a window.
//
// A loop waits for the value at an address under these conditions. Whether it is left depends only on loads from
// addresses that stay the same, on values that stay the same, and perhaps on a limit of tries (a counter, the time,
// calls that fail). It stores only to its stack frame and to variables at fixed addresses, and does not combine loaded
// values with values kept from earlier rounds. It calls only hooks and functions that pass or tell the time or let MPI
// make progress. If it takes locks, it waits for what it fetches, not for what it loads. A loop that is not understood
// is no such loop.
#pragma once

#include <cstdint>
#include <vector>

#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// A call of a hook that reports a load, or of an MPI function that fetches.
struct Look {
  std::uint64_t return_address = 0;
  bool waits = false;  // it is in such a loop, which waits for its load
};

// All looks of a function; none if it cannot be decoded.
std::vector<Look> looks_in(const MachineCode& code, const MachineCode::Function& function);

}  // namespace fencepost::symbolize
