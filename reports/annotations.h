// Findings as annotations of GitHub Actions: lines of the log that the runner shows next to the source.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_annotations(const Findings& findings, Context& context);

}  // namespace fencepost::reports
