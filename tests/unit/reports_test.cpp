// The report writers: nothing is lost on the way through JSON, and no text of a program can break a report.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports/format.h"
#include "reports/json.h"
#include "reports/pack.h"
#include "reports/patch.h"
#include "reports/sources.h"
#include "reports/terminal.h"
#include "reports/text.h"
#include "support/sample_findings.h"

namespace fencepost::reports {
namespace {

const std::vector<std::string> kHostile = {"</script><script>alert(1)</script>",
                                           "<!-- --> <![CDATA[ ]]> ]]>",
                                           "\"quotes\" 'and' &amp; \\ \\u0000 `${x}`",
                                           std::string("invalid \xff\xfe \xc3( \xed\xa0\x80 \xf8 end\xe2\x82"),
                                           std::string("\x1b[31mred\x1b]0;title\x07 \x9b", 20),
                                           std::string("nul\0nul", 7),
                                           "\x7f delete, \xc2\x9b"
                                           "31m red in one character, \xc2\x85 next line",
                                           "\u202Edesrever\u2066",
                                           "line\nline\r\nline\u2028line",
                                           "../../etc/passwd",
                                           "%s%n{}{0}"};

TEST(Json, ReadsBackWhatItWrote) {
  Findings findings = test::sample_findings();
  std::string text = to_json(findings);
  std::string error;
  auto again = from_json(text, error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(to_json(*again), text);
  EXPECT_EQ(again->findings.size(), findings.findings.size());
  EXPECT_EQ(again->findings.at(2).accesses.at(0).epoch->closed.line, 21);
  EXPECT_EQ(again->program.exit_status, 0);
}

TEST(Json, HasTheFieldsThatOthersBuildOn) {
  auto json = nlohmann::json::parse(to_json(test::sample_findings()));
  EXPECT_EQ(json.at("schema"), "fencepost-findings/1");
  EXPECT_EQ(json.at("status"), "findings");
  EXPECT_EQ(json.at("program").at("ranks"), 4);
  EXPECT_TRUE(json.at("program").contains("command"));
  EXPECT_TRUE(json.at("program").contains("mpi_library"));
  EXPECT_TRUE(json.at("blind_spots").is_array());
  const auto& race = json.at("findings").at(2);
  for (const char* name :
       {"rule", "family", "severity", "title", "message", "section", "suggestion", "count", "fingerprint"}) {
    EXPECT_TRUE(race.contains(name)) << name;
  }
  EXPECT_EQ(race.at("family"), "RACE");
  EXPECT_EQ(race.at("severity"), "undefined");
  const auto& put = race.at("accesses").at(0);
  for (const char* name : {"rank", "thread", "role", "kind", "call", "file", "line", "column", "function", "stack",
                           "window", "target", "bytes", "epoch"}) {
    EXPECT_TRUE(put.contains(name)) << name;
  }
  EXPECT_EQ(put.at("bytes").at("first"), 0);
  EXPECT_EQ(put.at("bytes").at("end"), 4096);
  EXPECT_EQ(put.at("stack").at(1).at("function"), "main");
  EXPECT_TRUE(race.at("accesses").at(1).at("epoch").is_null());
}

TEST(Json, IsValidWhateverTheProgramCalledItsThings) {
  for (const std::string& text : kHostile) {
    std::string json = to_json(test::findings_full_of(text));
    std::string error;
    auto again = from_json(json, error);
    ASSERT_TRUE(again) << error << "\n" << json;
    EXPECT_EQ(again->findings.at(0).title, valid_utf8(text));
  }
}

TEST(Json, SaysInOneSentenceWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "not a JSON object"},
      {"[1]", "not a JSON object"},
      {"{}", "not a findings file"},
      {R"({"schema": 1})", "not a findings file"},
      {R"({"schema": "fencepost-findings/9"})", "fencepost-findings/9"},
      {R"({"schema": "fencepost-findings/1", "findings": 3})", "findings is not an array"},
      {R"({"schema": "fencepost-findings/1", "status": "fine"})", "unknown value \"fine\""},
      {R"({"schema": "fencepost-findings/1", "findings": [{"count": "x"}]})", "findings[0].count is not an integer"},
      {R"({"schema": "fencepost-findings/1", "findings": [{"count": -1}]})", "findings[0].count is out of range"},
      {R"({"schema": "fencepost-findings/1", "program": {"ranks": 99999999999}})", "program.ranks is out of range"},
      {R"({"schema": "fencepost-findings/1", "findings": [{"timeline": {"edges": [{"from": 7, "to": 0}]}}]})",
       "not there"},
      {R"({"schema": "fencepost-findings/1", "findings": [{"timeline": {"events": [{"access": 1}]}}]})", "not there"},
  };
  for (auto [text, expected] : cases) {
    std::string error;
    EXPECT_FALSE(from_json(text, error)) << text;
    EXPECT_NE(error.find(expected), std::string::npos) << text << ": " << error;
  }
}

TEST(Json, TakesFilesWithLessAndWithMoreInThem) {
  std::string error;
  auto findings =
      from_json(R"({"schema": "fencepost-findings/1", "later": {}, "findings": [{"rule": "X", "new": 1}]})", error);
  ASSERT_TRUE(findings) << error;
  EXPECT_EQ(findings->findings.at(0).rule, "X");
  EXPECT_EQ(findings->findings.at(0).count, 1u);
}

// What a format makes of findings.
std::string written(const Findings& findings, std::string_view format, Severity threshold = Severity::kPortability,
                    const std::string& root = "") {
  Sources sources;
  Context context{.sources = sources,
                  .rule_texts = test::sample_rule_texts(),
                  .tool_version = "1.2.3",
                  .counts = [=](const Finding& finding) { return finding.severity <= threshold; },
                  .source_root = root};
  return format_named(format)->write(findings, context);
}

std::string terminal_text(const Findings& findings, int width = 100,
                          const std::string& directory = test::sample_source_directory()) {
  Sources sources;
  TerminalStyle style;
  style.width = width;
  style.directory = directory;
  return to_terminal(findings, sources, style);
}

TEST(Terminal, NamesBothAccessesWithTheirLines) {
  std::string text = terminal_text(test::sample_findings());
  for (const char* part :
       {"FP-RACE-001", "rank 0: MPI_Put to rank 1  halo.c:18:3 in exchange", "rank 1: load  halo.c:29:56 in relax",
        "18 >   MPI_Put(last, kColumns", "opened by MPI_Win_lock_all at halo.c:14", "MPI_Win_flush_all(win)",
        "396 times on ranks 0–3", "MPI-4.1, 12.7", "fencepost explain FP-RACE-001", "main halo.c:42",
        "The source file /nowhere/missing.f90 cannot be read here.",
        "missing.f90:12 in queue::push, in a call of _send", "libsolver.so",
        "fencepost: 4 findings (2 errors, 1 undefined outcome, 1 note) in 4 ranks, 800 RMA operations"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Terminal, NamesTheFilesOfEpochsAsTheSentencesDo) {
  const std::string text = terminal_text(test::sample_findings(), 100, "/elsewhere");
  EXPECT_NE(text.find("opened by MPI_Win_lock_all at halo.c:14"), std::string::npos) << text;
}

TEST(Terminal, StaysWithinItsWidth) {
  for (int width : {20, 30, 40, 80, 120}) {
    std::string text = terminal_text(test::sample_findings(), width);
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = text.find('\n', begin);
      std::string_view line = std::string_view(text).substr(begin, end - begin);
      // Headings of accesses and the summary are single lines that a terminal may wrap.
      bool prose = line.starts_with("         ") || line.find(" | ") == 7 || line.find(" > ") == 7;
      // A word that has no room on its own is not broken.
      const std::size_t text_begins = line.find_first_not_of(' ');
      const bool one_word = line.find(' ', std::min(text_begins, line.size())) == std::string_view::npos;
      if (prose && !one_word && line.find('/') == std::string_view::npos) {
        EXPECT_LE(columns_of(line), width) << line;
      }
      begin = end + 1;
    }
  }
}

TEST(Terminal, LeavesOutTheLanguagesOwnFunctionsAmongCallers) {
  Findings findings = test::sample_findings();
  Access& access = findings.findings.at(0).accesses.at(0);
  access.stack = {access.location};
  const auto frame = [&](std::string file, std::string function, std::string module) {
    SourceLocation location;
    location.file = std::move(file);
    location.line = 7;
    location.function = std::move(function);
    location.module = std::move(module);
    access.stack.push_back(location);
  };
  for (int i = 0; i < 8; ++i) frame("/usr/include/c++/12/bits/invoke.h", "std::__invoke<Work>", "/home/user/app");
  frame("/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h", "__gthread_once", "/home/user/app");
  frame("/home/user/pool.cpp", "Pool::serve", "/home/user/app");
  frame("nptl/pthread_create.c", "start_thread", "/lib/x86_64-linux-gnu/libc.so.6");
  const std::string text = terminal_text(findings);
  EXPECT_NE(text.find("Pool::serve"), std::string::npos);
  EXPECT_EQ(text.find("std::__invoke"), std::string::npos);
  EXPECT_EQ(text.find("__gthread_once"), std::string::npos);
  EXPECT_EQ(text.find("start_thread"), std::string::npos);
}

TEST(Terminal, NamesTheFirstOfManyLocksAndSaysHowManyMoreThereAre) {
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  for (Access& access : findings.findings[0].accesses) access.locks.clear();
  auto& locks = findings.findings[0].accesses[0].locks;
  for (int i = 1; i <= 40; ++i) locks.push_back("a shared lock of rank " + std::to_string(i));
  std::string text = terminal_text(findings);
  EXPECT_NE(text.find("a shared lock of rank 6\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("a shared lock of rank 7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("and 34 more locks, which HTML and JSON have\n"), std::string::npos) << text;
  locks.resize(6);
  text = terminal_text(findings);
  EXPECT_NE(text.find("a shared lock of rank 6\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("more lock"), std::string::npos) << text;
}

TEST(Terminal, LetsNoControlCharacterThrough) {
  for (const std::string& text : kHostile) {
    for (char c : terminal_text(test::findings_full_of(text))) {
      EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << text;
    }
  }
}

TEST(Terminal, SaysThatACleanRunWasClean) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  findings.blind_spots.clear();
  findings.status = RunStatus::kClean;
  EXPECT_EQ(terminal_text(findings),
            "fencepost: no findings in 4 ranks, 800 RMA operations, 26,112,000 loads and stores\n");
}

TEST(Terminal, SaysInItsLastLineWhatWasNotLookedAt) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  findings.status = RunStatus::kClean;
  findings.statistics.memory_accesses = 0;
  findings.blind_spots = {"one", "two"};
  const std::string text = terminal_text(findings);
  EXPECT_TRUE(
      text.ends_with("fencepost: no findings in 4 ranks, 800 RMA operations, no loads and stores; 2 things could "
                     "not be seen\n"))
      << text;
}

TEST(Terminal, ShowsNoMoreThanAsked) {
  Findings findings = test::sample_findings();
  Sources sources;
  TerminalStyle style;
  style.most = 1;
  std::string text = to_terminal(findings, sources, style);
  EXPECT_NE(text.find("and 3 more"), std::string::npos);
  EXPECT_EQ(text.find("FP-RACE-001"), std::string::npos);
}

TEST(Consequences, StandBehindTheirCauseAndAreNoFindingsOfTheirOwn) {
  Findings findings = test::sample_findings();
  findings.findings.resize(2);
  findings.findings[1].consequence_of = findings.findings[0].fingerprint;
  Sources sources;
  const std::string text = to_terminal(findings, sources, {});
  EXPECT_NE(text.find("  and so "), std::string::npos);
  EXPECT_NE(text.find("fencepost: 1 finding ("), std::string::npos);
  EXPECT_NE(text.find("), 1 consequence in "), std::string::npos);
  const auto json = nlohmann::json::parse(to_json(findings));
  EXPECT_EQ(json.at("findings").at(0).at("consequence_of"), "");
  EXPECT_EQ(json.at("findings").at(1).at("consequence_of"), json.at("findings").at(0).at("fingerprint"));
  const auto sarif = nlohmann::json::parse(written(findings, "sarif"));
  const auto& results = sarif.at("runs").at(0).at("results");
  EXPECT_FALSE(results.at(0).at("properties").contains("consequenceOf"));
  EXPECT_EQ(results.at(1).at("properties").at("consequenceOf"), findings.findings[0].fingerprint);
  // Its cause was suppressed: it counts as a separate mistake.
  findings.findings.erase(findings.findings.begin());
  const std::string alone = to_terminal(findings, sources, {});
  EXPECT_EQ(alone.find("and so"), std::string::npos);
  EXPECT_EQ(alone.find("consequence"), std::string::npos);
}

// The sample with its race hidden by a file, and a comment that hides nothing.
Findings with_suppressions() {
  Findings findings = test::sample_findings();
  findings.suppressed.push_back({.by = 0, .finding = findings.findings.at(2)});
  findings.findings.erase(findings.findings.begin() + 2);
  findings.suppressions = {{.kind = SuppressionKind::kFile,
                            .place = "my.supp:3",
                            .text = "RACE file:<halo>.c",
                            .used = true,
                            .findings = 1,
                            .occurrences = 396},
                           {.kind = SuppressionKind::kComment, .place = "halo.c:7", .text = "old"},
                           {.kind = SuppressionKind::kBaseline, .place = "b.json", .problem = "it is damaged"}};
  return findings;
}

TEST(Suppressed, IsSaidInEveryReport) {
  const Findings findings = with_suppressions();
  const std::string text = terminal_text(findings);
  for (const char* part : {"What was suppressed\n", "- 1 finding (396 occurrences) by my.supp:3: RACE file:<halo>.c\n",
                           "- nothing by the comment at halo.c:7: old\n", "- the baseline b.json: it is damaged\n",
                           "3 findings (", ", 1 suppressed in"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("FP-RACE-001"), std::string::npos);

  std::string error;
  const auto again = from_json(to_json(findings), error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(to_json(*again), to_json(findings));
  EXPECT_EQ(again->suppressed.at(0).finding.rule, "FP-RACE-001");
  EXPECT_FALSE(from_json(R"({"schema": "fencepost-findings/1", "suppressed": [{"by": 0, "finding": {}}]})", error));
  EXPECT_EQ(error, "The findings are damaged: suppressed[0].by names a suppression that is not there.");

  const auto run = nlohmann::json::parse(written(findings, "sarif")).at("runs").at(0);
  ASSERT_EQ(run.at("results").size(), 4u);
  EXPECT_FALSE(run.at("results").at(0).contains("suppressions"));
  EXPECT_EQ(run.at("results").at(3).at("suppressions").at(0).at("kind"), "external");

  Sources sources;
  const std::string junit = written(findings, "junit", Severity::kNote);
  EXPECT_NE(junit.find("tests=\"4\" failures=\"3\" errors=\"0\" skipped=\"1\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("<skipped message=\"suppressed by my.supp:3\"/>"), std::string::npos) << junit;
  EXPECT_NE(junit.find("Suppressed: nothing by the comment at halo.c:7: old"), std::string::npos) << junit;
}

TEST(Sarif, HasRulesLocationsAndFingerprints) {
  auto json = nlohmann::json::parse(written(test::sample_findings(), "sarif"));
  EXPECT_EQ(json.at("version"), "2.1.0");
  const auto& run = json.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("version"), "1.2.3");
  EXPECT_EQ(run.at("results").size(), 4u);
  const auto& race = run.at("results").at(2);
  EXPECT_EQ(race.at("level"), "error");
  const auto& rule = run.at("tool").at("driver").at("rules").at(race.at("ruleIndex").get<std::size_t>());
  EXPECT_EQ(rule.at("id"), race.at("ruleId"));
  EXPECT_NE(rule.at("help").at("markdown").get<std::string>().find("## Why"), std::string::npos);
  const auto& place = race.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "halo.c");
  EXPECT_EQ(place.at("artifactLocation").at("uriBaseId"), "%SRCROOT%");
  EXPECT_EQ(place.at("region").at("startLine"), 18);
  EXPECT_EQ(race.at("relatedLocations").size(), 4u);  // both accesses, and where the epoch was opened and closed
  EXPECT_EQ(race.at("codeFlows").at(0).at("threadFlows").size(), 2u);
  EXPECT_EQ(place.at("region").at("endLine"), 18);
  EXPECT_GT(place.at("region").at("endColumn"), place.at("region").at("startColumn"));
  EXPECT_FALSE(race.contains("baselineState"));
  EXPECT_EQ(race.at("stacks").at(0).at("frames").size(), 2u);
  EXPECT_EQ(race.at("partialFingerprints").at("fencepost/v1"), "b6f1c2f1a07d4e55");
  EXPECT_EQ(run.at("results").at(3).at("level"), "note");
  const auto& foreign = run.at("results").at(3).at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(foreign.at("artifactLocation").at("uri"), "file:///nowhere/missing.f90");
  EXPECT_EQ(run.at("invocations").at(0).at("toolExecutionNotifications").size(), 1u);
}

TEST(Sarif, IsValidWhateverTheProgramCalledItsThings) {
  for (const std::string& text : kHostile) {
    auto json = nlohmann::json::parse(written(test::findings_full_of(text), "sarif"));
    const auto& place = json.at("runs").at(0).at("results").at(0).at("locations").at(0).at("physicalLocation");
    for (char c : place.at("artifactLocation").at("uri").get<std::string>()) {
      EXPECT_TRUE(c > ' ' && c < 127 && c != '"' && c != '<' && c != '>') << text;
    }
  }
}

// Ranks mostly have the same stack: SARIF takes each stack only once.
TEST(Sarif, HasEachStackOnce) {
  Findings findings = test::sample_findings();
  Finding& finding = findings.findings.at(0);
  finding.accesses.resize(1);
  finding.accesses[0].stack = {finding.accesses[0].location};
  finding.accesses.push_back(finding.accesses[0]);
  finding.accesses[1].rank = 7;
  const auto json = nlohmann::json::parse(written(findings, "sarif"));
  EXPECT_EQ(json.at("runs").at(0).at("results").at(0).at("stacks").size(), 1u);
}

// Code scanning refuses a result without a place.
TEST(Sarif, GivesWhatHasNoSourceTheProjectAsItsPlace) {
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  findings.findings[0].accesses.clear();
  const auto json = nlohmann::json::parse(written(findings, "sarif"));
  const auto& place = json.at("runs").at(0).at("results").at(0).at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "./");
  EXPECT_EQ(place.at("region").at("startLine"), 1);
}

TEST(Sarif, FoldsWhatIsTooMuchForCodeScanning) {
  Findings findings = test::sample_findings();
  Finding race = findings.findings.at(2);
  findings.findings.assign(6000, race);
  for (std::size_t i = 0; i < findings.findings.size(); ++i)
    findings.findings[i].accesses[0].location.function = "f" + std::to_string(i % 700);
  const std::string text = written(findings, "sarif");
  EXPECT_LE(text.size(), 10'000'000u);
  const auto run = nlohmann::json::parse(text).at("runs").at(0);
  EXPECT_EQ(run.at("results").size(), 700u);
  EXPECT_EQ(run.at("results").at(0).at("occurrenceCount"), 396u * 9);
  EXPECT_EQ(run.at("invocations").at(0).at("toolExecutionNotifications").back().at("level"), "warning");
}

TEST(Sarif, TellsWhatABaselineKnew) {
  Findings findings = test::sample_findings();
  findings.suppressed.push_back({.by = 0, .finding = findings.findings.back()});
  findings.findings.pop_back();
  findings.suppressions = {{.kind = SuppressionKind::kBaseline, .place = "b.json", .used = true, .findings = 1}};
  const auto results = nlohmann::json::parse(written(findings, "sarif")).at("runs").at(0).at("results");
  EXPECT_EQ(results.at(0).at("baselineState"), "new");
  EXPECT_EQ(results.at(3).at("baselineState"), "unchanged");
}

TEST(Sarif, NamesFilesBelowTheRootThatIsGiven) {
  const std::string root = test::sample_source_directory();
  const std::string above = root.substr(0, root.rfind('/'));
  const auto run =
      nlohmann::json::parse(written(test::sample_findings(), "sarif", Severity::kNote, above)).at("runs").at(0);
  EXPECT_EQ(run.at("originalUriBaseIds").at("%SRCROOT%").at("uri"), "file://" + above + "/");
  const auto& place = run.at("results").at(2).at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), root.substr(above.size() + 1) + "/halo.c");
}

