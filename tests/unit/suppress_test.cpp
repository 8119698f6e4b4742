// What suppressions hide and, equally important, what they do not; and that malformed ones are always reported.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suppress/comments.h"
#include "suppress/file.h"
#include "suppress/pattern.h"
#include "suppress/suppressor.h"

namespace fencepost::suppress {
namespace {

TEST(Pattern, StarsAndQuestionMarks) {
  for (const auto& [pattern, text] : std::vector<std::pair<const char*, const char*>>{
           {"", ""}, {"*", ""}, {"*", "a"}, {"a*", "a"}, {"a*c", "abbc"}, {"a?c", "abc"}, {"*a*b*", "xxaybzab"}})
    EXPECT_TRUE(fits(pattern, text)) << pattern << ' ' << text;
  for (const auto& [pattern, text] : std::vector<std::pair<const char*, const char*>>{
           {"", "a"}, {"a", ""}, {"?", ""}, {"a*c", "abcd"}, {"ab", "abc"}, {"*ab", "abc"}})
    EXPECT_FALSE(fits(pattern, text)) << pattern << ' ' << text;
}

TEST(Pattern, PathsFitFromASlashOn) {
  for (const char* pattern : {"halo.c", "src/halo.c", "s?c/*.c", "/home/ada/src/halo.c", "ada/", "*"})
    EXPECT_TRUE(fits_path(pattern, "/home/ada/src/halo.c")) << pattern;
  for (const char* pattern : {"alo.c", "halo", "rc/halo.c", "src", "/src/halo.c"})
    EXPECT_FALSE(fits_path(pattern, "/home/ada/src/halo.c")) << pattern;
}

TEST(Pattern, FunctionsFitWithAndWithoutTheirArguments) {
  const char* const function = "grid::relax(double*, int (*)(int)) const";
  for (const char* pattern : {"grid::relax", "grid::*", "*::relax", function})
    EXPECT_TRUE(fits_function(pattern, function)) << pattern;
  for (const char* pattern : {"relax", "grid", "grid::relax(double*, int"})
    EXPECT_FALSE(fits_function(pattern, function)) << pattern;
  EXPECT_TRUE(fits_function("(anonymous namespace)::f", "(anonymous namespace)::f(int)"));
}

Access access_at(const std::string& file, const std::string& function, const std::string& module = "/home/ada/app") {
  Access access;
  access.rank = 0;
  access.location = {.file = file, .line = 7, .function = function, .module = module};
  access.stack = {access.location, {.file = "/home/ada/main.c", .line = 70, .function = "main", .module = module}};
  return access;
}

// A race of produce in queue.c with consume in user.c.
Finding race() {
  Finding finding;
  finding.rule = "FP-RACE-002";
  finding.count = 5;
  finding.fingerprint = "00000000000000aa";
  finding.accesses = {access_at("/home/ada/queue.c", "produce"), access_at("/home/ada/user.c", "consume")};
  return finding;
}

bool hides(const std::string& line, const Finding& finding) {
  const ParsedFile file = parse(line, "f");
  EXPECT_TRUE(file.problems.empty()) << file.problems[0];
  return file.entries.size() == 1 && file.entries[0].fits(finding);
}

TEST(SuppressionFile, HidesWhatItDescribes) {
  for (const char* line :
       {"FP-RACE-002", "RACE", "race", "FP-EPOCH-001,RACE", "RACE function:produce", "* file:user.c",
        "RACE file:queue.c function:produce", "RACE function:consume with function:produce",
        "RACE any-frame function:main", "RACE module:app", "  RACE\tfile:*.c  # why", "RACE function:\"pro*\""})
    EXPECT_TRUE(hides(line, race())) << line;
}

TEST(SuppressionFile, HidesNothingElse) {
  for (const char* line : {"FP-RACE-001", "EPOCH", "RACE function:main", "RACE file:queue.c function:consume",
                           "RACE file:ueue.c", "RACE function:produce with function:produce",
                           "RACE any-frame function:other", "RACE function:prod", "RACE module:ap"})
    EXPECT_FALSE(hides(line, race())) << line;
}

TEST(SuppressionFile, SaysWhatIsMalformedAndWhere) {
  const ParsedFile file = parse(
      "# a comment\n\nRACE\nRCE file:a.c\nrace:foo.c\nRACE func:foo\nRACE foo\nRACE file:\n* \nRACE file:\"a b.c\n"
      "RACE with file:a.c\nRACE file:a.c with\nRACE any-frame\nRACE file:a file:b\nRACE file:a with file:b with "
      "file:c\n"
      "RACE,,USE\n",
      "my.supp");
  EXPECT_EQ(file.entries.size(), 1u);
  const std::vector<std::string> expected = {
      "my.supp:4: there is no rule or family 'RCE' (see fencepost rules)",
      "my.supp:5: 'race:foo.c' is in the place of the rule: a line is: RULE function:NAME file:NAME module:NAME",
      "my.supp:6: 'func:foo' is not a pattern: a line is: RULE function:NAME file:NAME module:NAME",
      "my.supp:7: 'foo' is not a pattern: a line is: RULE function:NAME file:NAME module:NAME",
      "my.supp:8: there is no pattern after 'file:'",
      "my.supp:9: '*' without a pattern would hide everything",
      "my.supp:10: a quotation mark is missing",
      "my.supp:11: there is no pattern before 'with'",
      "my.supp:12: there is no pattern after 'with'",
      "my.supp:13: there is no pattern after 'any-frame'",
      "my.supp:14: there are two patterns for the file of one place",
      "my.supp:15: a finding has no third access, but 'with' is there twice",
      "my.supp:16: there is no rule or family '' (see fencepost rules)"};
  EXPECT_EQ(file.problems, expected);
}

TEST(Comment, IsUnderstoodInEveryLanguage) {
  for (const char* line :
       {"  MPI_Put(a);  // fencepost: ignore FP-RACE-002 benign", "/* fencepost: ignore race: benign */",
        " * fencepost: ignore RACE - benign", "call x() ! fencepost: ignore FP-RACE-002 benign",
        "//fencepost: ignore EPOCH, RACE benign", "window.Put(a, 1)  # fencepost: ignore RACE benign"}) {
    const auto comment = comment_in(line);
    ASSERT_TRUE(comment) << line;
    EXPECT_EQ(comment->problem, "") << line;
    EXPECT_TRUE(comment->rules.contains("FP-RACE-002")) << line;
    EXPECT_EQ(comment->reason, "benign") << line;
  }
  EXPECT_FALSE(comment_in("puts(\"fencepost: ignore RACE\");"));
  EXPECT_FALSE(comment_in("// a fencepost"));
  EXPECT_EQ(comment_in("// fencepost: ignore")->problem, "the comment does not say which rule to ignore");
  EXPECT_EQ(comment_in("// fencepost: ignore FP-RACE-999")->problem,
            "there is no rule or family 'FP-RACE-999' to ignore (see fencepost rules)");
  EXPECT_EQ(comment_in("// fencepost: ignroe RACE")->problem,
            "'fencepost: ignroe RACE' is not understood; write: fencepost: ignore RULE reason");
}

class Source : public testing::Test {
 protected:
  // A finding of FP-RACE-002 at that line of `text`, in a file of that name.
  std::vector<Suppression> apply(const std::string& name, const std::string& text, int line) {
    const std::string file = testing::TempDir() + "fencepost_suppress_" + name;
    std::ofstream(file) << text;
    Findings findings;
    findings.findings = {race()};
    findings.findings[0].accesses.resize(1);
    findings.findings[0].accesses[0].location = {.file = file, .line = line};
    Suppressor().apply(findings);
    hidden_ = findings.findings.empty();
    std::filesystem::remove(file);
    return findings.suppressions;
  }
  bool hides(const std::string& name, const std::string& text, int line) {
    apply(name, text, line);
    return hidden_;
  }
  bool hidden_ = false;
};

TEST_F(Source, ACommentSpeaksOfItsStatement) {
  const std::string c =
      "int a;\n"                                  // 1
      "// fencepost: ignore RACE above\n"         // 2
      "// and more words\n"                       // 3
      "MPI_Put(a,\n"                              // 4
      "        b);\n"                             // 5
      "MPI_Get(c);\n"                             // 6
      "MPI_Put(d,\n"                              // 7
      "        e);  // fencepost: ignore RACE\n"  // 8
      "MPI_Get(f);\n"                             // 9
      "if (x)  // fencepost: ignore EPOCH\n"      // 10
      "  MPI_Get(f);\n"                           // 11
      "// fencepost: ignore RACE\n"               // 12
      "\n"                                        // 13
      "MPI_Get(f);\n";                            // 14
  for (int line : {4, 5, 7, 8}) EXPECT_TRUE(hides("a.c", c, line)) << line;
  for (int line : {1, 6, 9, 11, 14}) EXPECT_FALSE(hides("a.c", c, line)) << line;
}

TEST_F(Source, FortranStatementsGoOnBehindAnAmpersand) {
  const std::string fortran =
      "integer a\n"                                   // 1
      "! fencepost: ignore RACE\n"                    // 2
      "call MPI_Put(a, &\n"                           // 3
      "  b)\n"                                        // 4
      "call MPI_Get(c)\n"                             // 5
      "call MPI_Put(a, & ! fencepost: ignore RACE\n"  // 6
      "  b)\n";                                       // 7
  for (int line : {3, 4, 6, 7}) EXPECT_TRUE(hides("a.f90", fortran, line)) << line;
  for (int line : {1, 5}) EXPECT_FALSE(hides("a.f90", fortran, line)) << line;
}

TEST_F(Source, PythonStatementsGoOnBehindABracketOrComma) {
  const std::string python =
      "a = 1  # fencepost: ignore RACE b\n"  // 1
      "window.Put(\n"                        // 2
      "    a,\n"                             // 3
      "    1)  # fencepost: ignore RACE b\n"
      "b = a // 2\n"                  // 5
      "# fencepost: ignore RACE b\n"  // 6
      "window.Get(a, 1)\n"            // 7
      "c = b\n";                      // 8
  for (const int line : {1, 2, 3, 4, 7}) EXPECT_TRUE(hides("a.py", python, line)) << line;
  for (const int line : {5, 8}) EXPECT_FALSE(hides("a.py", python, line)) << line;
}

TEST_F(Source, CommentsThatHideNothingAreNamed) {
  const auto all = apply("b.c", "x();  // fencepost: ignore EPOCH old\ny();  // fencepost: ignore\n", 1);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(hidden_);
  EXPECT_TRUE(all[0].place.ends_with("b.c:1"));
  EXPECT_EQ(all[0].text, "old");
  EXPECT_FALSE(all[0].used);
  EXPECT_EQ(all[1].problem, "the comment does not say which rule to ignore");
}

TEST_F(Source, CommentsOfAFileNewerThanTheProgramDoNotCount) {
  const std::string module = testing::TempDir() + "fencepost_suppress_module";
  std::ofstream(module) << "program";
  const std::string file = testing::TempDir() + "fencepost_suppress_newer.c";
  std::ofstream(file) << "x();  // fencepost: ignore RACE\n";
  using std::chrono::seconds;
  for (const bool newer : {true, false}) {
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(module) + seconds(newer ? 9 : -9));
    Findings findings;
    findings.findings = {race()};
    findings.findings[0].accesses.resize(1);
    findings.findings[0].accesses[0].location = {.file = file, .line = 1, .module = module};
    Suppressor().apply(findings);
    EXPECT_EQ(findings.findings.size(), newer ? 1u : 0u);
    EXPECT_EQ(findings.suppressions.at(0).problem.empty(), !newer);
  }
  std::filesystem::remove(file);
  std::filesystem::remove(module);
}

TEST(Suppressor, KeepsAccount) {
  Suppressor suppressor;
  EXPECT_TRUE(suppressor.add_file("RACE function:produce\nRACE\nUSE\n", "a.supp").empty());
  suppressor.add_baseline({"00000000000000aa", "00000000000000bb"}, "old.json");
  Findings findings;
  findings.findings = {race(), race(), race()};
  findings.findings[1].accesses = {access_at("/x/y.c", "f")};
  findings.findings[2].rule = "FP-EPOCH-001";
  findings.findings[2].fingerprint = "00000000000000bb";
  findings.findings.push_back(findings.findings[2]);
  findings.findings[3].fingerprint = "00000000000000cc";
  suppressor.apply(findings);
  ASSERT_EQ(findings.findings.size(), 1u);
  EXPECT_EQ(findings.findings[0].fingerprint, "00000000000000cc");
  ASSERT_EQ(findings.suppressed.size(), 3u);
  const auto& by = findings.suppressions;
  ASSERT_EQ(by.size(), 4u);
  EXPECT_EQ(by[0].place, "a.supp:1");
  EXPECT_EQ(by[0].findings, 1u);
  EXPECT_EQ(by[0].occurrences, 5u);
  EXPECT_EQ(by[1].findings, 1u);  // the first race is hidden by line 1 already
  EXPECT_FALSE(by[2].used);
  EXPECT_EQ(by[3].kind, SuppressionKind::kBaseline);
  EXPECT_EQ(by[3].findings, 1u);
  EXPECT_EQ(by[3].text, "");  // both of its findings occurred
  EXPECT_EQ(findings.suppressed[2].by, 3u);
}

TEST(Suppressor, WhatFollowsFromAHiddenFindingIsAMistakeOfItsOwn) {
  for (const bool hidden : {true, false}) {
    Suppressor suppressor;
    if (hidden) suppressor.add_baseline({"00000000000000aa"}, "old.json");
    Findings findings;
    findings.findings = {race(), race()};
    findings.findings[1].fingerprint = "00000000000000bb";
    findings.findings[1].consequence_of = findings.findings[0].fingerprint;
    findings.findings[1].suggestion = "Correct the other one first.";
    findings.findings[1].without_cause = {"Do it.", {must_hold("do it")}};
    suppressor.apply(findings);
    const Finding& other = findings.findings.back();
    EXPECT_EQ(other.consequence_of, hidden ? "" : "00000000000000aa");
    EXPECT_EQ(other.suggestion, hidden ? "Do it." : "Correct the other one first.");
    EXPECT_EQ(other.fixes.size(), hidden ? 1u : 0u);
  }
}

}  // namespace
}  // namespace fencepost::suppress
