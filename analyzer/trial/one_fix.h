// One mistake, one finding: where a change that was tried for one finding also mends others, they follow from it.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "model/finding.h"
#include "model/source_lines.h"
#include "trial/finding_name.h"

namespace fencepost::trial {

// A fix that has passed: where it is, and the names of all findings that were gone with it (finding_name.h).
struct PassedFix {
  std::size_t finding = 0, fix = 0;
  std::set<FindingName> mended;
};

// Of all fixes, the one that mends most makes its finding the cause of the others that it mends, and so on with the
// rest. The findings stay in order (findings/fold.h).
void fold_mended(std::vector<Finding>& findings, const std::vector<PassedFix>& passed, SourceLines& sources);

}  // namespace fencepost::trial
