// Where a running thread is: in the program's own code, or in the MPI library's or other code.
#pragma once

#include <cstdint>

namespace fencepost::command {

// Whether `task` of this process runs code of the program itself at one of a few moments within a tenth of a second: of
// its executable, or of a library next to it. A thread inside an MPI call does so only in a function of the program
// that the call has called. Stops the thread for each look; also false if that is not allowed.
bool runs_program_code(std::uint64_t pid, std::uint64_t task);

}  // namespace fencepost::command
