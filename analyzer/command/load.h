// Findings from where the command line names them: a trace, which is checked, or findings saved as JSON.
#pragma once

#include <string>

#include "command/analysis.h"
#include "registry/options.h"

namespace fencepost::command {

Analysis load(const std::string& path, const RuleOptions& rules, const EngineSettings& settings);

}  // namespace fencepost::command
