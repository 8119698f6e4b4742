// `fencepost doctor`: what is installed, what works, what is missing, and what to do about it.
#pragma once

namespace fencepost::command {

// Prints a line for each thing looked at. Status 0: programs can be checked here; 2: they cannot.
int doctor();

}  // namespace fencepost::command
