// The processes of a running job: those of this machine that record into its trace, and the launchers that started
// them.
#pragma once

#include <chrono>
#include <filesystem>
#include <sys/types.h>
#include <vector>

namespace fencepost::command {

// All except the calling one. `trace`: the directory that they were given; if a command has started several jobs, the
// processes of all.
std::vector<pid_t> processes_of_job(const std::filesystem::path& trace);

// Ends the remaining processes: first politely, then by SIGKILL; each takes at most `patience`.
void end_processes(const std::filesystem::path& trace, std::chrono::milliseconds patience = std::chrono::seconds(2));
// For one job among several: the processes that record into its folder.
void end_processes_of(const std::filesystem::path& folder);

}  // namespace fencepost::command
