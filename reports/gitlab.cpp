#include "reports/gitlab.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/causes.h"
#include "reports/place.h"
#include "reports/raw_controls.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

const char* severity_of(const Finding& finding, const Context& context) {
  switch (finding.severity) {
    case Severity::kError:
    case Severity::kUndefined:
      return fails(finding, context) ? "critical" : "major";
    case Severity::kPortability:
      return "major";
    case Severity::kPerformance:
      return "minor";
    case Severity::kNote:
      break;
  }
  return "info";
}

}  // namespace

std::string to_gitlab(const Findings& findings, Context& context) {
  const Causes causes(findings);
  const std::string root = root_of(findings, context.source_root);
  Json report = Json::array();
  std::set<std::string> taken;
  for (const Finding& finding : findings.findings) {
    if (causes.of(finding) != nullptr) continue;
    // GitLab keeps only one entry per fingerprint, and accepts no entry without one.
    const std::string own = valid_utf8(finding.fingerprint.empty() ? finding.rule : finding.fingerprint);
    std::string fingerprint = own;
    for (int i = 2; !taken.insert(fingerprint).second; ++i) fingerprint = fmt::format("{}-{}", own, i);
    const SourceLocation* place = place_in_sources(finding);
    std::string description = finding.message.empty() ? finding.title : finding.message;
    if (!finding.suggestion.empty()) description += " " + finding.suggestion;
    report.push_back({{"description", valid_utf8(description)},
                      {"check_name", valid_utf8(finding.rule)},
                      {"fingerprint", fingerprint},
                      {"severity", severity_of(finding, context)},
                      {"location",
                       {{"path", place != nullptr ? valid_utf8(path_below(place->file, root)) : "."},
                        {"lines", {{"begin", place != nullptr ? place->line : 1}}}}}});
  }
  return without_raw_controls(report.dump(2)) + "\n";
}

}  // namespace fencepost::reports
