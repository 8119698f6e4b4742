// Findings as a code quality report for GitLab, which shows them in merge requests.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_gitlab(const Findings& findings, Context& context);

}  // namespace fencepost::reports
