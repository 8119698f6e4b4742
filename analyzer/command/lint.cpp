#include "command/lint.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "command/exit_status.h"
#include "command/installation.h"
#include "command/outputs.h"
#include "command/say.h"
#include "command/suppressions.h"
#include "reports/json.h"

namespace fencepost::command {
namespace {

int give_up(const std::string& sentence) {
  say("fencepost lint: {}\n", sentence);
  return kStatusFailed;
}

// The standard output of a command. None, with a sentence in `problem`, if it cannot be run or fails without having
// said why.
std::optional<std::string> output_of(const std::vector<std::string>& words, std::string& problem) {
  int ends[2];
  if (pipe(ends) != 0) {
    problem = fmt::format("no pipe: {}", std::strerror(errno));
    return std::nullopt;
  }
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char buffer[65536];
  for (ssize_t got; child > 0 && ((got = ::read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR));)
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) {
    problem = fmt::format("no process: {}", std::strerror(errno));
    return std::nullopt;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  if (WIFSIGNALED(status)) problem = fmt::format("the parser died of signal {}", WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    problem = fmt::format("{} cannot be run: clang 19's libraries may be missing", words.front());
  return std::nullopt;
}

}  // namespace

int lint(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  // If there is nothing to report yet, the requested reports say why.
  const auto failed = [&](const std::string& sentence) { return report_failure("lint", sentence, arguments, rules); };
  const std::filesystem::path reader = source_reader();
  std::error_code error;
  if (!std::filesystem::exists(reader, error))
    return failed("lint is not available: this installation was built without clang 19's libraries");
  const bool has_files = !arguments.rest.empty() && arguments.rest.front() != "--";
  if (!has_files && !arguments.has("-p"))
    return failed("name files, for instance: fencepost lint app.c, or fencepost lint -p build");
  std::vector<std::string> words = {reader.string()};
  for (const char* option : {"-p", "--compiler"})
    if (const auto value = arguments.value(option)) words.insert(words.end(), {option, *value});
  words.insert(words.end(), arguments.rest.begin(), arguments.rest.end());
  std::string problem;
  const std::optional<std::string> text = output_of(words, problem);
  if (!text) return failed(problem.empty() ? "the sources could not be read" : problem);
  std::optional<Findings> findings = reports::from_json(*text, problem);
  if (!findings) return failed(problem);
  findings->program.command = "fencepost lint";
  const auto inactive = [&](const Finding& finding) { return !is_active(rule_of(finding.rule), rules); };
  findings->findings.erase(std::remove_if(findings->findings.begin(), findings->findings.end(), inactive),
                           findings->findings.end());
  judge(*findings, suppressor, rules);
  fail_on_blind_spots(*findings, arguments);
  if (!arguments.has("--quiet")) show(*findings, arguments, rules, STDOUT_FILENO);
  if (!write_files(*findings, arguments, rules)) return kStatusFailed;
  if (findings->status == RunStatus::kFindings) return kStatusFindings;
  if (findings->status == RunStatus::kFailed)
    return give_up(findings->program.files == 0
                       ? "no file could be read"
                       : "nothing was found, but not everything could be seen (--fail-on-blind-spots)");
  // Code that was not followed is mentioned above; a file that was not read is a different matter.
  if (findings->program.files_not_read > 0) return give_up("nothing was found, but not all files could be read");
  return kStatusClean;
}

}  // namespace fencepost::command
