// Findings as SARIF 2.1.0, for code scanning of forges and editors.
//
// Accepted by the big consumers: each result has a physical location, stacks and related locations are unique, and
// paths below the root are relative to %SRCROOT%. A log of more than 5,000 results or 10 MB is folded: findings of one
// rule in one function, then in one file, become one result with a count.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_sarif(const Findings& findings, Context& context);

}  // namespace fencepost::reports
