// The `fencepost` command.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "command/add_mpi.h"
#include "command/analysis.h"
#include "command/compare.h"
#include "command/doctor.h"
#include "command/exit_status.h"
#include "command/fix.h"
#include "command/installation.h"
#include "command/large_pages.h"
#include "command/lint.h"
#include "command/load.h"
#include "command/open_page.h"
#include "command/options.h"
#include "command/outputs.h"
#include "command/run.h"
#include "command/say.h"
#include "command/several_jobs.h"
#include "command/suppressions.h"
#include "parts/ranks.h"
#include "read/dump.h"
#include "registry/rule.h"

namespace fencepost::command {
namespace {

int fail(std::string_view command, const std::string& sentence) {
  say("fencepost {}: {}\n", command, sentence);
  return kStatusFailed;
}

std::optional<std::string> take_rule_options(const Arguments& arguments, RuleOptions& rules) {
  for (const RuleOption& option : rule_options()) {
    auto given = arguments.options.find(option.name);
    if (given == arguments.options.end()) continue;
    for (const std::string& value : given->second) {
      if (auto problem = apply(rules, option.name, value)) return problem;
    }
  }
  const bool checks = arguments.command == Command::kRun || arguments.command == Command::kAnalyze ||
                      arguments.command == Command::kLint;
  return contradiction(rules, !checks);
}

int analyze_command(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  EngineSettings engine = engine_settings(arguments);
  engine.suppressor = &suppressor;
  Analysis analysis = analyze_all(arguments.rest.front(), rules, engine);
  if (analysis.elsewhere) return kStatusClean;
  if (!analysis.findings) return report_failure("analyze", analysis.problem, arguments, rules);
  judge(*analysis.findings, suppressor, rules);
  fail_on_blind_spots(*analysis.findings, arguments);
  const bool in_part = analysis.incomplete || analysis.unchecked || analysis.unfinished;
  if (analysis.findings->status == RunStatus::kClean && in_part) {
    analysis.findings->status = RunStatus::kFailed;
    analysis.findings->failure = analysis.incomplete  ? kNotAllChecked
                                 : analysis.unchecked ? kRmaUnchecked
                                                      : kNotAtItsEnd;
  }
  if (!arguments.has("--quiet")) show(*analysis.findings, arguments, rules, STDOUT_FILENO);
  if (!write_files(*analysis.findings, arguments, rules)) return kStatusFailed;
  switch (analysis.findings->status) {
    case RunStatus::kFindings:
      return kStatusFindings;
    case RunStatus::kFailed:
      return fail("analyze", analysis.findings->failure);
    case RunStatus::kClean:
      break;
  }
  return kStatusClean;
}

// Writes the page (and other requested reports) and shows it.
int open_report(const Findings& findings, const Arguments& arguments, const RuleOptions& rules) {
  const std::string page = arguments.value("--html").value_or("fencepost-report.html");
  if (!write_files(findings, arguments, rules)) return kStatusFailed;
  if (!arguments.has("--html") && !write_html(findings, arguments, rules, page))
    return fail("report", fmt::format("{} cannot be written", page));
  if (!open_page(page)) say_text(stdout, fmt::format("Could not start a browser; the page is {}\n", page));
  return kStatusClean;
}

int report_command(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  const std::string& path = arguments.rest.front();
  EngineSettings engine = engine_settings(arguments);
  engine.suppressor = &suppressor;
  Analysis analysis = load(path, rules, engine);
  if (analysis.elsewhere) return kStatusClean;
  if (!analysis.findings) return report_failure("report", analysis.problem, arguments, rules);
  // Saved findings have been judged, by the options of that time.
  std::error_code error;
  const bool new_opinion = std::ranges::any_of(std::vector{"--severity", "--fail-on", "--suppressions", "--baseline"},
                                               [&](const char* name) { return arguments.has(name); });
  if (new_opinion || std::filesystem::is_directory(path, error)) judge(*analysis.findings, suppressor, rules);
  if (arguments.has("--open")) return open_report(*analysis.findings, arguments, rules);
  if (!asks_for_files(arguments)) show(*analysis.findings, arguments, rules, STDOUT_FILENO);
  return write_files(*analysis.findings, arguments, rules) ? kStatusClean : kStatusFailed;
}

int explain_command(const Arguments& arguments) {
  for (const std::string& name : arguments.rest) {
    const Rule* rule = find_rule(name);
    if (rule == nullptr)
      return fail("explain", fmt::format("there is no rule '{}' (fencepost rules lists them)", name));
    fmt::print("{}", explain(*rule));
  }
  return kStatusClean;
}

int rules_command(const Arguments& arguments) {
  bool markdown = arguments.has("--markdown");
  if (markdown) fmt::print("| rule | severity | active | what |\n|---|---|---|---|\n");
  for (const Rule& rule : all_rules()) {
    fmt::print(fmt::runtime(markdown ? "| {} | {} | {} | {} |\n" : "{:<15} {:<12} {:<34} {}\n"), rule.id,
               name_of(rule.severity), describe(rule.enabled), rule.title);
  }
  return kStatusClean;
}

int preload_command() {
  std::error_code error;
  if (!std::filesystem::exists(preload_library(), error))
    return fail("preload", fmt::format("{} is missing", preload_library().string()));
  fmt::print("{}\n", preload_library().string());
  return kStatusClean;
}

int dump_command(const Arguments& arguments) {
  bool found = read::dump(arguments.rest.front(), std::cout, {.times = !arguments.has("--no-times")});
  std::cout.flush();
  return found ? kStatusClean : kStatusFailed;
}

int perform(const Arguments& arguments) {
  const auto info = std::ranges::find(all_commands(), arguments.command, &CommandInfo::command);
  RuleOptions rules;
  if (auto problem = take_rule_options(arguments, rules)) return fail(info->name, *problem);
  const Suppressions suppressions = read_suppressions(rules);
  if (!suppressions.problems.empty()) {
    for (const std::string& problem : std::span(suppressions.problems).subspan(1)) fail(info->name, problem);
    return report_failure(info->name, suppressions.problems.front(), arguments, rules);
  }
  // Now, and not at the end of a long run.
  if (const std::string why = why_not_writable(arguments); !why.empty())
    return report_failure(info->name, why, arguments, rules);
  switch (arguments.command) {
    case Command::kRun:
      return run(arguments, rules, suppressions.suppressor);
    case Command::kAnalyze:
      return analyze_command(arguments, rules, suppressions.suppressor);
    case Command::kReport:
      return report_command(arguments, rules, suppressions.suppressor);
    case Command::kLint:
      return lint(arguments, rules, suppressions.suppressor);
    case Command::kFix:
      return fix(arguments, rules, suppressions.suppressor);
    case Command::kDiff:
      return diff(arguments, rules);
    case Command::kMerge:
      return merge(arguments, rules);
    case Command::kExplain:
      return explain_command(arguments);
    case Command::kRules:
      return rules_command(arguments);
    case Command::kPreload:
      return preload_command();
    case Command::kDoctor:
      return doctor(arguments.rest);
    case Command::kAddMpi:
      return add_mpi(arguments.rest.front());
    case Command::kDump:
      return dump_command(arguments);
  }
  return kStatusFailed;
}

}  // namespace
}  // namespace fencepost::command

int main(int count, char** words) {
  using namespace fencepost::command;
  try {
    Parsed parsed = parse({words + 1, words + count});
    if (parsed.arguments) {
      if (parsed.arguments->command == Command::kAnalyze) use_large_pages(words);
      const int status = perform(*parsed.arguments);
      if (!fencepost::parts::Ranks::is_stuck()) return status;
      std::fflush(nullptr);
      _exit(status);
    }
    say_text(parsed.status == 0 ? stdout : stderr, parsed.text);
    return parsed.status;
  } catch (const std::exception& error) {
    say("fencepost: failed: {}\n", error.what());
    return kStatusFailed;
  }
}
