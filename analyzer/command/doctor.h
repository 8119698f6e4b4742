// `fencepost doctor`: what is installed, what works, what is missing, and what to do about it.
#pragma once

#include <string>
#include <vector>

namespace fencepost::command {

// Prints a line for each thing that it checks. Status 0: programs can be checked here (the named programs can be
// checked); 2: they cannot.
int doctor(const std::vector<std::string>& programs);

}  // namespace fencepost::command
