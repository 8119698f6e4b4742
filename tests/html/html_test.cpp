// The HTML report in headless Chromium: what it shows, how it is used, and that hostile text stays text. Skipped, and
// said so, only where there is no Chromium.
#include "reports/html.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/sample_findings.h"

namespace fencepost::reports {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream input(path, std::ios::binary);
  std::stringstream text;
  text << input.rdbuf();
  return text.str();
}

class Html : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v chromium >/dev/null") != 0) {
      GTEST_SKIP() << "chromium is not installed (./dev setup installs it): the page is not tested";
    }
    std::string pattern = (fs::temp_directory_path() / "html_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  // The page with the checks behind it and `script` run last; gives what the browser made of it.
  std::string browse(const std::string& page, const std::string& script, int width) {
    std::string text = page;
    std::size_t end = text.rfind("</body>");
    std::string checks = "<script>" + contents_of(FENCEPOST_HTML_CHECKS) + "\ntry {" + script +
                         "} catch (error) { failures.push(String(error.stack || error)); }\nfinish();</script>";
    text.insert(end, checks);
    std::ofstream(folder_ / "page.html", std::ios::binary) << text;
    std::string command = fmt::format(
        "timeout 100 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking "
        "--disable-component-update --disable-sync --user-data-dir={0}/profile --window-size={1},900 --dump-dom "
        "file://{0}/page.html "
        ">{0}/dom.html 2>{0}/log",
        folder_.string(), width);
    EXPECT_EQ(std::system(command.c_str()), 0) << contents_of(folder_ / "log");
    return contents_of(folder_ / "dom.html");
  }

  void expect_pass(const std::string& page, const std::string& script, int width) {
    std::string dom = browse(page, script, width);
    EXPECT_NE(dom.find("<pre id=\"result\">PASS</pre>"), std::string::npos)
        << dom.substr(std::min(dom.find("<pre id"), dom.size()), 3000);
  }

  fs::path folder_;
};

std::string page_of(const Findings& findings) {
  Sources sources;
  return to_html(findings, sources, test::sample_rule_texts());
}

TEST_F(Html, CanBeReadAndUsedWideAndNarrow) {
  for (int width : {1400, 520}) expect_pass(page_of(test::sample_findings()), "checkPage(4); checkUse();", width);
}

TEST_F(Html, ShowsHostileTextAsText) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  for (const char* text : {"</script><script>window.hacked=1</script>", "<!--<script>", "-->",
                           "<img src=x onerror=window.hacked=1>", "\"'><svg/onload=window.hacked=1>",
                           "javascript:window.hacked=1", "&lt;b&gt;&amp;&#60;", "\\u003cscript\\u003e ${1} `x`", "]]>",
                           "\xff\xfe\xc3(\xed\xa0\x80", "\u2028\u2029\u202E", "{{script}} {{data}}", "`<b>` ```\n# <i>",
                           "a_name_without_any_space_that_is_much_longer_than_any_line_of_any_report_has_a_right_to_be_"
                           "really_much_longer_than_that_is"}) {
    findings.findings.push_back(test::findings_full_of(text).findings.at(0));
    findings.program = test::findings_full_of(text).program;
    findings.blind_spots = {text};
  }
  Sources sources;
  RuleTexts texts = [](std::string_view rule) { return RuleText{std::string(rule), std::string(rule)}; };
  std::string page = to_html(findings, sources, texts);
  expect_pass(page, fmt::format("checkPage({});", findings.findings.size()), 1200);
}

TEST_F(Html, ShowsSourceLinesAsText) {
  std::ofstream(folder_ / "evil.c")
      << "</script><script>window.hacked=1</script>\n<img src=x onerror=window.hacked=1>\n\x1b[31m \xff\n";
  Findings findings = test::sample_findings();
  findings.findings.resize(1);
  findings.findings[0].accesses[0].location.file = (folder_ / "evil.c").string();
  findings.findings[0].accesses[0].location.line = 2;
  expect_pass(
      page_of(findings),
      "checkPage(1); check(document.querySelector('.marked').textContent.includes('<img src=x'), 'the line is shown');",
      1200);
}

TEST_F(Html, ShowsTheFunctionWithoutDebugInformationBehindAStatement) {
  Findings findings = test::sample_findings();
  std::erase_if(findings.findings,
                [](const Finding& finding) { return finding.accesses.front().location.called.empty(); });
  ASSERT_EQ(findings.findings.size(), 1u);
  expect_pass(page_of(findings),
              "check(document.querySelector('.place').textContent.endsWith(' in queue::push, in a call of _send'), "
              "'the call is shown');",
              1200);
}

TEST_F(Html, LinksConsequencesWithTheirCause) {
  Findings findings = test::sample_findings();
  findings.findings[1].consequence_of = findings.findings[0].fingerprint;
  findings.findings[2].consequence_of = "of a suppressed one";
  expect_pass(page_of(findings), "checkPage(4); checkConsequence(0, 1);", 1200);
}

TEST_F(Html, TellsCleanAndFailedRuns) {
  Findings findings = test::sample_findings();
  findings.findings.clear();
  findings.status = RunStatus::kClean;
  expect_pass(page_of(findings), "check(document.querySelector('h1').textContent === 'No findings', 'clean');", 1200);
  findings.status = RunStatus::kFailed;
  expect_pass(page_of(findings), "check(document.querySelector('h1').textContent === 'The check failed', 'failed');",
              1200);
}

TEST_F(Html, StaysQuickWithAThousandFindings) {
  Findings findings = test::sample_findings();
  Finding race = findings.findings.at(2);
  findings.findings.assign(1000, race);
  expect_pass(page_of(findings),
              "const begin = performance.now(); update(); for (let i = 0; i < 20; ++i) move(1); "
              "check(performance.now() - begin < 30000, 'quick');",
              1200);
}

TEST(HtmlText, LoadsNothingAndHoldsEverything) {
  std::string page = page_of(test::sample_findings());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("{{"), std::string::npos);
  for (const char* foreign : {"src=\"http", "href=\"http", "@import", "url(h", "url(\"", "url('"})
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
}

}  // namespace
}  // namespace fencepost::reports
