// Findings as JUnit XML, which every CI server shows: a suite for each MPI job, a test case for each finding in it.
//
// Servers tell by the name of a case whether it is new: it holds the rule, the function and the file, and nothing that
// changes when lines move or the program is built elsewhere.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

// Findings that fail the run are failures, as are those with a consequence that does, others are passed cases with a
// note; what follows from a finding is told in its case; a clean job is one passed case, a failed check one error.
// Well-formed XML whatever the findings contain.
std::string to_junit(const Findings& findings, Context& context);

}  // namespace fencepost::reports
