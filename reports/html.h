// Findings as one self-contained HTML page: list, filters, both accesses with their source, the space-time diagram, the
// rule. The page loads nothing and needs no server.
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

// No text of the findings or the sources, whatever it is, can become markup or script.
std::string to_html(const Findings& findings, Context& context);

}  // namespace fencepost::reports
