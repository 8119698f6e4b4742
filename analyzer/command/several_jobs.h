// The jobs of a command that started several, as one report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command/analysis.h"

namespace fencepost::command {

// What was found in several of them is one finding, with the sum of its occurrences; what could not be seen in some is
// said with their names. One alone stays as it is. Without findings only if none has any; then the first problem.
// `command`: what started them.
Analysis put_together(std::vector<Analysis> jobs, const std::string& command);

// Checks all jobs of a trace directory.
Analysis analyze_all(const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings);

}  // namespace fencepost::command