TEST(Junit, HasASuiteForEachJobAndNamesThatStay) {
  Findings findings = test::sample_findings();
  findings.jobs = {findings.program, findings.program};
  for (Finding& finding : findings.findings) finding.jobs = {1, 2};
  findings.findings[0].jobs = {2};
  findings.findings[3].consequence_of = findings.findings[2].fingerprint;
  const std::string text = written(findings, "junit");
  std::size_t suites = 0;
  for (std::size_t at = 0; (at = text.find("<testsuite ", at)) != std::string::npos; ++at) ++suites;
  EXPECT_EQ(suites, 2u);
  // Three findings in the second job, two in the first; the fourth follows from one of them.
  EXPECT_NE(text.find("<testsuites name=\"fencepost\" tests=\"5\""), std::string::npos) << text;
  EXPECT_NE(
      text.find("name=\"A put and a load access the same window memory, unordered in exchange (halo.c) [b6f1c2f1]\""),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("<property name=\"fingerprint\" value=\"b6f1c2f1a07d4e55\"/>"), std::string::npos);
  EXPECT_NE(text.find("and so"), std::string::npos);
  for (std::size_t at = 0; (at = text.find("<testcase ", at)) != std::string::npos; ++at) {
    const std::size_t name = text.find(" name=\"", at) + 7;
    const std::string_view value = std::string_view(text).substr(name, text.find('"', name) - name);
    EXPECT_EQ(value.find(":1"), std::string_view::npos) << value;
    EXPECT_EQ(value.find(test::sample_source_directory()), std::string_view::npos) << value;
  }
}

