// `fencepost doctor`: what is installed, what works, what is missing, and what to do about it.
#pragma once

#include <string>
#include <vector>

namespace fencepost::command {

// Prints a line for each thing looked at. Status 0: programs can be checked here (those named can be checked); 2: they
// cannot.
int doctor(const std::vector<std::string>& programs);

}  // namespace fencepost::command
