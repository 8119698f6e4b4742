// The command line: a mistake gets one sentence with a hint, correct options take effect.
#include "command/options.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "options/options.h"

namespace fencepost::command {
namespace {

using Words = std::vector<std::string>;

TEST(Options, SplitsOptionsFromTheProgram) {
  Parsed parsed =
      parse({"run", "--json", "a.json", "--strict", "--", "mpiexec", "-n", "4", "--json", "./app", "--", "x"});
  ASSERT_TRUE(parsed.arguments) << parsed.text;
  EXPECT_EQ(parsed.arguments->value("--json"), "a.json");
  EXPECT_TRUE(parsed.arguments->has("--strict"));
  EXPECT_EQ(parsed.arguments->rest, (Words{"mpiexec", "-n", "4", "--json", "./app", "--", "x"}));
  // The two dashes may be left out.
  parsed = parse({"run", "--json=a.json", "mpiexec", "-n", "4", "--strict", "./app"});
  ASSERT_TRUE(parsed.arguments) << parsed.text;
  EXPECT_EQ(parsed.arguments->value("--json"), "a.json");
  EXPECT_FALSE(parsed.arguments->has("--strict"));
  EXPECT_EQ(parsed.arguments->rest.size(), 5u);
}

TEST(Options, KeepsAllValuesOfAnOptionGivenTwice) {
  Parsed parsed = parse({"analyze", "--disable", "USE", "--disable", "FP-RACE-001", "dir"});
  ASSERT_TRUE(parsed.arguments) << parsed.text;
  EXPECT_EQ(parsed.arguments->options.find("--disable")->second, (Words{"USE", "FP-RACE-001"}));
}

TEST(Options, SaysWhatIsWrongAndWhatWasMeant) {
  const std::pair<Words, const char*> cases[] = {
      {{"run", "--jsno", "x", "--", "a"}, "fencepost run: there is no option --jsno; did you mean --json?\n"},
      {{"run", "--jsno=x", "--", "a"}, "there is no option --jsno; did you mean --json?"},
      {{"analyze", "dir", "--sarfi", "x"}, "there is no option --sarfi; did you mean --sarif?"},
      {{"run", "--completely-different"}, "there is no option --completely-different\n"},
      {{"run"}, "name a program"},
      {{"run", "--"}, "name a program"},
      {{"run", "--json"}, "--json needs a value: --json FILE"},
      {{"analyze"}, "name a trace directory"},
      {{"analyze", "a", "b"}, "name only one trace directory"},
      {{"report"}, "name a trace directory or a JSON file"},
      {{"explain"}, "name a rule"},
      {{"run", "--rma", "natve", "--", "a"}, "'natve' is not a value of --rma (own, native)"},
      {{"run", "--schedule", "random:", "--", "a"}, "'random:' is not a value of --schedule (eager, lazy, random:N)"},
      {{"analyze", "--most", "x", "dir"}, "--most needs a number, not 'x'"},
      {{"rules", "all"}, "there is one argument too many: 'all'"},
      {{"analyse", "dir"}, "fencepost: there is no command 'analyse'; did you mean analyze?"},
      {{"--verison"}, "there is no option --verison"},
  };
  for (const auto& [words, expected] : cases) {
    Parsed parsed = parse(words);
    EXPECT_FALSE(parsed.arguments);
    EXPECT_EQ(parsed.status, 2);
    EXPECT_NE(parsed.text.find(expected), std::string::npos) << parsed.text;
    EXPECT_NE(parsed.text.find("--help'"), std::string::npos) << parsed.text;
  }
}

TEST(Options, HelpNamesEveryOptionAndFitsATerminal) {
  for (const CommandInfo& info : all_commands()) {
    Parsed parsed = parse({std::string(info.name), "--help"});
    EXPECT_EQ(parsed.status, 0);
    EXPECT_NE(overview().find(info.name), std::string::npos);
    for (const Option& option : options_of(info.command)) {
      EXPECT_NE(parsed.text.find("  " + option.name), std::string::npos) << info.name << ": " << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
    }
    for (std::size_t begin = 0; begin < parsed.text.size();) {
      std::size_t end = parsed.text.find('\n', begin);
      EXPECT_LE(end - begin, 100u) << parsed.text.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

TEST(Options, TheManualHasTheTablesOfThisVersion) {
  std::ifstream input(FENCEPOST_SOURCE_DIR "/docs/manual.md");
  std::string manual((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  ASSERT_NE(manual.find("`--schedule WORD`"), std::string::npos);
  EXPECT_EQ(with_option_tables(manual), manual)
      << "docs/manual.md is out of date: cmake --build build/dev --target manual";
}

TEST(Options, EverySettingOfTheProgramSideIsAnOptionOfRun) {
  for (const options::Description& setting : options::all()) {
    std::size_t found = 0;
    for (const Option& option : options_of(Command::kRun)) found += option.environment == setting.name ? 1 : 0;
    EXPECT_EQ(found, 1u) << setting.name;
  }
}

}  // namespace
}  // namespace fencepost::command
