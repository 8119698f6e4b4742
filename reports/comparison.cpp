#include "reports/comparison.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/causes.h"
#include "reports/place.h"
#include "reports/raw_controls.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;
using Key = std::pair<std::string_view, std::string_view>;

Key key_of(const Finding& finding) {
  return {finding.rule, finding.fingerprint};
}

// All findings, including those that a baseline has suppressed.
std::vector<const Finding*> all_of(const Findings& findings) {
  std::vector<const Finding*> all;
  for (const Finding& finding : findings.findings) all.push_back(&finding);
  for (const SuppressedFinding& suppressed : findings.suppressed) all.push_back(&suppressed.finding);
  return all;
}

std::string line_of(const Finding& finding, const TerminalStyle& style) {
  const SourceLocation* place = place_in_sources(finding);
  return fmt::format("{} {}  {}{}", name_of(finding.severity), printable(finding.rule), printable(finding.title),
                     place != nullptr ? "  " + printable(place_of(*place, style.directory)) : "");
}

Json json_of(const std::vector<const Finding*>& findings) {
  Json list = Json::array();
  for (const Finding* finding : findings) {
    const SourceLocation* place = place_in_sources(*finding);
    list.push_back({{"rule", valid_utf8(finding->rule)},
                    {"severity", name_of(finding->severity)},
                    {"title", valid_utf8(finding->title)},
                    {"message", valid_utf8(finding->message)},
                    {"fingerprint", valid_utf8(finding->fingerprint)},
                    {"consequence_of", valid_utf8(finding->consequence_of)},
                    {"file", place != nullptr ? valid_utf8(place->file) : ""},
                    {"line", place != nullptr ? place->line : 0}});
  }
  return list;
}

}  // namespace

Comparison compare(const Findings& before, const Findings& after) {
  Comparison comparison;
  std::map<Key, const Finding*> known;
  for (const Finding* finding : all_of(before)) known.try_emplace(key_of(*finding), finding);
  std::map<Key, bool> there;
  for (const Finding* finding : all_of(after)) {
    if (!there.try_emplace(key_of(*finding), true).second) continue;
    (known.contains(key_of(*finding)) ? comparison.same : comparison.fresh).push_back(finding);
  }
  for (const Finding* finding : all_of(before))
    if (known.at(key_of(*finding)) == finding && !there.contains(key_of(*finding))) comparison.gone.push_back(finding);
  for (const Findings* run : {&before, &after}) {
    const Causes causes(*run);
    for (const Finding* finding : all_of(*run))
      if (causes.of(*finding) != nullptr) comparison.consequences.insert(finding);
  }
  return comparison;
}

std::string to_terminal(const Comparison& comparison, const TerminalStyle& style) {
  std::string text;
  const auto follows = [&](const Finding* finding) { return comparison.consequences.contains(finding); };
  const auto tell = [&](const char* sign, const std::vector<const Finding*>& findings) {
    for (const Finding* finding : findings)
      text += fmt::format("{}{}{}\n", sign, follows(finding) ? "and so " : "", line_of(*finding, style));
  };
  tell("+ ", comparison.fresh);
  tell("- ", comparison.gone);
  const auto numbers = [&](bool of_consequences) {
    const auto number = [&](const std::vector<const Finding*>& findings) {
      return grouped(static_cast<std::uint64_t>(
          std::ranges::count_if(findings, [&](const Finding* one) { return follows(one) == of_consequences; })));
    };
    return fmt::format("{} new, {} gone, {} the same", number(comparison.fresh), number(comparison.gone),
                       number(comparison.same));
  };
  text += "fencepost: " + numbers(false);
  const auto has_consequence = [&](const std::vector<const Finding*>& findings) {
    return std::ranges::any_of(findings, follows);
  };
  if (has_consequence(comparison.fresh) || has_consequence(comparison.gone) || has_consequence(comparison.same))
    text += fmt::format(" (consequences: {})", numbers(true));
  return text + "\n";
}

std::string to_json(const Comparison& comparison) {
  const Json json = {{"schema", "fencepost-diff/1"},
                     {"new", json_of(comparison.fresh)},
                     {"gone", json_of(comparison.gone)},
                     {"same", json_of(comparison.same)}};
  return without_raw_controls(json.dump(2)) + "\n";
}

Findings as_findings(const Comparison& comparison, const Findings& after, std::string_view before) {
  Findings result = after;
  result.findings.clear();
  result.suppressed.clear();
  result.suppressions.clear();
  for (const Finding* finding : comparison.fresh) result.findings.push_back(*finding);
  const auto hide = [&](const std::vector<const Finding*>& findings, const char* text) {
    if (findings.empty()) return;
    Suppression by{.kind = SuppressionKind::kBaseline, .place = std::string(before), .text = text, .used = true};
    for (const Finding* finding : findings) {
      result.suppressed.push_back({.by = result.suppressions.size(), .finding = *finding});
      by.occurrences += finding->count;
    }
    by.findings = findings.size();
    result.suppressions.push_back(std::move(by));
  };
  hide(comparison.same, "the same in both runs");
  hide(comparison.gone, "gone: not in the second run");
  return result;
}

std::string matrix_to_terminal(const Findings& findings, const TerminalStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < findings.jobs.size(); ++i)
    text += fmt::format("{:>3}  {}\n", i + 1, printable(findings.jobs[i].command));
  text += '\n';
  for (const Finding& finding : findings.findings) {
    for (std::size_t i = 0; i < findings.jobs.size(); ++i) {
      const bool found = std::ranges::find(finding.jobs, static_cast<int>(i) + 1) != finding.jobs.end();
      text += fmt::format("{:>3}", found ? "x" : ".");
    }
    text += "  " + line_of(finding, style) + "\n";
  }
  return text + "fencepost: " + summary_of(findings) + "\n";
}

}  // namespace fencepost::reports
