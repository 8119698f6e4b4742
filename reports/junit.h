// Findings as JUnit XML, which every CI server shows: a suite for each MPI job, with a test case for each finding.
//
// Servers recognize a case by its name: it contains the rule, the function and the file, and nothing that changes when
// lines move or the program is built elsewhere.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

// Findings that fail the run are failures, and so are those with a consequence that fails it. Other findings are passed
// cases with a note. Consequences are described in their finding's case. A clean job is one passed case, a failed check
// one error. Well-formed XML whatever the findings contain.
std::string to_junit(const Findings& findings, Context& context);

}  // namespace fencepost::reports
