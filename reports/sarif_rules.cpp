#include "reports/sarif_rules.h"

#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStandard = "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf";

// "conflicting_operations" → "ConflictingOperations"
std::string pascal_case(const std::string& name) {
  std::string result;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
    } else {
      result += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      upper = false;
    }
  }
  return result;
}

std::string first_paragraph(const std::string& page) {
  return page.substr(0, page.find("\n\n"));
}

const char* problem_severity(Severity severity) {
  switch (severity) {
    case Severity::kError:
    case Severity::kUndefined:
      return "error";
    case Severity::kPortability:
    case Severity::kPerformance:
      return "warning";
    case Severity::kNote:
      break;
  }
  return "recommendation";
}

}  // namespace

const char* sarif_level(Severity severity) {
  switch (severity) {
    case Severity::kError:
    case Severity::kUndefined:
      return "error";
    case Severity::kPortability:
    case Severity::kPerformance:
      return "warning";
    case Severity::kNote:
      break;
  }
  return "note";
}

Json sarif_text(const std::string& text) {
  return {{"text", valid_utf8(text)}};
}

std::size_t SarifRules::index_of(const Finding& finding) {
  const auto [found, inserted] = indices_.try_emplace(finding.rule, rules_.size());
  if (!inserted) return found->second;
  const std::optional<RuleText> text = texts_ ? texts_(finding.rule) : std::nullopt;
  Json rule = {{"id", valid_utf8(finding.rule)}};
  const std::string title = text ? text->title : finding.title;
  if (text && !text->name.empty()) rule["name"] = pascal_case(text->name);
  rule["shortDescription"] = sarif_text(title);
  rule["fullDescription"] = sarif_text(text && !text->page.empty() ? first_paragraph(text->page) : title);
  if (text && !text->page.empty()) {
    const std::string section =
        text->section.empty() ? "" : fmt::format("\n\nMPI-4.1, {}: <{}>\n", text->section, kStandard);
    rule["help"] = {{"text", valid_utf8(text->page)}, {"markdown", valid_utf8(text->page + section)}};
  }
  rule["helpUri"] = kStandard;
  rule["defaultConfiguration"]["level"] = sarif_level(text ? text->severity : finding.severity);
  // Each finding is a fact about a run (or about every run): a high precision. No tag says "security", because code
  // scanning would then require a score.
  rule["properties"] = {{"precision", "high"},
                        {"problem.severity", problem_severity(text ? text->severity : finding.severity)},
                        {"tags", {"mpi", "correctness", name_of(finding.family)}}};
  rules_.push_back(std::move(rule));
  return found->second;
}

}  // namespace fencepost::reports
