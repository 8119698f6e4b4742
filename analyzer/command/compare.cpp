#include "command/compare.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/exit_status.h"
#include "command/load.h"
#include "command/outputs.h"
#include "command/say.h"
#include "command/several_jobs.h"
#include "command/suppressions.h"
#include "reports/comparison.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

int fail(const char* command, const std::string& sentence) {
  say("fencepost {}: {}\n", command, sentence);
  return kStatusFailed;
}

std::optional<Findings> findings_of(const std::string& path, const RuleOptions& rules, std::string& problem) {
  Analysis analysis = load(path, rules, {.mpi = "none"});
  problem = analysis.problem;
  return std::move(analysis.findings);
}

// "./solve 100 (MPICH 4.0.2, 4 ranks, schedule eager)": these distinguish runs of one program.
std::string run_name(const ProgramInfo& program) {
  std::string library = program.mpi_library.substr(0, program.mpi_library.find('\n'));
  if (library.size() > 40) library.resize(40);
  std::vector<std::string> facts;
  if (!library.empty()) facts.push_back(library);
  if (program.ranks > 0) facts.push_back(reports::counted(static_cast<std::uint64_t>(program.ranks), "rank"));
  if (!program.schedule.empty()) facts.push_back("schedule " + program.schedule);
  return facts.empty() ? program.command : fmt::format("{} ({})", program.command, fmt::join(facts, ", "));
}

}  // namespace

int diff(const Arguments& arguments, const RuleOptions& rules) {
  std::string problem;
  const auto before = findings_of(arguments.rest[0], rules, problem);
  if (!before) return fail("diff", problem);
  const auto after = findings_of(arguments.rest[1], rules, problem);
  if (!after) return fail("diff", problem);
  const reports::Comparison comparison = reports::compare(*before, *after);
  Findings both = reports::as_findings(comparison, *after, arguments.rest[0]);
  both.status = status_by(both, rules);
  const std::string shown = arguments.value("--format").value_or("text");
  if (shown == "json") {
    fmt::print("{}", reports::to_json(comparison));
  } else if (shown == "text") {
    fmt::print("{}", reports::to_terminal(comparison, reports::style_for(STDOUT_FILENO)));
  } else {
    show(both, arguments, rules, STDOUT_FILENO);
  }
  if (!write_files(both, arguments, rules)) return kStatusFailed;
  return both.status == RunStatus::kFindings ? kStatusFindings : kStatusClean;
}

int merge(const Arguments& arguments, const RuleOptions& rules) {
  std::vector<Analysis> runs;
  for (const std::string& path : arguments.rest) {
    std::string problem;
    auto findings = findings_of(path, rules, problem);
    if (!findings) return fail("merge", problem);
    findings->program.command = run_name(findings->program);
    findings->jobs.clear();
    Analysis run;
    run.findings = std::move(findings);
    runs.push_back(std::move(run));
  }
  Analysis all = put_together(std::move(runs), fmt::format("{} runs", arguments.rest.size()));
  if (!all.findings) return fail("merge", all.problem);
  Findings& findings = *all.findings;
  if (findings.status != RunStatus::kFailed) findings.status = status_by(findings, rules);
  if (arguments.value("--format").value_or("text") == "text") {
    fmt::print("{}", reports::matrix_to_terminal(findings, reports::style_for(STDOUT_FILENO)));
  } else {
    show(findings, arguments, rules, STDOUT_FILENO);
  }
  return write_files(findings, arguments, rules) ? kStatusClean : kStatusFailed;
}

}  // namespace fencepost::command