TEST(Html, LoadsNothingAndHoldsEverything) {
  const std::string page = written(test::sample_findings(), "html");
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("{{"), std::string::npos);
  for (const char* foreign : {"src=\"http", "href=\"http", "@import", "url(h", "url(\"", "url('"})
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
}

// As html/unpack.js does it.
nlohmann::ordered_json unpacked(const nlohmann::ordered_json& packed, std::size_t place) {
  const auto& value = packed.at("values").at(place);
  if (!value.is_array()) return value;
  const int kind = value.at(0).get<int>();
  nlohmann::ordered_json result = kind >= 0 ? nlohmann::ordered_json::object() : nlohmann::ordered_json::array();
  for (std::size_t i = 1; i < value.size(); ++i) {
    if (kind == -2)
      result.push_back(value[i]);
    else if (kind == -1)
      result.push_back(unpacked(packed, value[i].get<std::size_t>()));
    else
      result[packed.at("shapes").at(static_cast<std::size_t>(kind)).at(i - 1).get<std::string>()] =
          unpacked(packed, value[i].get<std::size_t>());
  }
  return result;
}

TEST(Html, PacksItsDataAndLosesNothing) {
  const auto json = nlohmann::ordered_json::parse(to_json(test::sample_findings()));
  const auto small = packed(json);
  EXPECT_EQ(unpacked(small, small.at("root").get<std::size_t>()), json);
  EXPECT_LT(small.dump().size(), json.dump().size());
}

