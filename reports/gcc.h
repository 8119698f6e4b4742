// Findings as lines in the form of compilers, for editors and CI servers: file:line:column: error: message [rule].
#pragma once

#include <string>

#include "reports/format.h"

namespace fencepost::reports {

std::string to_gcc(const Findings& findings, Context& context);

}  // namespace fencepost::reports
