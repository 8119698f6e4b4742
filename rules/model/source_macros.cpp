#include "model/source_macros.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "model/source_language.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

constexpr std::string_view kBlanks = " \t";

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// The name at the beginning of the text, which loses it; "": there is none.
std::string take_name(std::string_view& text) {
  if (text.empty() || !begins_name(text.front())) return "";
  const auto* const end = std::ranges::find_if_not(text, in_name);
  std::string name(text.begin(), end);
  text.remove_prefix(name.size());
  return name;
}

// A line without comments. (Quoted text that contains such signs is not understood, and then not expanded.)
std::string without_comments(std::string_view line) {
  std::string text(line.substr(0, line.find("//")));
  for (std::size_t begin = text.find("/*"); begin != std::string::npos; begin = text.find("/*")) {
    const std::size_t end = text.find("*/", begin + 2);
    text.replace(begin, end == std::string::npos ? std::string::npos : end + 2 - begin, " ");
  }
  return text;
}

// The lines from one on that a backslash joins. `at` becomes the last one.
std::string joined(const std::vector<std::string>& lines, std::size_t& at) {
  std::string text = without_comments(lines[at]);
  while (trimmed(text).ends_with('\\') && at + 1 < lines.size()) {
    text.resize(text.find_last_of('\\'));
    text += ' ' + without_comments(lines[++at]);
  }
  return text;
}

// The arguments in the brackets that open at `open`, and the place after them; nothing: the brackets do not match.
std::optional<std::pair<std::vector<std::string>, std::size_t>> arguments_at(std::string_view text, std::size_t open) {
  std::vector<std::string> arguments;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') return std::nullopt;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 || (c == ',' && depth == 1)) {
      arguments.emplace_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
    if (depth == 0) return std::pair(std::move(arguments), at + 1);
  }
  return std::nullopt;
}

}  // namespace

SourceMacros::SourceMacros(const std::string& file, SourceLines& sources) {
  std::set<std::string> read_before;
  read(file, sources, read_before);
}

void SourceMacros::read(const std::string& file, SourceLines& sources, std::set<std::string>& read_before) {
  constexpr std::size_t kMostFiles = 32;
  if (read_before.size() >= kMostFiles || !read_before.insert(file).second) return;
  const std::vector<std::string>& lines = sources.of(file);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!trimmed(lines[at]).starts_with('#')) continue;
    const std::string whole = joined(lines, at);
    std::string_view text = trimmed(trimmed(whole).substr(1));
    const std::string word = take_name(text);
    text = trimmed(text);
    if (word == "include" && text.size() > 2 && text.front() == '"') {
      const std::string name(text.substr(1, text.find('"', 1) - 1));
      read((std::filesystem::path(file).parent_path() / name).string(), sources, read_before);
    } else if (word == "define") {
      define(text);
    } else if (word == "undef") {
      macros_[take_name(text)].certain = false;
    }
  }
}

void SourceMacros::define(std::string_view definition) {
  const std::string name = take_name(definition);
  const auto [known, fresh] = macros_.try_emplace(name);
  Macro& macro = known->second;
  if (!fresh) {
    macro.certain = false;
    return;
  }
  if (definition.starts_with('(')) {
    const auto parameters = arguments_at(definition, 0);
    if (!parameters) {
      macro.certain = false;
      return;
    }
    macro.takes_arguments = true;
    macro.parameters = parameters->first;
    if (macro.parameters.size() == 1 && macro.parameters.front().empty()) macro.parameters.clear();
    definition.remove_prefix(parameters->second);
  }
  macro.body = trimmed(definition);
  const auto is_plain = [](const std::string& parameter) { return std::ranges::all_of(parameter, in_name); };
  macro.certain =
      macro.body.find_first_of("#\"'") == std::string::npos && std::ranges::all_of(macro.parameters, is_plain);
}

std::optional<std::string> SourceMacros::replacement(const Macro& macro, const std::vector<std::string>& given) const {
  if (given.size() != macro.parameters.size()) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < macro.body.size();) {
    std::string_view rest = std::string_view(macro.body).substr(at);
    const bool number = at > 0 && in_name(macro.body[at - 1]);
    const std::string name = number ? "" : take_name(rest);
    if (name.empty()) {
      text += macro.body[at++];
      continue;
    }
    const auto found = std::ranges::find(macro.parameters, name);
    text += found == macro.parameters.end() ? name : given[static_cast<std::size_t>(found - macro.parameters.begin())];
    at += name.size();
  }
  return text;
}

bool SourceMacros::expand(std::string& text, std::set<std::string>& inside, bool& any) const {
  constexpr std::size_t kLongest = 4096;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"' || text[at] == '\'') return false;
    if (!begins_name(text[at])) {
      const bool digit = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
      for (++at; digit && at < text.size() && in_name(text[at]);) ++at;
      continue;
    }
    std::string_view rest = std::string_view(text).substr(at);
    const std::string name = take_name(rest);
    const auto found = macros_.find(name);
    std::size_t end = at + name.size();
    if (found == macros_.end() || inside.contains(name)) {
      at = end;
      continue;
    }
    const Macro& macro = found->second;
    std::vector<std::string> given;
    if (macro.takes_arguments) {
      const std::size_t open = text.find_first_not_of(kBlanks, end);
      if (open == std::string::npos || text[open] != '(') {
        at = end;
        continue;
      }
      auto arguments = arguments_at(text, open);
      if (!arguments) return false;
      given = std::move(arguments->first);
      if (macro.parameters.empty() && given.size() == 1 && given.front().empty()) given.clear();
      end = arguments->second;
    }
    auto made = macro.certain ? replacement(macro, given) : std::nullopt;
    if (!made || text.size() + made->size() > kLongest) return false;
    inside.insert(name);
    const bool well = expand(*made, inside, any);
    inside.erase(name);
    if (!well) return false;
    text.replace(at, end - at, *made);
    at += made->size();
    any = true;
  }
  return true;
}

std::optional<std::string> SourceMacros::expanded(const std::string& text) const {
  std::string now = text;
  std::set<std::string> inside;
  bool any = false;
  if (!expand(now, inside, any) || !any) return std::nullopt;
  return now;
}

std::optional<std::string> expanded_statement(const std::string& file, int line, SourceLines& sources) {
  if (is_fortran_source(file)) return std::nullopt;
  const std::vector<std::string>& lines = sources.of(file);
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return std::nullopt;
  constexpr std::size_t kLines = 24;  // no call is longer
  std::string text;
  const std::size_t first = static_cast<std::size_t>(line) - 1, last = std::min(lines.size(), first + kLines);
  for (std::size_t at = first; at < last && text.find(';') == std::string::npos; ++at) {
    if (trimmed(lines[at]).starts_with('#')) return std::nullopt;
    text += without_comments(lines[at]) + ' ';
  }
  return SourceMacros(file, sources).expanded(text);
}

}  // namespace fencepost
