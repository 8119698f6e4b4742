// Findings as lines that editors and CI servers know from compilers: file:line:column: error: message [rule].
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_gcc(const Findings& findings, Context& context);

}  // namespace fencepost::reports
