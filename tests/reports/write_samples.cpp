// Writes reports in every format into a directory, of what real and hostile findings are like: for the tests that read
// them as others do (validate.mjs), and for looking at them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "reports/format.h"
#include "support/sample_findings.h"

namespace fencepost::reports {
namespace {

// So many findings as a big old project has at first: different places, the same few windows and texts.
Findings many(std::size_t count) {
  Findings findings = test::sample_findings();
  const Finding race = findings.findings.at(2);
  findings.findings.clear();
  for (std::size_t i = 0; i < count; ++i) {
    Finding finding = race;
    finding.rule = fmt::format("FP-RACE-{:03}", i % 7 + 1);
    finding.fingerprint = fmt::format("{:016x}", (i + 1) * 0x9e3779b97f4a7c15u);
    finding.message = fmt::format("Case {}: {}", i, race.message);
    for (Access& access : finding.accesses) {
      access.location.line = static_cast<int>(i % 40) + 1;
      access.location.function = fmt::format("exchange_{}", i % 300);
    }
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

Findings without(RunStatus status) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  findings.status = status;
  return findings;
}

// Ended before its time.
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
}

}  // namespace
}  // namespace fencepost::reports

int main(int count, char** arguments) {
  using namespace fencepost;
  if (count != 2) return 2;
  const std::filesystem::path directory = arguments[1];
  std::filesystem::create_directories(directory);
  reports::write(directory, "sample", test::sample_findings());
  reports::write(directory, "many", reports::many(5'000), {"html", "sarif", "gitlab", "github"});
  reports::write(directory, "too_many", reports::many(6'000), {"sarif"});
  reports::write(directory, "suppressed", reports::suppressed());
  reports::write(directory, "jobs", reports::several_jobs());
  reports::write(directory, "clean", reports::without(RunStatus::kClean));
  reports::write(directory, "failed", reports::without(RunStatus::kFailed));
  reports::write(directory, "interrupted", reports::interrupted(RunStatus::kClean));
  reports::write(directory, "killed", reports::interrupted(RunStatus::kFailed));
  reports::write(directory, "hostile", reports::hostile());
  return 0;
}
