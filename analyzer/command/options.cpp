#include "command/options.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "options/options.h"
#include "record/format.h"
#include "registry/options.h"
#include "reports/format.h"
#include "reports/json.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

constexpr std::array kCommands = {
    CommandInfo{
        Command::kRun, "run", "[OPTIONS] -- mpiexec ...", "Run a program under the checker and report what is wrong.",
        "Prints the findings to standard error; if there are any, writes an HTML page as well. Removes the "
        "trace afterwards, unless you pass --keep or --trace-dir.\n"
        "Exit status: 0 no findings; 66 findings (see --severity and --fail-on); 2 wrong usage, or the run could not "
        "be checked; otherwise (no findings, but the program failed) the program's own status."},
    CommandInfo{
        Command::kAnalyze, "analyze", "[OPTIONS] DIR", "Check a recorded trace, again or on another machine.",
        "Exit status: 0 no findings; 66 findings (see --severity and --fail-on); 2 the trace could not be checked, or "
        "only a part of it, and nothing was found there."},
    CommandInfo{Command::kReport, "report", "[OPTIONS] DIR|FILE.json",
                "Write reports of a trace, or of findings saved as JSON.",
                "Without an output option the report goes to the terminal. Exit status: 0 written; 2 an error."},
    CommandInfo{Command::kDiff, "diff", "[OPTIONS] A.json B.json",
                "Show which findings are new in B, gone, or the same.",
                "Two findings are the same if rule and fingerprint are the same; neither changes if lines move or "
                "other ranks are involved.\n"
                "Exit status: 0 nothing new (see --severity and --fail-on); 66 something; 2 a file cannot be read."},
    CommandInfo{Command::kMerge, "merge", "[OPTIONS] FILE.json...",
                "Put several runs into one report that shows which finding is in which run.",
                "For runs with different MPI libraries, numbers of ranks or schedules.\n"
                "Exit status: 0 written; 2 an error."},
    CommandInfo{
        Command::kLint, "lint", "[OPTIONS] FILE... [-- FLAG...]",
        "Check C and C++ source files, without running anything.",
        "Finds what is wrong on every path through a function: calls outside epochs, buffers used before their "
        "operation is complete, arguments that do not fit. What depends on other processes needs a run.\n"
        "The compiler flags come from compile_commands.json (-p), or from the MPI compiler wrapper and the "
        "flags after --.\n"
        "Exit status: 0 no findings; 66 findings (see --severity and --fail-on); 2 the files could not be read, or "
        "only some of them, and nothing was found there."},
    CommandInfo{Command::kFix, "fix", "[--apply] [FILE.json|DIR|-- mpiexec ...]",
                "Show the fixes that are certain as a diff of the sources, or make them.",
                "Takes findings saved as JSON (fencepost.json if you name none), a trace, or a run that it starts now. "
                "A fix is certain if the recorded run, checked once more as if the program had the fix, no longer has "
                "the finding and has no new one.\n"
                "If a source has changed since the run, nothing is changed.\n"
                "Exit status: 0 fixes shown or made, or there are none; 2 an error."},
    CommandInfo{Command::kExplain, "explain", "RULE...", "Explain rules: what, why, a wrong and a right example.", ""},
    CommandInfo{Command::kRules, "rules", "", "List all rules.", ""},
    CommandInfo{Command::kPreload, "preload", "", "Print the path for LD_PRELOAD, for your own launchers.",
                "LD_PRELOAD=$(fencepost preload) FENCEPOST_TRACE_DIR=$PWD/trace srun ./app\n"
                "Then: fencepost analyze trace"},
    CommandInfo{Command::kDoctor, "doctor", "[PROGRAM...]",
                "Show what works here and what is missing, or how much of a program can be checked.",
                "For a PROGRAM: what instrumented it and its libraries, which MPI library it uses, which back end "
                "checks that library, and whether it has debug information.\n"
                "Exit status: 0 programs (or the named ones) can be checked here; 2 they cannot."},
    CommandInfo{Command::kAddMpi, "add-mpi", "MPICC",
                "Build the back end for one more MPI library into this installation.",
                "MPICC is that library's compiler wrapper. This needs cmake, a C++ compiler, and the sources that are "
                "installed with Fencepost (share/fencepost/source).\n"
                "Exit status: 0 built; 2 an error."},
    CommandInfo{Command::kDump, "dump", "DIR", "Print the events of a trace as text.", ""},
};

