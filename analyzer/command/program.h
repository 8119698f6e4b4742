// What can be said of the user's command line without running it, and why a run left no trace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::command {

// As the shell finds it; empty: there is no such file.
std::filesystem::path find_executable(const std::string& word);

// Is the command the launcher of one MPI job, and not something that may start launchers?
bool is_one_job(const std::vector<std::string>& words);

// Does the command start processes on other machines? Then the trace must be where all of them see it.
bool names_hosts(const std::vector<std::string>& words);

// The command with what its launcher needs to hand these environment variables to ranks on other machines (Open MPI
// does not by itself: -x NAME for each). Unchanged where nothing is needed.
std::vector<std::string> with_exports(const std::vector<std::string>& words, const std::vector<std::string>& variables);

// The executable that the launcher starts, as far as the command line tells.
std::optional<std::filesystem::path> program_of(const std::vector<std::string>& words);

// One sentence: why no rank of this command recorded anything.
std::string why_no_trace(const std::vector<std::string>& words, int status);

}  // namespace fencepost::command
