// What a program does with values that it should not have read: the next rank or address of a walk, if a get has read
// memory of a dynamic window that was freed, detached or not yet attached, or that another process writes without
// order. The later errors follow from there.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace fencepost {

// Consequences and their causes, as indices into `findings`.
std::vector<std::pair<std::size_t, std::size_t>> wrong_by_values_read(const std::vector<Finding>& findings);

}  // namespace fencepost