constexpr std::string_view kReports = "Reports";
constexpr std::string_view kChecking = "Checking";
constexpr std::string_view kReading = "Reading";
constexpr std::string_view kRunning = "Running";
constexpr std::string_view kOther = "Other";

// The options of the command itself, with the commands that have them.
struct OwnOption {
  std::string_view name, value, standard, help, group;
  std::vector<Command> commands;
};
std::vector<OwnOption> report_options() {
  static const std::vector<Command> reporting = {Command::kRun,  Command::kAnalyze, Command::kReport,
                                                 Command::kDiff, Command::kMerge,   Command::kLint};
  return {
      {"--report", "FORMAT[=FILE]", "",
       "write a report; may be repeated. FORMAT: html, json, sarif, junit, gitlab (code quality), github "
       "(annotations), markdown (a summary), patch, gcc (lines). Without FILE: the format's usual name; of github, "
       "markdown and gcc the standard output",
       kReports, reporting},
      {"--format", "FORMAT", "text", "what to print at the terminal: text, or one of the formats of --report", kReports,
       reporting},
      {"--source-root", "DIR", "where the program ran",
       "the root of the repository: reports show paths of files inside it relative to it", kReports, reporting},
      {"--editor", "LINK", "vscode://file/{file}:{line}:{column}",
       "link that the page uses for places in the sources; none: no links", kReports, reporting},
      {"--html", "FILE", "", "write the HTML page to this file", kReports, reporting},
      {"--no-html",
       "",
       "",
       "do not write an HTML page unless --html asks for it (run writes fencepost-report.html if there are findings)",
       kReports,
       {Command::kRun}},
      {"--json", "FILE", "", "write the findings as JSON", kReports, reporting},
      {"--sarif", "FILE", "", "write the findings as SARIF 2.1.0", kReports, reporting},
      {"--junit", "FILE", "", "write the findings as JUnit XML", kReports, reporting},
      {"--open", "", "", "write the page and show it in the browser", kReports, {Command::kReport}},
      {"--patch",
       "FILE",
       "",
       "write the fixes that are certain as a patch of the sources, a unified diff for patch -p1",
       kReports,
       {Command::kRun, Command::kAnalyze}},
      {"--most",
       "N",
       "10",
       "print at most N findings in full at the terminal; 0: all",
       kReports,
       {Command::kRun, Command::kAnalyze, Command::kReport, Command::kLint}},
      {"--quiet",
       "",
       "",
       "print nothing but errors at the terminal",
       kReports,
       {Command::kRun, Command::kAnalyze, Command::kLint}},
  };
}

std::vector<OwnOption> checking_options() {
  return {
      {"--jobs",
       "N",
       "one for each processor",
       "threads of the analysis; small traces use one (the findings do not depend on it)",
       kChecking,
       {Command::kRun, Command::kAnalyze, Command::kReport}},
      {"--mpi",
       "LIBRARY",
       "auto",
       "mpich or openmpi: under its mpiexec the ranks share the analysis; none: this process works alone; auto: as the "
       "launcher",
       kChecking,
       {Command::kAnalyze, Command::kReport}},
      {"--history",
       "N",
       "0",
       "compare only accesses with at most N events of the job between them, which bounds memory even if nothing "
       "synchronizes; 0: all",
       kChecking,
       {Command::kRun, Command::kAnalyze, Command::kReport}},
      {"--fail-on-blind-spots",
       "",
       "",
       "exit with status 2 if nothing was found but something could not be seen (code that was not compiled for "
       "Fencepost, lost events)",
       kChecking,
       {Command::kRun, Command::kAnalyze, Command::kLint}},
  };
}

