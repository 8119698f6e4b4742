// Which code of the program was not compiled by the wrappers, so that its loads and stores were not recorded.
#pragma once

#include <string>

#include "read/definitions.h"

namespace fencepost::command {

// One sentence about the executable and those of its libraries that are not the system's or the MPI's; "" if all of
// them were seen.
std::string unseen_code(const read::Definitions& definitions);

}  // namespace fencepost::command
