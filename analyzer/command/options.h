// The command line: every subcommand and every option in one table. Parsing, --help and the manual come from it.
//
// Options come from three lists: those of the command (options.cpp), those about rules (rules/registry) and the
// settings of the program side (runtime/options: FENCEPOST_RMA is --rma).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::command {

enum class Command {
  kRun,
  kAnalyze,
  kReport,
  kDiff,
  kMerge,
  kLint,
  kFix,
  kExplain,
  kRules,
  kPreload,
  kDoctor,
  kAddMpi,
  kDump
};

struct CommandInfo {
  Command command;
  std::string_view name;
  std::string_view arguments;  // "DIR"
  std::string_view summary;    // one line
  std::string_view details;    // paragraphs below the options; "" none
};
std::span<const CommandInfo> all_commands();

struct Option {
  std::string name;      // "--json"
  std::string value;     // "FILE"; "" for a switch
  std::string standard;  // the default in words; "" none
  std::string help;
  std::string group;        // heading in --help
  std::string environment;  // the setting of the program side that the option sets; "" none
  std::string sets;         // for a switch that sets one: the value
};
std::vector<Option> options_of(Command command);

struct Arguments {
  Command command = Command::kRun;
  std::map<std::string, std::vector<std::string>, std::less<>> options;  // by name; a switch has one empty value
  std::vector<std::string> rest;                                         // positional, or the program to run

  bool has(std::string_view name) const { return options.find(name) != options.end(); }
  // The last value given; none: the option was not given.
  std::optional<std::string> value(std::string_view name) const;
};

// The result of parsing: arguments, or text to print and the exit status (0: help, 2: wrong usage).
struct Parsed {
  std::optional<Arguments> arguments;
  std::string text;
  int status = 0;
};
Parsed parse(const std::vector<std::string>& words);

std::string overview();                // `fencepost --help`
std::string help_of(Command command);  // `fencepost run --help`
std::string version();                 // `fencepost --version`

// The manual with the table of options of each command between "<!-- options of NAME: generated -->" and "<!-- end
// -->".
std::string with_option_tables(std::string manual);

}  // namespace fencepost::command
