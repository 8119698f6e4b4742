// What follows from a call of synchronization that was refused: epochs are not what the program takes them for, so that
// later calls find none, and processes wait for what never comes.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace fencepost {

// Consequences and their causes, as indices into `findings`, which are in the order in which they were found.
std::vector<std::pair<std::size_t, std::size_t>> after_refused_synchronization(const std::vector<Finding>& findings);

}  // namespace fencepost
