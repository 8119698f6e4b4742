// The patches of findings as unified diffs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/source_lines.h"

namespace fencepost::reports {

// The first fix of a finding that has a patch, which is the best one; null: none has.
const Fix* patched_fix(const Finding& finding);

// What mends all findings that have a patch, by file: sorted by line, each once. Two that want the same line to be
// different things are not both taken.
std::map<std::string, std::vector<SourceEdit>> all_edits(const Findings& findings);

// A unified diff for `patch -p1` in `directory`, without the files that are not what they were. "": nothing is certain.
std::string to_patch(const Findings& findings, const std::string& directory);

// The same of one fix, for people: of a file that is gone or has changed the lines alone.
std::string diff_of(const Fix& fix, const std::string& directory, SourceLines& sources);

}  // namespace fencepost::reports