std::vector<OwnOption> running_options() {
  return {
      {"--hang-timeout",
       "SECONDS",
       "20",
       "if all ranks block or poll and none makes progress for this time, end the job and explain the hang; 0: never",
       kRunning,
       {Command::kRun}},
      {"--grace",
       "SECONDS",
       "8",
       "after a signal (Ctrl-C, SIGTERM, a time limit) write the reports within this time: the program gets a part of "
       "it to end, the analysis the rest; a second signal ends both immediately",
       kRunning,
       {Command::kRun}},
      {"--halt-on-error",
       "",
       "",
       "end the job at the first finding that causes exit status 66, and report it",
       kRunning,
       {Command::kRun}},
      {"--no-live",
       "",
       "",
       "check after the program has ended, not while it runs; until then the whole trace is on the disk",
       kRunning,
       {Command::kRun}},
      {"--keep", "", "", "keep the trace and print where it is", kRunning, {Command::kRun}},
  };
}

std::vector<OwnOption> other_options() {
  return {
      {"--apply", "", "", "change the sources instead of showing the changes", kOther, {Command::kFix}},
      {"--markdown", "", "", "print a Markdown table", kOther, {Command::kRules}},
      {"-p",
       "DIR",
       "",
       "the build directory with compile_commands.json; if you name no files, all files in it are checked",
       kReading,
       {Command::kLint}},
      {"--compiler",
       "COMMAND",
       "mpicc or mpicxx",
       "the MPI compiler wrapper for files that are not in compile_commands.json",
       kReading,
       {Command::kLint}},
      {"--no-times", "", "", "do not print the time before each event", kOther, {Command::kDump}},
      {"--help",
       "",
       "",
       "print this text",
       kOther,
       {Command::kRun, Command::kAnalyze, Command::kReport, Command::kDiff, Command::kMerge, Command::kLint,
        Command::kFix, Command::kExplain, Command::kRules, Command::kPreload, Command::kDoctor, Command::kAddMpi,
        Command::kDump}},
  };
}

// In the order in which --help lists them.
const std::vector<OwnOption>& own_options() {
  static const std::vector<OwnOption> options = [] {
    std::vector<OwnOption> all;
    for (const auto& some : {report_options(), checking_options(), running_options(), other_options()})
      all.insert(all.end(), some.begin(), some.end());
    return all;
  }();
  return options;
}

const CommandInfo& info_of(Command command) {
  return *std::ranges::find(kCommands, command, &CommandInfo::command);
}

// FENCEPOST_TRACE_DIR → --trace-dir; a FLAG that is on by default becomes a switch --no-…
Option from_setting(const options::Description& setting) {
  Option option;
  std::string word(setting.name.substr(setting.name.find('_') + 1));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
  option.environment = setting.name;
  option.group = kRunning;
  option.help = setting.description;
  // The first word is a unit, not a name: MiB.
  const std::string_view first(option.help.begin() + 1, std::ranges::find(option.help, ' '));
  if (!first.empty() &&
      std::ranges::none_of(first, [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; })) {
    option.help.front() = static_cast<char>(std::tolower(option.help.front()));
  }
  if (setting.type == "FLAG") {
    bool on = setting.standard == "1" || setting.standard == "true";
    option.name = (on ? "--no-" : "--") + word;
    option.sets = on ? "0" : "1";
    if (on) option.help = "do not " + option.help;
  } else {
    option.name = "--" + word;
    option.value = setting.type == "NUMBER" ? "N" : word == "trace-dir" ? "DIR" : "WORD";
    option.standard = setting.standard;
    std::erase(option.standard, '"');
  }
  if (option.name == "--trace-dir") {
    option.help = "directory for the trace, which is then kept; it must not contain a trace already";
    option.standard = "a temporary directory, removed afterwards";
  }
  if (option.name == "--trace-limit") option.standard = "1024; none with --trace-dir, --keep or --no-live";
  return option;
}

// The number of letters to change to get from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// "; did you mean --json?", or "".
std::string hint(std::string_view word, const std::vector<std::string>& known) {
  auto nearest = std::ranges::min_element(known, {}, [&](const std::string& name) { return distance(word, name); });
  if (nearest == known.end() || distance(word, *nearest) > std::max<std::size_t>(2, word.size() / 3)) return "";
  return "; did you mean " + *nearest + "?";
}

Parsed wrong(std::string_view where, const std::string& sentence) {
  std::string name = where.empty() ? "fencepost" : fmt::format("fencepost {}", where);
  return {
      .arguments = std::nullopt, .text = fmt::format("{}: {}\nTry '{} --help'.\n", name, sentence, name), .status = 2};
}

