#include "reports/junit.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

// Text for XML: markup escaped, and characters that XML 1.0 forbids replaced. Line ends stay.
std::string in_xml(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string line = printable(text.substr(0, end));
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::string_view rest = std::string_view(line).substr(i);
      if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
        result += "\xEF\xBF\xBD";
        i += 2;
      } else if (line[i] == '<') {
        result += "&lt;";
      } else if (line[i] == '>') {
        result += "&gt;";
      } else if (line[i] == '&') {
        result += "&amp;";
      } else if (line[i] == '"') {
        result += "&quot;";
      } else {
        result += line[i];
      }
    }
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string one_line(const std::string& text) {
  std::string line = text;
  std::ranges::replace(line, '\n', ' ');
  return in_xml(line);
}

bool fails(const Finding& finding, Severity threshold) {
  return finding.severity <= threshold;
}

// `suppressed_by`: "" if the finding is not suppressed.
std::string test_case(const Finding& finding, const Findings& all, Sources& sources, Severity threshold,
                      const std::string& suppressed_by) {
  const ProgramInfo& program = all.program;
  std::string name = finding.title;
  std::string place;
  if (!finding.accesses.empty()) {
    const SourceLocation& location = finding.accesses.front().location;
    name += " at " + place_of(location, program.directory);
    if (location.line > 0) {
      place =
          fmt::format(" file=\"{}\" line=\"{}\"", one_line(shorten(location.file, program.directory)), location.line);
    }
  }
  Findings single;
  single.findings = {finding};
  single.jobs = all.jobs;
  std::string text = in_xml(to_terminal(
      single, sources, {.colour = false, .width = 100, .context = 1, .most = 0, .directory = program.directory}));
  // Without the summary line of a whole run.
  text.resize(text.rfind("fencepost: "));
  std::string body = !suppressed_by.empty()
                         ? fmt::format("<skipped message=\"suppressed by {}\"/>", one_line(suppressed_by))
                     : fails(finding, threshold) ? fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>",
                                                               one_line(finding.rule), one_line(finding.message), text)
                                                 : fmt::format("<system-out>{}</system-out>", text);
  return fmt::format("    <testcase classname=\"fencepost.{}\" name=\"{}\"{}>\n      {}\n    </testcase>\n",
                     one_line(finding.rule), one_line(name), place, body);
}

}  // namespace

std::string to_junit(const Findings& findings, Sources& sources, Severity threshold) {
  std::string cases;
  std::size_t tests = findings.findings.size() + findings.suppressed.size();
  std::size_t errors = 0;
  for (const Finding& finding : findings.findings) cases += test_case(finding, findings, sources, threshold, "");
  for (const SuppressedFinding& suppressed : findings.suppressed)
    cases += test_case(suppressed.finding, findings, sources, threshold, findings.suppressions.at(suppressed.by).place);
  auto failures =
      std::ranges::count_if(findings.findings, [&](const Finding& finding) { return fails(finding, threshold); });
  if (findings.status == RunStatus::kFailed) {
    cases +=
        "    <testcase classname=\"fencepost\" name=\"check\">\n      <error message=\"the run could not be "
        "checked\"/>\n    </testcase>\n";
    ++tests;
    ++errors;
  } else if (tests == 0) {
    cases += "    <testcase classname=\"fencepost\" name=\"no findings\"/>\n";
    ++tests;
  }
  std::string spots;
  for (const std::string& sentence : findings.blind_spots) spots += "Not seen: " + sentence + "\n";
  for (const std::string& sentence : suppression_sentences(findings)) spots += "Suppressed: " + sentence + "\n";
  if (!spots.empty()) cases += fmt::format("    <system-out>{}</system-out>\n", in_xml(spots));
  std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests, failures, errors,
                                   findings.suppressed.size());
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fencepost\" {0}>\n  <testsuite name=\"{1}\" "
      "{0}>\n{2}  </testsuite>\n</testsuites>\n",
      counts, one_line(findings.program.command), cases);
}

}  // namespace fencepost::reports
