// The patch of a fix that moves one statement to another place of the source.
#pragma once

#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// Empty: it is not certain that the statement can stand there. (Calls that move into a loop, or are made at a new place
// instead, are not moved like that: source_patch.cpp.)
std::vector<SourceEdit> moved_statement(const Fix& fix, SourceLines& sources);

}  // namespace fencepost
