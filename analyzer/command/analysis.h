// Checking a recorded trace: reading, replaying, the rules, and the findings as reports want them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::command {

struct Analysis {
  std::optional<Findings> findings;
  std::string problem;      // one sentence if there are none
  bool unfinished = false;  // a rank ended without MPI_Finalize
};

// Shows a line of progress at a terminal if it takes long. What the run has come to is left open: judge() of
// suppressions.h says it.
Analysis analyze(const std::filesystem::path& directory, const RuleOptions& options);

}  // namespace fencepost::command
