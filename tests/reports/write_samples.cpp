// Writes reports in every format into a directory, with realistic and hostile findings: for the tests that read them
// like other tools (validate.mjs), and for viewing.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reports/comparison.h"
#include "reports/format.h"
#include "reports/terminal.h"
#include "support/sample_findings.h"

namespace fencepost::reports {
namespace {

constexpr std::size_t kFiles = 30, kLines = 2'000;

// A project whose lines are all different.
void write_project(const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  for (std::size_t file = 0; file < kFiles; ++file) {
    std::ofstream out(directory / fmt::format("part_{}.c", file));
    for (std::size_t line = 0; line < kLines; ++line)
      out << fmt::format("  cells[{}] = left[{}] + right[{}] * factor;\n", file * kLines + line, line, file);
  }
}

// A different place in that project.
void move_to(SourceLocation& place, std::size_t number, const std::filesystem::path& project) {
  if (place.line == 0) return;
  place.line = static_cast<int>(number % kLines) + 1;
  place.file = (project / fmt::format("part_{}.c", number / kLines % kFiles)).string();
  place.address = 0x401000 + 16 * number;
  if (!place.function.empty()) place.function += fmt::format("_{}", number % 700);
}

// As many findings as a big old project has at first: the same few rules and windows, but hardly a line, byte, time or
// sentence in common.
Findings many(std::size_t count, const std::filesystem::path& project) {
  Findings findings = test::sample_findings();
  const Finding race = findings.findings.at(2);
  findings.findings.clear();
  for (std::size_t i = 0; i < count; ++i) {
    Finding finding = race;
    finding.rule = fmt::format("FP-RACE-{:03}", i % 7 + 1);
    finding.fingerprint = fmt::format("{:016x}", (i + 1) * 0x9e3779b97f4a7c15u);
    finding.message = fmt::format("Case {}: {}", i, race.message);
    finding.count = i * i % 977 + 1;
    finding.ranks = {static_cast<int>(i % 64), static_cast<int>((i * 7 + 1) % 64)};
    std::ranges::sort(finding.ranks);
    for (std::string& sentence : finding.why) sentence += fmt::format(" (at line {} of {})", i, i * 3);
    finding.suggestion += fmt::format(" Line {}.", i);
    std::size_t place = 10 * i;
    for (Access& access : finding.accesses) {
      access.rank = static_cast<int>(place % 64);
      move_to(access.location, place++, project);
      for (SourceLocation& frame : access.stack) move_to(frame, place++, project);
      access.first_byte += 8 * i;
      access.end_byte += 16 * i;
      access.time = 1'000'003 * i + place;
      if (access.epoch) {
        move_to(access.epoch->opened, place++, project);
        move_to(access.epoch->closed, place++, project);
        access.epoch->origin_completion += fmt::format("{}", place);
        access.epoch->target_completion += fmt::format("{}", place);
      }
    }
    for (TimelineEvent& event : finding.timeline.events) move_to(event.location, place += 3, project);
    findings.findings.push_back(finding);
  }
  return findings;
}

Findings suppressed() {
  Findings findings = test::sample_findings();
  findings.suppressed.push_back({.by = 0, .finding = findings.findings.back()});
  findings.findings.pop_back();
  findings.suppressions = {
      {.kind = SuppressionKind::kBaseline, .place = "known.json", .used = true, .findings = 1, .occurrences = 1}};
  return findings;
}

Findings several_jobs() {
  Findings findings = test::sample_findings();
  findings.jobs = {findings.program, findings.program};
  for (std::size_t i = 0; i < findings.findings.size(); ++i) findings.findings[i].jobs = {static_cast<int>(i % 2) + 1};
  findings.findings[3].consequence_of = findings.findings[1].fingerprint;
  return findings;
}

// Of all kinds: found and suppressed in several ways, with consequences, also of a note, of what was suppressed, and of
// what is in no report.
Findings mixed() {
  Findings findings = test::sample_findings();
  const std::vector<Finding> all = findings.findings;
  const auto add = [&](std::size_t like, const char* fingerprint, std::string_view cause, Severity severity) {
    Finding finding = all.at(like);
    finding.fingerprint = fingerprint;
    finding.consequence_of = std::string(cause);
    finding.severity = severity;
    findings.findings.push_back(finding);
  };
  add(3, "00000000000000a1", "", Severity::kNote);
  add(2, "00000000000000a2", "00000000000000a1", Severity::kUndefined);
  add(2, "00000000000000a3", "00000000000000a1", Severity::kNote);
  add(1, "00000000000000a4", "00000000000000b1", Severity::kError);
  add(1, "00000000000000a5", "ffffffffffffffff", Severity::kPerformance);
  add(0, "00000000000000a6", all.at(0).fingerprint, Severity::kPortability);
  findings.suppressions = {{.kind = SuppressionKind::kBaseline, .place = "known.json", .used = true, .findings = 1},
                           {.kind = SuppressionKind::kFile, .place = "my.supp:3", .used = true, .findings = 2}};
  for (const std::size_t by : {std::size_t{0}, std::size_t{1}, std::size_t{1}}) {
    Finding finding = all.at(by);
    finding.fingerprint = fmt::format("{:015x}{:x}", 0xb, findings.suppressed.size() + 1);
    findings.suppressed.push_back({.by = by, .finding = finding});
  }
  return findings;
}

Findings without(RunStatus status) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  findings.status = status;
  return findings;
}

// Ended early.
Findings interrupted(RunStatus status) {
  Findings findings = without(status);
  findings.failure = status == RunStatus::kFailed ? "fencepost run was killed" : "";
  findings.incomplete = {"interrupted by SIGTERM", "the analysis was cut short"};
  return findings;
}

Findings hostile() {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  for (const char* text :
       {"</script><script>alert(1)</script>", "<![CDATA[ ]]> ]]>", "a,b:c=d%0A::error::x\r\n::error::y",
        "invalid \xff\xfe \xc3(", "\x1b[31mred\x07", "| a | b |\n```", "../../etc/passwd", "\u202E"})
    findings.findings.push_back(test::findings_full_of(text).findings.at(0));
  return findings;
}

// In all formats, or in some.
void write(const std::filesystem::path& directory, const std::string& name, const Findings& findings,
           std::initializer_list<std::string_view> wanted = {}) {
  Sources sources;
  Context context{.sources = sources, .rule_texts = test::sample_rule_texts(), .tool_version = "0"};
  for (const Format& format : formats()) {
    if (wanted.size() > 0 && std::ranges::find(wanted, format.name) == wanted.end()) continue;
    const std::string ending = format.name == "junit"    ? "xml"
                               : format.name == "gitlab" ? "gitlab.json"
                                                         : std::string(format.name);
    std::ofstream(directory / (name + "." + ending), std::ios::binary) << format.write(findings, context);
  }
  if (wanted.size() == 0) std::ofstream(directory / (name + ".terminal")) << to_terminal(findings, sources, {});
}

// The output of fencepost diff for a run that was fixed and broken again elsewhere.
void write_comparison(const std::filesystem::path& directory) {
  Findings before = test::sample_findings(), after = before;
  before.findings.erase(before.findings.begin());
  after.findings.pop_back();
  std::ofstream(directory / "sample.diff.json") << to_json(compare(before, after));
}

}  // namespace
}  // namespace fencepost::reports

int main(int count, char** arguments) {
  using namespace fencepost;
  if (count != 2) return 2;
  const std::filesystem::path directory = arguments[1];
  std::filesystem::create_directories(directory);
  reports::write_project(directory / "project");
  reports::write(directory, "sample", test::sample_findings());
  reports::write_comparison(directory);
  reports::write(directory, "many", reports::many(5'000, directory / "project"),
                 {"html", "sarif", "gitlab", "github", "markdown"});
  reports::write(directory, "too_many", reports::many(6'000, directory / "project"), {"sarif"});
  reports::write(directory, "suppressed", reports::suppressed());
  reports::write(directory, "jobs", reports::several_jobs());
  reports::write(directory, "mixed", reports::mixed());
  reports::write(directory, "clean", reports::without(RunStatus::kClean));
  reports::write(directory, "failed", reports::without(RunStatus::kFailed));
  reports::write(directory, "interrupted", reports::interrupted(RunStatus::kClean));
  reports::write(directory, "killed", reports::interrupted(RunStatus::kFailed));
  reports::write(directory, "hostile", reports::hostile());
  return 0;
}
