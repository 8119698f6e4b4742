// Compares two runs of a program, or several: which findings are new, gone, or the same; which finding is in which run.
// Findings are the same if their rule and fingerprint are.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "reports/terminal.h"

namespace fencepost::reports {

struct Comparison {
  std::vector<const Finding*> fresh, gone, same;  // of the compared findings, which outlive it
  std::set<const Finding*> consequences;          // among these: findings whose own run contains their cause
};
Comparison compare(const Findings& before, const Findings& after);

// "+ error FP-RACE-001 …" for each new finding, "-" for each that is gone, and how many are the same. Consequences are
// counted separately, as in other reports.
std::string to_terminal(const Comparison& comparison, const TerminalStyle& style);
// {"schema": "fencepost-diff/1", "new": […], "gone": […], "same": […]}; each finding with what identifies it.
std::string to_json(const Comparison& comparison);

// As findings of one report: the new ones are its findings; those that are the same or gone are suppressed by `before`.
Findings as_findings(const Comparison& comparison, const Findings& after, std::string_view before);

// Findings of several runs (Findings::jobs): a row for each, a column for each run.
std::string matrix_to_terminal(const Findings& findings, const TerminalStyle& style);

}  // namespace fencepost::reports
