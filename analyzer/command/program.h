// What the user's command line shows without being run, and why a run left no trace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::command {

// The path that the shell finds; empty: there is no such file.
std::filesystem::path find_executable(const std::string& word);

// Whether the command is the launcher of one MPI job, not something that may start launchers.
bool is_one_job(const std::vector<std::string>& words);

// Whether the command starts processes on other machines: then the trace must be where all of them see it.
bool names_hosts(const std::vector<std::string>& words);

// The command with the options that its launcher needs to pass these environment variables to ranks on other machines
// (Open MPI needs -x NAME for each). Unchanged if nothing is needed.
std::vector<std::string> with_exports(const std::vector<std::string>& words, const std::vector<std::string>& variables);

// The executable that the launcher starts, as far as the command line shows.
std::optional<std::filesystem::path> program_of(const std::vector<std::string>& words);

// One sentence: why no rank of this command recorded anything.
std::string why_no_trace(const std::vector<std::string>& words, int status);

}  // namespace fencepost::command
