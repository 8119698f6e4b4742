// Findings as a summary in Markdown, for the page of a CI run ($GITHUB_STEP_SUMMARY) or a merge request.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_markdown(const Findings& findings, Context& context);

}  // namespace fencepost::reports
