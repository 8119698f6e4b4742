#include "reports/annotations.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "reports/causes.h"
#include "reports/place.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

// GitHub shows only the first ten of a kind and step, and nobody reads a log of thousands.
constexpr std::size_t kMost = 100;

// Writes characters that would end the value or the command as %XX.
std::string escaped(std::string_view text, bool in_property) {
  std::string result;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const char c : printable(text.substr(0, end))) {
      const bool special = c == '%' || (in_property && (c == ':' || c == ','));
      result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    if (end == text.size()) return result;
    result += "%0A";
    text.remove_prefix(end + 1);
  }
}

const char* command_of(const Finding& finding, const Context& context) {
  if (finding.severity == Severity::kNote) return "notice";
  return fails(finding, context) && finding.severity <= Severity::kUndefined ? "error" : "warning";
}

}  // namespace

std::string to_annotations(const Findings& findings, Context& context) {
  const Causes causes(findings);
  const std::string root = root_of(findings, context.source_root);
  std::string text;
  std::size_t shown = 0, left_out = 0;
  for (const Finding& finding : findings.findings) {
    if (causes.of(finding) != nullptr) continue;
    if (shown == kMost) {
      ++left_out;
      continue;
    }
    ++shown;
    std::string properties;
    if (const SourceLocation* place = place_in_sources(finding)) {
      properties = fmt::format("file={},line={},", escaped(path_below(place->file, root), true), place->line);
      if (place->column > 0) properties += fmt::format("col={},", place->column);
    }
    std::string message = finding.message.empty() ? finding.rule + ": " + finding.title : finding.message;
    if (!finding.suggestion.empty()) message += "\nWhat to do: " + finding.suggestion;
    text += fmt::format("::{} {}title={}::{}\n", command_of(finding, context), properties,
                        escaped(finding.rule + ": " + finding.title, true), escaped(message, false));
  }
  if (left_out > 0)
    text += fmt::format("::notice title=Fencepost::{} more {} in the other reports\n", left_out,
                        left_out == 1 ? "is" : "are");
  if (findings.status == RunStatus::kFailed)
    text +=
        "::error title=Fencepost::" +
        escaped(findings.failure.empty() ? "The run could not be checked" : "No verdict: " + findings.failure, false) +
        "\n";
  return text;
}

}  // namespace fencepost::reports
