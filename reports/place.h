// Which place in the sources a finding is shown at, for formats that want exactly one: a file below the repository and
// a line.
#pragma once

#include <string>

#include "model/finding.h"

namespace fencepost::reports {

// The first statement with a file and a line: of the accesses, of their callers, of their epochs. Null: the program has
// no debug information.
const SourceLocation* place_in_sources(const Finding& finding);

// Where the paths of a report begin: `given`, or else where the program ran. Without a "/" at its end.
std::string root_of(const Findings& findings, const std::string& given);

// The path below `root`, which consumers take for a file of the repository; a foreign one as it is.
std::string path_below(const std::string& file, const std::string& root);

// "exchange (halo.c)": where a finding is, in words that stay the same when lines move or the program is built
// elsewhere.
std::string stable_place(const Finding& finding, const std::string& root);

}  // namespace fencepost::reports
