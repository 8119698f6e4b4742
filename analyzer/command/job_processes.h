// The processes of a running job: those of this machine that record into its trace, and the launchers that started
// them.
#pragma once

#include <filesystem>
#include <sys/types.h>
#include <vector>

namespace fencepost::command {

// All but the calling one.
std::vector<pid_t> processes_of_job(const std::filesystem::path& trace);

// Ends what is left of the job. First politely, then for good.
void end_processes(const std::filesystem::path& trace);

}  // namespace fencepost::command
