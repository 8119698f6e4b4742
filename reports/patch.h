// Fixes as a patch of the sources, where they are certain: the recorded run was rid of the finding with it, and what
// stands in the source is a statement by itself, so that another one beside it cannot land in an `if` or in a macro.
#pragma once

#include <string>

#include "model/finding.h"

namespace fencepost::reports {

// A unified diff for `patch -p1` in `directory`. "": there is nothing certain.
std::string to_patch(const Findings& findings, const std::string& directory);

}  // namespace fencepost::reports
