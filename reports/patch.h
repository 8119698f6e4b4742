// The patches of findings as unified diffs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/source_lines.h"

namespace fencepost::reports {

// The best fix of a finding that has a patch; null: none has.
const Fix* patched_fix(const Finding& finding);

// The edits of all findings with a patch, by file: sorted by line, each once. If two edits change the same line
// differently, only one is taken.
std::map<std::string, std::vector<SourceEdit>> all_edits(const Findings& findings);

// A unified diff for `patch -p1` in `directory`, without files that have changed since. "": no fix is certain.
std::string to_patch(const Findings& findings, const std::string& directory);

// The same for one fix, for people: if a file is gone or has changed, only the lines.
std::string diff_of(const Fix& fix, const std::string& directory, SourceLines& sources);

}  // namespace fencepost::reports
