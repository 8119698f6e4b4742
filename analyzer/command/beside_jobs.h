// What processes record beside the traces of jobs: calls before MPI_Init or after MPI_Finalize, and windows of
// processes that are not observed (record/job_folders.h).
#pragma once

#include <filesystem>

#include "command/analysis.h"

namespace fencepost::command {

// Adds it to the analysis of the jobs. If there is no trace of a job, `all` becomes the analysis of the calls, if there
// is one; otherwise it stays as it is.
void add_beside_jobs(Analysis& all, const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings);

}  // namespace fencepost::command