Parsed unknown_option(const CommandInfo& info, std::string word, const std::vector<Option>& options) {
  word = word.substr(0, word.find('='));
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const Option& option : options) names.push_back(option.name);
  return wrong(info.name, fmt::format("there is no option {}{}", word, hint(word, names)));
}

// The allowed values of an option; the program side would only warn about others, on every rank.
struct Choices {
  std::string_view option;
  std::vector<std::string_view> words;
  std::string_view numbered;  // "random:" followed by a number
};
const std::vector<Choices>& choices() {
  static const std::vector<Choices> all = {
      {"--rma", {"own", "native"}, ""},
      {"--schedule", {"eager", "lazy"}, "random:"},
      {"--transport", {"auto", "direct", "messages", "split"}, ""},
      {"--mpi", {"auto", "mpich", "openmpi", "none"}, ""},
  };
  return all;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 20 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string known_formats() {
  std::string names;
  for (const reports::Format& format : reports::formats())
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

std::string report_problem(const Arguments& arguments) {
  if (const auto given = arguments.options.find("--report"); given != arguments.options.end()) {
    for (const std::string& value : given->second) {
      const std::size_t equals = value.find('=');
      if (reports::format_named(value.substr(0, equals)) == nullptr)
        return fmt::format("'{}' is not a format of --report ({})", value.substr(0, equals), known_formats());
      if (equals + 1 == value.size()) return fmt::format("--report {} needs the name of a file", value);
    }
  }
  const auto shown = arguments.value("--format");
  if (shown && *shown != "text" && reports::format_named(*shown) == nullptr)
    return fmt::format("--format does not know '{}' (text, {})", *shown, known_formats());
  return "";
}

std::string value_problem(const Arguments& arguments) {
  for (const Choices& choice : choices()) {
    auto value = arguments.value(choice.option);
    if (!value || std::ranges::find(choice.words, *value) != choice.words.end()) continue;
    bool numbered = !choice.numbered.empty() && value->starts_with(choice.numbered);
    if (numbered && is_number(std::string_view(*value).substr(choice.numbered.size()))) continue;
    std::string known = fmt::format("{}", fmt::join(choice.words, ", "));
    if (!choice.numbered.empty()) known += fmt::format(", {}N", choice.numbered);
    return fmt::format("'{}' is not a value of {} ({})", *value, choice.option, known);
  }
  if (std::string problem = report_problem(arguments); !problem.empty()) return problem;
  for (const char* option : {"--most", "--trace-limit", "--jobs", "--history"}) {
    auto value = arguments.value(option);
    if (value && !is_number(*value)) return fmt::format("{} needs a number, not '{}'", option, *value);
  }
  if (arguments.has("--halt-on-error") && arguments.has("--no-live"))
    return "--halt-on-error needs the analysis while the program runs, so it does not work with --no-live";
  if (arguments.has("--halt-on-error") && arguments.value("--rma") == "native")
    return "--halt-on-error needs the analysis while the program runs, so it does not work with --rma native";
  return "";
}

std::string positional_problem(Command command, const std::vector<std::string>& rest) {
  switch (command) {
    case Command::kRun:
      return rest.empty() ? "name a program, for instance: fencepost run -- mpiexec -n 4 ./app" : "";
    case Command::kAnalyze:
    case Command::kDump:
      return rest.size() == 1 ? "" : rest.empty() ? "name a trace directory" : "name only one trace directory";
    case Command::kReport:
      return rest.size() == 1 ? ""
             : rest.empty()   ? "name a trace directory or a JSON file"
                              : "name only one trace directory or JSON file";
    case Command::kDiff:
      return rest.size() == 2 ? "" : "name two JSON files, the older one first";
    case Command::kMerge:
      return rest.size() >= 2 ? "" : "name at least two JSON files";
    case Command::kExplain:
      return rest.empty() ? "name a rule (fencepost rules lists them)" : "";
    case Command::kFix:
      return "";
    case Command::kLint:
      return "";  // depends on -p
    case Command::kDoctor:
      return "";
    case Command::kAddMpi:
      return rest.size() == 1 ? "" : "name the mpicc of the MPI library";
    case Command::kRules:
    case Command::kPreload:
      return rest.empty() ? "" : fmt::format("there is one argument too many: '{}'", rest.front());
  }
  return "";
}

void append_paragraphs(std::string& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    for (const std::string& line : reports::wrap(text.substr(0, end), 92)) out += line + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

Parsed parse_command(const CommandInfo& info, std::vector<std::string> words) {
  std::vector<Option> options = options_of(info.command);
  CLI::App app;
  app.set_help_flag("");
  Arguments arguments{.command = info.command};
  std::map<std::string, std::vector<std::string>> values;
  std::map<std::string, bool> switches;
  for (const Option& option : options) {
    if (option.value.empty()) {
      app.add_flag(option.name, switches[option.name]);
    } else {
      app.add_option(option.name, values[option.name])->allow_extra_args(false);
    }
  }
  bool is_run = info.command == Command::kRun;
  if (is_run) app.prefix_command();
  if (!is_run) app.allow_extras();
  std::string last = words.empty() ? "" : words.back();
  std::ranges::reverse(words);
  try {
    app.parse(words);
  } catch (const CLI::ArgumentMismatch&) {
    for (const Option& option : options) {
      if (last == option.name)
        return wrong(info.name, fmt::format("{0} needs a value: {0} {1}", option.name, option.value));
    }
    return wrong(info.name, "an option lacks its value");
  } catch (const CLI::ParseError& error) {
    return wrong(info.name, error.what());
  }
  arguments.rest = app.remaining();
  bool separated = !arguments.rest.empty() && arguments.rest.front() == "--";
  if (separated) arguments.rest.erase(arguments.rest.begin());
  if (switches["--help"]) return {.arguments = std::nullopt, .text = help_of(info.command), .status = 0};
  for (const std::string& word : arguments.rest) {
    if (info.command == Command::kLint && word == "--") break;  // the compiler's options
    bool option = word.size() > 1 && word.front() == '-' && !separated;
    if (option && (!is_run || word == arguments.rest.front())) return unknown_option(info, word, options);
  }
  for (auto& [name, given] : values) {
    if (app.count(name) != 0) arguments.options[name] = given;
  }
  for (auto& [name, given] : switches) {
    if (given) arguments.options[name] = {""};
  }
  if (std::string problem = value_problem(arguments); !problem.empty()) return wrong(info.name, problem);
  if (std::string problem = positional_problem(info.command, arguments.rest); !problem.empty())
    return wrong(info.name, problem);
  return {.arguments = std::move(arguments), .text = "", .status = 0};
}

}  // namespace

std::span<const CommandInfo> all_commands() {
  return kCommands;
}

std::vector<Option> options_of(Command command) {
  std::vector<Option> options;
  bool checks = command == Command::kRun || command == Command::kAnalyze || command == Command::kReport ||
                command == Command::kDiff || command == Command::kMerge || command == Command::kLint;
  auto add_own = [&](auto wanted) {
    for (const OwnOption& own : own_options()) {
      if (!wanted(own.group) || std::ranges::find(own.commands, command) == own.commands.end()) continue;
      options.push_back({.name = std::string(own.name),
                         .value = std::string(own.value),
                         .standard = std::string(own.standard),
                         .help = std::string(own.help),
                         .group = std::string(own.group)});
    }
  };
  add_own([](std::string_view group) { return group == kReports; });
  if (checks) {
    for (const RuleOption& rule : rule_options()) {
      if ((command == Command::kDiff || command == Command::kMerge) && rule.name != "--severity" &&
          rule.name != "--fail-on")
        continue;
      // These are about how to read the standard, and the order of a run: lint has no run.
      if (command == Command::kLint &&
          (rule.name == "--strict" || rule.name == "--predict" || rule.name == "--memory-model"))
        continue;
      options.push_back({.name = std::string(rule.name),
                         .value = std::string(rule.value),
                         .standard = rule.value.empty() ? "" : std::string(rule.standard),
                         .help = std::string(rule.help),
                         .group = std::string(kChecking)});
    }
  }
  add_own([](std::string_view group) { return group == kChecking; });
  if (command == Command::kRun) {
    for (const options::Description& setting : options::all()) options.push_back(from_setting(setting));
  }
  add_own([](std::string_view group) { return group != kReports && group != kChecking; });
  return options;
}

std::optional<std::string> Arguments::value(std::string_view name) const {
  auto found = options.find(name);
  return found == options.end() || found->second.empty() ? std::nullopt : std::optional(found->second.back());
}

Parsed parse(const std::vector<std::string>& words) {
  if (words.empty()) return {.arguments = std::nullopt, .text = overview(), .status = 2};
  const std::string& first = words.front();
  if (first == "--help" || first == "-h" || first == "help") {
    if (words.size() > 1) {
      for (const CommandInfo& info : kCommands) {
        if (words[1] == info.name) return {.arguments = std::nullopt, .text = help_of(info.command), .status = 0};
      }
    }
    return {.arguments = std::nullopt, .text = overview(), .status = 0};
  }
  if (first == "--version") return {.arguments = std::nullopt, .text = version(), .status = 0};
  for (const CommandInfo& info : kCommands) {
    if (first == info.name) return parse_command(info, {words.begin() + 1, words.end()});
  }
  std::vector<std::string> names;
  names.reserve(kCommands.size());
  for (const CommandInfo& info : kCommands) names.emplace_back(info.name);
  if (first.starts_with("-")) return wrong("", fmt::format("there is no option {}", first));
  return wrong("", fmt::format("there is no command '{}'{}", first, hint(first, names)));
}

std::string overview() {
  std::string text =
      "Fencepost finds the bugs of MPI one-sided (RMA) programs, and explains them.\n\n"
      "    fencepost run -- mpiexec -n 4 ./app\n\n";
  for (const CommandInfo& info : kCommands) text += fmt::format("  {:<9} {}\n", info.name, info.summary);
  return text + "\n'fencepost COMMAND --help' has the options of a command, 'fencepost --version' the version.\n";
}

std::string help_of(Command command) {
  const CommandInfo& info = info_of(command);
  std::string text = fmt::format("usage: fencepost {} {}\n\n{}\n", info.name, info.arguments, info.summary);
  std::vector<Option> options = options_of(command);
  std::string group;
  for (const Option& option : options) {
    if (option.group != group) text += fmt::format("\n{}\n", group = option.group);
    std::string left = option.name + (option.value.empty() ? "" : " " + option.value);
    std::string help = option.help + (option.standard.empty() ? "" : fmt::format(" (default: {})", option.standard));
    std::vector<std::string> lines = reports::wrap(help, 66);
    for (std::size_t i = 0; i < lines.size(); ++i) text += fmt::format("  {:<22} {}\n", i == 0 ? left : "", lines[i]);
  }
  if (!info.details.empty()) {
    text += '\n';
    append_paragraphs(text, info.details);
  }
  return text;
}

std::string with_option_tables(std::string manual) {
  for (const CommandInfo& info : kCommands) {
    std::string begin = fmt::format("<!-- options of {}: generated -->\n", info.name);
    std::size_t from = manual.find(begin);
    if (from == std::string::npos) continue;
    from += begin.size();
    std::string table;
    std::string group;
    for (const Option& option : options_of(info.command)) {
      if (option.name == "--help") continue;
      if (option.group != group) {
        group = option.group;
        table += fmt::format("\n| {} | | default |\n|---|---|---|\n", group);
      }
      table += fmt::format("| `{}{}{}` | {} | {} |\n", option.name, option.value.empty() ? "" : " ", option.value,
                           option.help, option.standard);
    }
    manual.replace(from, manual.find("<!-- end -->", from) - from, table + "\n");
  }
  return manual;
}

std::string version() {
  struct Part {
    std::string_view name;
    bool present;
    std::string_view words;
  };
  static constexpr Part kParts[] = {
#define PART(name, present, words) {name, present, words},
#include "build_parts.inc"
#undef PART
  };
  std::string text = fmt::format("fencepost {} (traces of version {}, findings {})\n", FENCEPOST_VERSION,
                                 format::kTraceVersion, reports::kJsonSchema);
  for (const Part& part : kParts)
    text += fmt::format("  {} {:<19} {}\n", part.present ? '+' : '-', part.name, part.words);
  return text;
}

}  // namespace fencepost::command
