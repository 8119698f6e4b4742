// Fixes as changes of the sources, if they are certain: a trial on the recorded run removed the finding, and the code
// in the source is a statement of its own, so that an added line does not end up in an `if` or in a macro.
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// Empty: the fix is not certain enough for a patch.
std::vector<SourceEdit> patch_of(const Fix& fix, SourceLines& sources);

// Writes the sentence and the patch that reports show into each fix, and leaves only the condition of changes that
// nothing has shown to be right. Call it when all findings are known and tried.
void finish_fixes(std::vector<Finding>& findings);

}  // namespace fencepost
