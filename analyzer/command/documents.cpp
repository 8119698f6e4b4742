#include "command/documents.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fencepost::command {
namespace {

// ---- man pages -----------------------------------------------------------------------------------------------------

// A line that begins with a dot would be a request, and a hyphen would become a minus.
std::string roff(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else if ((letter == '.' || letter == '\'') && (result.empty() || result.back() == '\n')) {
      result += "\\&";
      result += letter;
    } else {
      result += letter;
    }
  }
  return result;
}

// Each paragraph is on one line.
std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format(".PP\n{}\n", roff(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string heading(std::string_view name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"Fencepost {}\"\n.SH NAME\n{} \\- {}\n", roff(name), FENCEPOST_VERSION, roff(name),
                     roff(summary));
}

std::string see_also(const CommandInfo* but) {
  std::vector<std::string> pages;
  if (but != nullptr) pages.emplace_back(".BR fencepost (1)");
  for (const CommandInfo& info : all_commands()) {
    if (&info != but) pages.push_back(fmt::format(".BR {} (1)", roff(fmt::format("fencepost-{}", info.name))));
  }
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const CommandInfo& info : all_commands()) names.emplace_back(info.name);
  return names;
}

// ---- completions ---------------------------------------------------------------------------------------------------

// Whether the option takes a file.
bool takes_file(const Option& option) {
  return option.value == "FILE" || option.value == "DIR";
}

std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

// Brackets and colons have a meaning in zsh's specifications.
std::string zsh_words(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':') result += '\\';
    result += letter;
  }
  return result;
}

}  // namespace

std::string man_page() {
  std::string text = heading("fencepost", "find the bugs of MPI one-sided (RMA) programs, and explain them");
  text += ".SH SYNOPSIS\n.B fencepost\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH COMMANDS\n";
  for (const CommandInfo& info : all_commands())
    text += fmt::format(".TP\n.B {}\n{}\n", roff(info.name), roff(info.summary));
  return text + see_also(nullptr);
}

std::string man_page(Command command) {
  const CommandInfo& info = *std::ranges::find(all_commands(), command, &CommandInfo::command);
  std::string text = heading(fmt::format("fencepost-{}", info.name), info.summary);
  text += fmt::format(".SH SYNOPSIS\n.B fencepost {}\n{}\n", roff(info.name), roff(info.arguments));
  if (!info.details.empty()) text += ".SH DESCRIPTION\n" + paragraphs(info.details);
  std::string group;
  text += ".SH OPTIONS\n";
  for (const Option& option : options_of(command)) {
    if (option.group != group) text += fmt::format(".SS {}\n", roff(group = option.group));
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}{}\n", roff(option.name),
                        option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value)), roff(option.help),
                        option.standard.empty() ? "" : roff(fmt::format(" (default: {})", option.standard)));
  }
  return text + see_also(&info);
}

std::string bash_completion() {
  std::string text =
      "# bash completion of fencepost; generated from its table of options\n"
      "_fencepost() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=\n"
      "  COMPREPLY=()\n";
  text += fmt::format(
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n",
      fmt::join(names_of_commands(), " "));
  for (const CommandInfo& info : all_commands()) {
    std::vector<std::string> names;
    for (const Option& option : options_of(info.command)) names.push_back(option.name);
    text += fmt::format("    {}) options='{}' ;;\n", info.name, fmt::join(names, " "));
  }
  return text +
         "  esac\n"
         "  case $word in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _fencepost fencepost\n";
}

std::string zsh_completion() {
  std::string text =
      "#compdef fencepost\n"
      "# generated from fencepost's table of options\n"
      "local -a commands\n"
      "commands=(\n";
  for (const CommandInfo& info : all_commands())
    text += fmt::format("  {}\n", single_quoted(fmt::format("{}:{}", info.name, zsh_words(info.summary))));
  text +=
      ")\n"
      "if (( CURRENT == 2 )); then\n"
      "  _describe command commands\n"
      "  return\n"
      "fi\n"
      "local command=$words[2]\n"
      "shift words\n"
      "(( CURRENT-- ))\n"
      "case $command in\n";
  for (const CommandInfo& info : all_commands()) {
    text += fmt::format("  {})\n    _arguments", info.name);
    for (const Option& option : options_of(info.command)) {
      std::string row = fmt::format("{}[{}]", option.name, zsh_words(option.help));
      if (!option.value.empty())
        row += fmt::format(":{}:{}", zsh_words(option.value), takes_file(option) ? "_files" : "");
      text += " \\\n      " + single_quoted(row);
    }
    text += " \\\n      '*:file:_files'\n    ;;\n";
  }
  return text + "esac\n";
}

std::string fish_completion() {
  std::string text = "# generated from fencepost's table of options\n";
  for (const CommandInfo& info : all_commands()) {
    text += fmt::format("complete -c fencepost -n __fish_use_subcommand -f -a {} -d {}\n", info.name,
                        single_quoted(info.summary));
    for (const Option& option : options_of(info.command)) {
      if (!option.name.starts_with("--")) continue;
      text += fmt::format("complete -c fencepost -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n", info.name,
                          option.name.substr(2),
                          option.value.empty() ? ""
                          : takes_file(option) ? " -r"
                                               : " -x",
                          single_quoted(option.help));
    }
  }
  return text;
}

}  // namespace fencepost::command
