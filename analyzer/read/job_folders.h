// The jobs in the trace directory of a command: see record/job_folders.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fencepost::read {

// The folders with traces of jobs, in the order in which these began: the directory itself, job-2, … Empty: there is no
// trace.
std::vector<std::filesystem::path> job_folders(const std::filesystem::path& directory);

// The folders with what processes have recorded beside the traces of jobs (kBesideFolder), by their numbers.
std::vector<std::filesystem::path> folders_beside_jobs(const std::filesystem::path& directory);
// Whether it is such a folder.
bool lies_beside_jobs(const std::filesystem::path& folder);

// From 1, by the name of such a folder.
std::uint64_t job_number(const std::filesystem::path& folder);

// The directory of the command that started the job: the one above such a folder, or the folder itself.
std::filesystem::path command_directory(const std::filesystem::path& folder);

}  // namespace fencepost::read
