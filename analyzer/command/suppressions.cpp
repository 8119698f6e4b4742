#include "command/suppressions.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "command/file_text.h"
#include "reports/json.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

std::optional<std::string> read_file(const std::string& path, std::vector<std::string>& problems) {
  std::optional<std::string> text = text_of_file(path);
  if (!text) problems.push_back(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
  return text;
}

void hide_those_of_libraries(Findings& findings) {
  const auto hidden =
      std::ranges::stable_partition(findings.findings, [](const Finding& finding) { return finding.library.empty(); });
  if (hidden.empty()) return;
  Suppression option{.kind = SuppressionKind::kFile, .place = "--libraries hide", .text = "", .used = true};
  for (Finding& finding : hidden) {
    ++option.findings;
    option.occurrences += finding.count;
    findings.suppressed.push_back({.by = findings.suppressions.size(), .finding = std::move(finding)});
  }
  findings.findings.erase(hidden.begin(), hidden.end());
  findings.suppressions.push_back(std::move(option));
}

}  // namespace

Suppressions read_suppressions(const RuleOptions& rules) {
  Suppressions result;
  for (const std::string& path : rules.suppressions) {
    const auto text = read_file(path, result.problems);
    if (!text) continue;
    for (std::string& problem : result.suppressor.add_file(*text, path)) result.problems.push_back(std::move(problem));
  }
  for (const std::string& path : rules.baselines) {
    const auto text = read_file(path, result.problems);
    if (!text) continue;
    std::string error;
    const auto known = reports::from_json(*text, error);
    if (!known) {
      result.problems.push_back(fmt::format("{}: {}", path, error));
      continue;
    }
    // What was suppressed then stays suppressed: the baseline may come from a run that had a baseline.
    std::set<std::string> fingerprints;
    for (const Finding& finding : known->findings) fingerprints.insert(finding.fingerprint);
    for (const SuppressedFinding& suppressed : known->suppressed) fingerprints.insert(suppressed.finding.fingerprint);
    result.suppressor.add_baseline(std::move(fingerprints), path);
  }
  return result;
}

void judge(Findings& findings, const suppress::Suppressor& suppressor, const RuleOptions& rules) {
  if (rules.libraries == LibraryChoice::kHide) hide_those_of_libraries(findings);
  suppressor.apply(findings);
  if (findings.status == RunStatus::kFailed) return;
  findings.status = status_by(findings, rules);
}

std::vector<Finding> take_hidden(std::vector<Finding>& findings, const suppress::Suppressor& suppressor,
                                 const RuleOptions& rules) {
  Findings judged;
  judged.findings = std::move(findings);
  judge(judged, suppressor, rules);
  findings = std::move(judged.findings);
  std::set<std::string> shown;
  for (const Finding& finding : findings) shown.insert(finding.fingerprint);
  std::vector<Finding> hidden;
  for (SuppressedFinding& one : judged.suppressed)
    (shown.contains(one.finding.consequence_of) ? findings : hidden).push_back(std::move(one.finding));
  return hidden;
}

RunStatus status_by(const Findings& findings, const RuleOptions& rules) {
  const bool counted =
      std::ranges::any_of(findings.findings, [&](const Finding& finding) { return fails_run(finding, rules); });
  return counted ? RunStatus::kFindings : RunStatus::kClean;
}

void fail_on_blind_spots(Findings& findings, const Arguments& arguments) {
  if (!arguments.has("--fail-on-blind-spots") || findings.status != RunStatus::kClean || findings.blind_spots.empty())
    return;
  findings.status = RunStatus::kFailed;
  const std::size_t number = findings.blind_spots.size();
  std::string first = findings.blind_spots.front();
  if (first.ends_with('.')) first.pop_back();
  findings.failure = fmt::format("nothing was found, but {} could not be seen (--fail-on-blind-spots): {}{}",
                                 reports::counted(number, "thing"), first, number > 1 ? ", …" : "");
}

}  // namespace fencepost::command
