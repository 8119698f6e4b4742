#include "reports/gcc.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "reports/causes.h"
#include "reports/place.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

const char* level_of(const Finding& finding, const Context& context) {
  if (finding.severity == Severity::kNote) return "note";
  return fails(finding, context) && finding.severity <= Severity::kUndefined ? "error" : "warning";
}

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return printable(text);
}

std::string line_at(const SourceLocation* place, const std::string& root, std::string_view level,
                    const std::string& message) {
  std::string where = "fencepost";
  if (place != nullptr) {
    where = fmt::format("{}:{}", printable(path_below(place->file, root)), place->line);
    if (place->column > 0) where += fmt::format(":{}", place->column);
  }
  return fmt::format("{}: {}: {}\n", where, level, on_one_line(message));
}

}  // namespace

std::string to_gcc(const Findings& findings, Context& context) {
  const Causes causes(findings);
  const std::string root = root_of(findings, context.source_root);
  std::string text;
  for (const Finding& finding : findings.findings) {
    const SourceLocation* first = place_in_sources(finding);
    const bool follows = causes.of(finding) != nullptr;
    const std::string message = finding.message.empty() ? finding.title : finding.message;
    text += line_at(first, root, follows ? "note" : level_of(finding, context),
                    fmt::format("{}{} [{}]", follows ? "and so: " : "", message, finding.rule));
    if (follows) continue;
    for (const Access& access : finding.accesses) {
      if (&access.location == first || access.location.line == 0 || access.location.file.empty()) continue;
      text += line_at(&access.location, root, "note", what_of_rank(access));
    }
    if (!finding.suggestion.empty()) text += line_at(first, root, "note", "what to do: " + finding.suggestion);
  }
  if (findings.status == RunStatus::kFailed)
    text += fmt::format("fencepost: error: {}\n", printable(why_failed(findings)));
  return text;
}

}  // namespace fencepost::reports