TEST(Terminal, FoldsNamesOfTemplates) {
  EXPECT_EQ(folded_name("Grid<double, 3>::put<long>", 60), "Grid<double, 3>::put<long>");
  EXPECT_EQ(folded_name("Grid<double, 3>::put<long>", 20), "Grid::put");
  EXPECT_EQ(columns_of(folded_name(std::string(300, 'x'), 20)), 20);
  Findings findings = test::sample_findings();
  for (Access& access : findings.findings.at(2).accesses)
    access.location.function = "Grid<" + std::string(1000, 'x') + ">::exchange";
  const std::string text = terminal_text(findings);
  EXPECT_NE(text.find("in Grid::exchange"), std::string::npos);
  EXPECT_EQ(text.find("xxxx"), std::string::npos);
}

TEST(Terminal, ShowsTheAccessedColumnOfALongLine) {
  const std::string file = testing::TempDir() + "long_line.c";
  std::ofstream(file) << std::string(2000, 'a') << " MPI_Put(x);" << std::string(500, 'b') << "\n";
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  findings.findings[0].accesses.resize(1);
  findings.findings[0].accesses[0].location = {.file = file, .line = 1, .column = 2002};
  EXPECT_NE(terminal_text(findings).find("MPI_Put(x);"), std::string::npos);
}

