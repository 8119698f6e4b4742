// The jobs of a command that started several, as one report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command/analysis.h"

namespace fencepost::command {

// If several of them have the same finding, it becomes one with the sum of its occurrences; blind spots of some jobs
// are listed with the jobs' names. A single job stays as it is. Without findings only if none has any; then with the
// first problem. `command`: the command that started them.
Analysis put_together(std::vector<Analysis> jobs, const std::string& command);

// Checks all jobs of a trace directory.
Analysis analyze_all(const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings);

}  // namespace fencepost::command
