// Findings from the argument on the command line: a trace, which is checked, or findings saved as JSON.
#pragma once

#include <string>

#include "command/analysis.h"
#include "registry/options.h"

namespace fencepost::command {

Analysis load(const std::string& path, const RuleOptions& rules, const EngineSettings& settings);

}  // namespace fencepost::command