TEST(Terminal, ShowsTheBeginningOfALongCallOfFortran) {
  const std::string file = testing::TempDir() + "long_line.f90";
  const std::string call = "    call MPI_Accumulate(t, " + std::string(200, 'n') + ", m%win)";
  std::ofstream(file) << call << "\n";
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  findings.findings[0].accesses.resize(1);
  findings.findings[0].accesses[0].location = {
      .file = file, .line = 1, .column = static_cast<int>(call.find("m%win")) + 1};
  EXPECT_NE(terminal_text(findings).find("call MPI_Accumulate(t, nnn"), std::string::npos);
}

TEST(Terminal, ShowsTheCallOfFortranThatALongCommentFollows) {
  const std::string file = testing::TempDir() + "long_comment.f90";
  const std::string call = "    if (k > 0) call get(row(i, :), n, from)       ! " + std::string(80, 'w');
  std::ofstream(file) << call << "\n";
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  findings.findings[0].accesses.resize(1);
  findings.findings[0].accesses[0].location = {.file = file, .line = 1, .column = static_cast<int>(call.size())};
  EXPECT_NE(terminal_text(findings).find("call get(row(i, :), n, from)"), std::string::npos);
}

TEST(Terminal, TellsRanksInTheSameCallTogether) {
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  Access access = findings.findings[0].accesses.at(0);
  access.role = Role::kCall;
  access.call = "MPI_Barrier";
  access.target = Rank::kNone;
  findings.findings[0].accesses.clear();
  for (int rank = 0; rank < 48; ++rank) {
    access.rank = rank;
    findings.findings[0].accesses.push_back(access);
  }
  findings.findings[0].why.assign(48, "Rank something waits.");
  const std::string text = terminal_text(findings);
  EXPECT_NE(text.find("ranks 0–47: MPI_Barrier"), std::string::npos) << text;
  EXPECT_NE(text.find("and 41 more sentences"), std::string::npos) << text;
}

