// The single source place of a finding, for formats that
// need exactly one: a file below the repository and a line.
#pragma once

#include <string>

#include "model/finding.h"

namespace fencepost::reports {

// The first statement with a file and a line: of the accesses, of their callers, of their epochs. Null: the program has
// no debug information.
const SourceLocation* place_in_sources(const Finding& finding);

// The folder to which a report's paths are relative: `given`, or else where the program ran. Without a final "/".
std::string root_of(const Findings& findings, const std::string& given);

// The path below `root`, which consumers treat as a file of the repository; other paths stay as they are.
std::string path_below(const std::string& file, const std::string& root);

// "exchange (halo.c)": the place of a finding in words that stay the same when lines move or the program is built
// elsewhere.
std::string stable_place(const Finding& finding, const std::string& root);

}  // namespace fencepost::reports
