// The code of the program that was not compiled by the wrappers, so that its loads and stores were not recorded.
#pragma once

#include <string>

#include "read/definitions.h"

namespace fencepost::command {

// One sentence about the executable and its libraries, except
// the system's and the MPI's; "" if all of them were seen.
std::string unseen_code(const read::Definitions& definitions);

}  // namespace fencepost::command
