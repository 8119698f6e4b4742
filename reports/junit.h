// Findings as JUnit XML, which every CI server shows: a test case for each finding.
#pragma once

#include <string>

#include "model/finding.h"
#include "reports/sources.h"

namespace fencepost::reports {

// Findings at or above the threshold are failures, others are passed cases with a note; a clean run is one passed case,
// a failed check one error. Well-formed XML whatever the findings contain.
std::string to_junit(const Findings& findings, Sources& sources, Severity threshold);

}  // namespace fencepost::reports
