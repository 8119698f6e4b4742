// Whose calls of the C library count: the program's own, and those of the libraries it works with, but not what MPI
// libraries and Fencepost do among themselves.
#pragma once

namespace fencepost::memory {

// By the loaded object that the return address `caller` lies in. Any thread; quick but for the first call from a place.
bool is_of_program(const void* caller);

}  // namespace fencepost::memory