TEST(Terminal, KeepsToAScreen) {
  Findings findings = test::sample_findings();
  const Finding race = findings.findings.at(2);
  findings.findings.assign(300, race);
  Sources sources;
  TerminalStyle style{.height = 60};
  const std::string text = to_terminal(findings, sources, style);
  EXPECT_LE(std::ranges::count(text, '\n'), 60) << text;
  EXPECT_NE(text.find("All of it: --most 0"), std::string::npos) << text;
  // A narrow one as well, in which the paths of files take several lines each.
  style.width = 24;
  style.height = 200;
  const std::string narrow = to_terminal(findings, sources, style);
  int lines = 0;
  for (std::size_t begin = 0; begin < narrow.size();) {
    const std::size_t end = narrow.find('\n', begin);
    lines += std::max(1, (columns_of(narrow.substr(begin, end - begin)) + 23) / 24);
    begin = end + 1;
  }
  EXPECT_LE(lines, 200) << narrow;
  style.most = 0;
  style.height = 0;
  EXPECT_GT(std::ranges::count(to_terminal(findings, sources, style), '\n'), 3000);
}

TEST(Formats, SurviveEveryText) {
  for (const Format& format : formats()) {
    for (const std::string& text : kHostile) {
      const std::string report = written(test::findings_full_of(text), format.name);
      EXPECT_EQ(valid_utf8(report), report) << format.name;
      if (format.name == "html") continue;
      for (std::size_t i = 0; i < report.size(); ++i) {
        const auto byte = static_cast<unsigned char>(report[i]);
        EXPECT_TRUE(byte == '\n' || (byte >= 0x20 && byte != 0x7f)) << format.name;
        EXPECT_FALSE(byte == 0xc2 && static_cast<unsigned char>(report[i + 1]) < 0xa0) << format.name;
      }
    }
  }
}

TEST(Formats, WriteLinesThatEditorsAndRunnersRead) {
  const std::string gcc = written(test::sample_findings(), "gcc");
  EXPECT_NE(gcc.find("halo.c:18:3: error: Rank 1 loads"), std::string::npos) << gcc;
  EXPECT_NE(gcc.find("[FP-RACE-001]\nhalo.c:29:56: note: load on rank 1\n"), std::string::npos) << gcc;
  const std::string github = written(test::sample_findings(), "github");
  EXPECT_NE(github.find("::error file=halo.c,line=18,col=3,title=FP-RACE-001%3A A put"), std::string::npos) << github;
  EXPECT_NE(github.find("::notice "), std::string::npos) << github;
}

