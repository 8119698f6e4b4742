// Fixes as changes of the sources, where they are certain: the recorded run was rid of the finding with it, and what
// stands in the source is a statement by itself, so that another one beside it cannot land in an `if` or in a macro.
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// Empty: the fix is not certain enough for that.
std::vector<SourceEdit> patch_of(const Fix& fix, SourceLines& sources);

// Writes into each fix what reports show of it: its sentence and its patch. When all findings are known, and tried.
void finish_fixes(std::vector<Finding>& findings);

}  // namespace fencepost
