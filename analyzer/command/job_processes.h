// The processes of a running job: those of this machine that record into its trace, and the launchers that started
// them.
#pragma once

#include <chrono>
#include <filesystem>
#include <sys/types.h>
#include <vector>

namespace fencepost::command {

// All but the calling one. `trace`: the directory that they were given; of several jobs that a command has started, the
// processes of all.
std::vector<pid_t> processes_of_job(const std::filesystem::path& trace);

// Ends what is left of them. First politely, then for good; each takes `patience` at most.
void end_processes(const std::filesystem::path& trace, std::chrono::milliseconds patience = std::chrono::seconds(2));
// Of one job among several, those that record into its folder.
void end_processes_of(const std::filesystem::path& folder);

}  // namespace fencepost::command