TEST(Formats, GiveGitLabOneFingerprintForEach) {
  Findings findings = test::sample_findings();
  findings.findings.push_back(findings.findings.at(2));
  const auto report = nlohmann::json::parse(written(findings, "gitlab"));
  ASSERT_EQ(report.size(), 5u);
  EXPECT_EQ(report.at(2).at("location").at("path"), "halo.c");
  EXPECT_EQ(report.at(2).at("location").at("lines").at("begin"), 18);
  EXPECT_EQ(report.at(2).at("fingerprint"), "b6f1c2f1a07d4e55");
  EXPECT_EQ(report.at(4).at("fingerprint"), "b6f1c2f1a07d4e55-2");
}

TEST(Formats, SummarizeInMarkdown) {
  const std::string text = written(test::sample_findings(), "markdown");
  EXPECT_NE(text.find("### Fencepost: 4 findings (2 errors"), std::string::npos) << text;
  EXPECT_NE(
      text.find(
          "| undefined | `FP-RACE-001` | A put and a load access the same window memory, unordered | `halo.c:18` |"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\n```diff\n--- a/halo.c\n+++ b/halo.c\n@@ -16,7 +16,7 @@\n"), std::string::npos) << text;
}

// ---- patches

SourceEdit edit(int line, std::vector<std::string> removed, std::vector<std::string> added) {
  return {
      .file = "/nowhere/a.c", .checksum = "1", .line = line, .removed = std::move(removed), .added = std::move(added)};
}
Finding mended_by(std::vector<SourceEdit> edits) {
  Finding finding;
  finding.fixes = {{.text = "Do this."}, {.text = "Or this.", .patch = std::move(edits)}};
  return finding;
}

TEST(Patch, HasTheLinesAroundAndPathsBelowTheRoot) {
  const std::string text = written(test::sample_findings(), "patch");
  EXPECT_NE(text.find("@@ -16,7 +16,7 @@\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n-  MPI_Win_flush_local_all(grid->win);\n+  MPI_Win_flush_all(grid->win);\n   MPI_Barrier("),
            std::string::npos)
      << text;
}

TEST(Patch, LeavesOutFilesThatHaveChanged) {
  Findings findings = test::sample_findings();
  for (Finding& finding : findings.findings)
    for (Fix& fix : finding.fixes) fix.patch.front().checksum = "of another time";
  EXPECT_EQ(written(findings, "patch"), "");
  // For people there is still something to see.
  EXPECT_NE(written(findings, "markdown").find("@@ -19,1 +19,1 @@\n-  MPI_Win_flush_local_all"), std::string::npos);
}

TEST(Patch, TakesEachChangeOnceAndOfTwoThatCollideTheFirst) {
  Findings findings;
  findings.findings = {mended_by({edit(7, {}, {"flush"})}), mended_by({edit(7, {}, {"flush"})}),
                       mended_by({edit(3, {"a"}, {"b"})}), mended_by({edit(3, {"a"}, {"c"}), edit(9, {}, {"d"})}),
                       mended_by({edit(3, {}, {"first"})})};
  Finding consequence = mended_by({edit(1, {"x"}, {})});
  consequence.consequence_of = "another";
  findings.findings.push_back(consequence);
  const auto edits = all_edits(findings).at("/nowhere/a.c");
  ASSERT_EQ(edits.size(), 3u);
  EXPECT_EQ(edits[0], edit(3, {}, {"first"}));
  EXPECT_EQ(edits[1], edit(3, {"a"}, {"b"}));
  EXPECT_EQ(edits[2], edit(7, {}, {"flush"}));
}

TEST(Sarif, OffersTheLinesOfAPatch) {
  auto json = nlohmann::json::parse(written(test::sample_findings(), "sarif"));
  const auto& fixes = json.at("runs").at(0).at("results").at(2).at("fixes");
  ASSERT_EQ(fixes.size(), 1u);
  const auto& change = fixes.at(0).at("artifactChanges").at(0);
  EXPECT_EQ(change.at("artifactLocation").at("uri"), "halo.c");
  const auto& replacement = change.at("replacements").at(0);
  EXPECT_EQ(replacement.at("deletedRegion"),
            (nlohmann::json{{"startLine", 19}, {"startColumn", 1}, {"endLine", 20}, {"endColumn", 1}}));
  EXPECT_EQ(replacement.at("insertedContent").at("text"), "  MPI_Win_flush_all(grid->win);\n");
}

TEST(Json, IsDescribedByThePublishedSchema) {
  std::ifstream file(FENCEPOST_SOURCE_DIR "/docs/findings.schema.json");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), json_schema()) << "ninja -C build/dev schema brings it up to date";
}

// A consequence has no case, and a run that fails has a failure.
TEST(Junit, CountsAFindingAsAFailureIfItsConsequenceFails) {
  Findings findings = test::sample_findings();
  ASSERT_EQ(findings.findings[3].severity, Severity::kNote);
  findings.findings[0].consequence_of = findings.findings[3].fingerprint;
  const std::string text = written(findings, "junit");
  EXPECT_NE(text.find("tests=\"3\" failures=\"3\""), std::string::npos) << text;
}

TEST(Junit, CountsFailuresFromTheThresholdOn) {
  Sources sources;
  std::string text = written(test::sample_findings(), "junit", Severity::kPortability);
  EXPECT_NE(text.find("tests=\"4\" failures=\"3\" errors=\"0\""), std::string::npos) << text;
  EXPECT_NE(text.find("file=\"halo.c\" line=\"18\""), std::string::npos);
  EXPECT_NE(written(test::sample_findings(), "junit", Severity::kNote).find("failures=\"4\""), std::string::npos);
  Findings clean;
  EXPECT_NE(written(clean, "junit", Severity::kNote).find("tests=\"1\" failures=\"0\""), std::string::npos);
  clean.status = RunStatus::kFailed;
  EXPECT_NE(written(clean, "junit", Severity::kNote).find("errors=\"1\""), std::string::npos);
}

// Tags are balanced and quotes within them are paired.
TEST(Junit, IsWellFormedWhateverTheProgramCalledItsThings) {
  for (const std::string& text : kHostile) {
    Sources sources;
    std::string xml = written(test::findings_full_of(text), "junit", Severity::kNote);
    std::vector<std::string> open;
    std::size_t at = xml.find("?>") + 2;
    while ((at = xml.find('<', at)) != std::string::npos) {
      std::size_t end = xml.find('>', at);
      ASSERT_NE(end, std::string::npos);
      std::string tag = xml.substr(at + 1, end - at - 1);
      ASSERT_EQ(tag.find('<'), std::string::npos) << tag;
      std::string name = tag.substr(0, tag.find(' '));
      if (tag.front() == '/') {
        ASSERT_FALSE(open.empty());
        EXPECT_EQ(open.back(), name.substr(1));
        open.pop_back();
      } else if (tag.back() != '/') {
        EXPECT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
        open.push_back(name);
      }
      at = end;
    }
    EXPECT_TRUE(open.empty());
    for (char c : xml) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST(Sources, MarksTheLineAndSaysWhatItCannotShow) {
  Sources sources;
  std::string file = test::sample_source_directory() + "/halo.c";
  Snippet snippet = sources.snippet({.file = file, .line = 18}, 2);
  EXPECT_EQ(snippet.first_line, 16);
  ASSERT_EQ(snippet.lines.size(), 5u);
  EXPECT_NE(snippet.lines[2].find("MPI_Put(last"), std::string::npos);
  EXPECT_EQ(sources.snippet({.file = file, .line = 1}, 2).first_line, 1);
  EXPECT_TRUE(sources.snippet({}, 2).lines.empty());
  EXPECT_TRUE(sources.snippet({.file = file, .line = 9999}, 2).lines.empty());
  EXPECT_NE(sources.snippet({.file = file, .line = 9999}, 2).note, "");
  EXPECT_NE(sources.snippet({.file = "/nowhere/a.c", .line = 3}, 2).note, "");
  EXPECT_TRUE(sources.snippet({.file = "/dev/zero", .line = 1}, 2).lines.empty());
}

TEST(Text, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xc0\xaf"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("Bücher 数 𝄞"), "Bücher 数 𝄞");
  EXPECT_EQ(printable("\tx"), "    x");
  EXPECT_EQ(columns_of("数x"), 3);
}

TEST(Text, WritesNumbersRanksAndPlaces) {
  EXPECT_EQ(counted(1, "finding"), "1 finding");
  EXPECT_EQ(counted(1234567, "finding"), "1,234,567 findings");
  EXPECT_EQ(rank_list({2}), "rank 2");
  EXPECT_EQ(rank_list({0, 1}), "ranks 0 and 1");
  EXPECT_EQ(rank_list({0, 1, 2, 3, 7, 9}), "ranks 0–3, 7 and 9");
  const std::vector<ProgramInfo> jobs = {
      {.command = "./a 1"}, {.command = "./b"}, {.command = ""}, {.command = std::string(70, 'x')}};
  EXPECT_EQ(jobs_text({1}, jobs), "job 1 (./a 1)");
  EXPECT_EQ(jobs_text({1, 2, 3}, jobs), "jobs 1 (./a 1), 2 (./b) and 3");
  EXPECT_EQ(jobs_text({1, 2, 3, 4}, jobs), "4 of the 4 jobs, the first one job 1 (./a 1)");
  EXPECT_EQ(jobs_text({4}, jobs), "job 4 (" + std::string(60, 'x') + "…)");
  EXPECT_EQ(place_of({.file = "/a/b.c", .line = 3, .column = 4}, "/a", true), "b.c:3:4");
  EXPECT_EQ(place_of({.function = "f"}, ""), "f");
  EXPECT_EQ(place_of({.module = "/a/x.so", .address = 0x10}, ""), "/a/x.so+0x10");
  EXPECT_EQ(place_of({.function = "f", .module = "/a/x.so", .address = 0x10}, "/a"), "f (x.so+0x10)");
  EXPECT_EQ(place_of({}, ""), "an unknown place");
  EXPECT_EQ(wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
}

}  // namespace
}  // namespace fencepost::reports
