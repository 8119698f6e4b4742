// Consequences of a refused synchronization call: the epochs are not what the program expects, so later calls find
// none, and processes wait for something that never comes.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace fencepost {

// Consequences and their causes, as indices into `findings`, which are in the order in which they were found.
std::vector<std::pair<std::size_t, std::size_t>> after_refused_synchronization(const std::vector<Finding>& findings);

}  // namespace fencepost
