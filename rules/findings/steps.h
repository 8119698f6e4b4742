// Values of another process that are changed in steps (a get, then a put or accumulate): all races between these steps
// are one mistake, which no order mends.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/finding.h"

namespace fencepost {

// Whether the first fix is to make one step of its two places, or to let nobody come between them.
bool is_of_steps(const Fixes& fixes);

// Consequences and their causes, as positions in the list: races whose accesses are both steps of the cause.
std::vector<std::pair<std::size_t, std::size_t>> races_of_steps(const std::vector<Finding>& findings);

}  // namespace fencepost
