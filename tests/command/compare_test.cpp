// fencepost diff and merge, with good files and with files that people pass by mistake; and what no message of the
// command may contain.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command_fixture.h"
#include "reports/json.h"
#include "support/sample_findings.h"

namespace fencepost {
namespace {

class Compare : public Command {
 protected:
  void write_findings(const std::string& name, std::size_t first, std::size_t end, const char* library) const {
    Findings findings = test::sample_findings();
    findings.program.mpi_library = library;
    const std::vector<Finding> all = findings.findings;
    findings.findings.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                             all.begin() + static_cast<std::ptrdiff_t>(end));
    write(name, reports::to_json(findings));
  }
  // One sentence that names the file, and status 2.
  void refused(const std::string& arguments, const std::string& words) const {
    const Outcome outcome = fencepost(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments << ": " << outcome.text;
    EXPECT_NE(outcome.text.find(words), std::string::npos) << arguments << ": " << outcome.text;
    EXPECT_LE(std::ranges::count(outcome.text, '\n'), 2) << arguments << ": " << outcome.text;
  }
};

TEST_F(Compare, TellsNewGoneAndTheSame) {
  write_findings("a.json", 0, 3, "MPICH");
  write_findings("b.json", 1, 4, "Open MPI");
  Outcome outcome = fencepost("diff a.json b.json");
  EXPECT_NE(outcome.text.find("fencepost: 1 new, 1 gone, 2 the same"), std::string::npos) << outcome.text;
  EXPECT_EQ(outcome.status, 0) << "a note is new";
  EXPECT_EQ(fencepost("diff b.json a.json").status, 66);
  EXPECT_EQ(fencepost("diff --severity note a.json b.json").status, 66);
  EXPECT_EQ(fencepost("diff --fail-on RACE b.json a.json").status, 0) << "what is new is about epochs";
  EXPECT_EQ(fencepost("diff --fail-on EPOCH b.json a.json").status, 66);
  outcome = fencepost("diff --format json a.json b.json");
  const auto json = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(json.at("schema"), "fencepost-diff/1");
  EXPECT_EQ(json.at("new").size(), 1U);
  EXPECT_EQ(json.at("gone").size(), 1U);
  EXPECT_EQ(json.at("same").size(), 2U);
  outcome = fencepost("diff a.json a.json --report html=same.html --report junit=same.xml");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_NE(contents_of("same.html").find("</html>"), std::string::npos);
}

TEST_F(Compare, CountsConsequencesByThemselves) {
  Findings findings = test::sample_findings();
  findings.findings.resize(3);
  findings.findings[1].consequence_of = findings.findings[0].fingerprint;
  write("a.json", reports::to_json(findings));
  findings.findings.resize(1);
  write("b.json", reports::to_json(findings));
  const Outcome outcome = fencepost("diff a.json b.json");
  EXPECT_NE(outcome.text.find("fencepost: 0 new, 1 gone, 1 the same (consequences: 0 new, 1 gone, 0 the same)\n"),
            std::string::npos)
      << outcome.text;
  EXPECT_NE(outcome.text.find("- and so "), std::string::npos) << outcome.text;
}

TEST_F(Compare, PutsRunsSideBySide) {
  write_findings("a.json", 0, 3, "MPICH");
  write_findings("b.json", 1, 4, "Open MPI");
  Outcome outcome = fencepost("merge a.json b.json --report html=matrix.html --report json=matrix.json");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("  x  ."), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("  .  x"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("  x  x"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("(Open MPI, 4 ranks, schedule eager)"), std::string::npos) << outcome.text;
  const auto json = nlohmann::json::parse(contents_of("matrix.json"));
  EXPECT_EQ(json.at("jobs").size(), 2U);
  EXPECT_EQ(json.at("findings").size(), 4U);
  EXPECT_EQ(json.at("overviews").size(), 2U);
  // Merged findings can be merged again, and compared.
  EXPECT_EQ(fencepost("merge matrix.json a.json").status, 0);
  EXPECT_EQ(fencepost("diff matrix.json matrix.json").status, 0);
}

TEST_F(Compare, TheExitStatusOfSeveralRunsIsTheOneThatAllHad) {
  Findings findings = test::sample_findings();
  const auto status_of_both = [&](int first, int second) {
    findings.program.exit_status = first;
    write("a.json", reports::to_json(findings));
    findings.program.exit_status = second;
    write("b.json", reports::to_json(findings));
    EXPECT_EQ(fencepost("merge a.json b.json --json both.json").status, 0);
    const auto json = nlohmann::json::parse(contents_of("both.json"));
    EXPECT_EQ(json.at("jobs").at(1).at("exit_status"), second);
    return json.at("program").at("exit_status");
  };
  EXPECT_EQ(status_of_both(3, 3), 3);
  EXPECT_EQ(status_of_both(0, 11), nullptr);
}

TEST_F(Compare, RefusesWhatIsNoFindingsFile) {
  write_findings("a.json", 0, 3, "MPICH");
  write("empty.json", "");
  write("list.json", "[1, 2]");
  write("other.json", "{\"schema\": \"fencepost-diff/1\"}");
  write("cut.json", contents_of("a.json").substr(0, 2'000));
  std::string damaged = contents_of("a.json");
  damaged.replace(damaged.find("\"count\": 1"), 10, "\"count\": \"\"");
  write("damaged.json", damaged);
  write("binary.json", std::string("\x7f"
                                   "ELF\x02\x01\x00\xff\xfe",
                                   9));
  fs::create_directory(folder_ / "nothing");
  for (const std::string command : {"diff a.json ", "merge a.json "}) {
    refused(command + "missing.json", "missing.json cannot be read");
    refused(command + "empty.json", "empty.json: This is not a JSON object.");
    refused(command + "list.json", "list.json: This is not a JSON object.");
    refused(command + "other.json", "other.json: The findings have the schema \"fencepost-diff/1\"");
    refused(command + "cut.json", "cut.json: This is not a JSON object.");
    refused(command + "damaged.json", "findings[0].count is not an integer");
    refused(command + "binary.json", "binary.json: This is not a JSON object.");
    refused(command + "nothing", "nothing");
  }
  refused("diff a.json", "diff");
  refused("merge", "merge");
  refused("diff a.json a.json --report html=/proc/none/x.html", "/proc/none/x.html");
}

// Names of files and arguments with codes that a terminal obeys: none of them is printed unchanged.
TEST_F(Compare, NoMessageHasRawControlCharacters) {
  const std::string evil = "$(printf 'a\\033[31mb\\007c\\302\\233d')";  // ESC, BEL, CSI as one character
  for (const std::string& arguments : {"report " + evil,
                                       "diff " + evil + " " + evil,
                                       "merge " + evil,
                                       "analyze " + evil,
                                       "dump " + evil,
                                       "explain " + evil,
                                       "fix " + evil,
                                       "lint " + evil + ".c",
                                       "run -- ./" + evil,
                                       evil,
                                       "run --" + evil,
                                       "run --schedule " + evil + " -- true",
                                       "run --severity " + evil + " -- true",
                                       "run --enable " + evil + " -- true",
                                       "run --report " + evil + " -- true",
                                       "run --baseline " + evil + " -- true",
                                       "run --suppressions " + evil + " -- true",
                                       "run --report html=/proc/" + evil + "/x -- true",
                                       "run --trace-dir /proc/" + evil + " -- true",
                                       "doctor " + evil,
                                       "add-mpi " + evil}) {
    const Outcome outcome = fencepost(arguments);
    EXPECT_FALSE(outcome.text.empty()) << arguments;
    for (const char* code : {"\033", "\007", "\302\233"})
      EXPECT_EQ(outcome.text.find(code), std::string::npos) << arguments << " says: " << outcome.text;
  }
}

}  // namespace
}  // namespace fencepost
