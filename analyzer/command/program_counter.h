// Where a running thread is: in the program's own code, or in that of the MPI library or another one.
#pragma once

#include <cstdint>

namespace fencepost::command {

// At one of a few moments within a tenth of a second, `task` of this process runs code of the program itself: of its
// executable, or of a library that lies beside it. A thread inside an MPI call does so only in a function of the
// program that the call has called. Stops the thread for each look; false as well if that is not allowed.
bool runs_program_code(std::uint64_t pid, std::uint64_t task);

}  // namespace fencepost::command
