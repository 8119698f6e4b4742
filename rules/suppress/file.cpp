#include "suppress/file.h"

#include <algorithm>

#include <fmt/format.h>

#include "registry/options.h"
#include "suppress/pattern.h"

namespace fencepost::suppress {
namespace {

constexpr std::string_view kForm = "a line is: RULE function:NAME file:NAME module:NAME";

struct Malformed {
  std::string sentence;
};

// The words of a line: separated by blanks, except inside double quotes. The quotes are removed.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool quoted = false, inside = false;
  for (const char c : line) {
    if (c == '#' && !inside) break;
    const bool blank = (c == ' ' || c == '\t') && !quoted;
    if (blank) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '"') {
      quoted = !quoted;
    } else {
      words.back() += c;
    }
  }
  if (quoted) throw Malformed{"a quotation mark is missing"};
  return words;
}

std::set<std::string, std::less<>> rules_in(const std::string& word) {
  std::set<std::string, std::less<>> rules;
  if (word == "*") return rules;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    const std::string name = word.substr(begin, end - begin);
    const auto ids = rules_named(name);
    if (ids.empty()) {
      const bool pattern_first = name.find(':') != std::string::npos && name.find("::") == std::string::npos;
      throw Malformed{pattern_first ? fmt::format("'{}' is in the place of the rule: {}", name, kForm)
                                    : fmt::format("there is no rule or family '{}' (see fencepost rules)", name)};
    }
    rules.insert(ids.begin(), ids.end());
    begin = end + 1;
  }
  return rules;
}

void add_pattern(FramePattern& frame, const std::string& word) {
  const std::size_t colon = word.find(':');
  const std::string key = word.substr(0, colon);
  std::string* field = key == "function" ? &frame.function
                       : key == "file"   ? &frame.file
                       : key == "module" ? &frame.module
                                         : nullptr;
  if (colon == std::string::npos || field == nullptr)
    throw Malformed{fmt::format("'{}' is not a pattern: {}", word, kForm)};
  if (colon + 1 == word.size()) throw Malformed{fmt::format("there is no pattern after '{}'", word)};
  if (!field->empty()) throw Malformed{fmt::format("there are two patterns for the {} of one place", key)};
  *field = word.substr(colon + 1);
}

FileEntry entry_of(const std::vector<std::string>& words) {
  FileEntry entry;
  entry.rules = rules_in(words.front());
  bool open = false;  // a place that still needs a pattern
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (entry.accesses.empty()) entry.accesses.emplace_back();
    if (words[i] == "with") {
      if (open || i == 1) throw Malformed{"there is no pattern before 'with'"};
      if (entry.accesses.size() == 2) throw Malformed{"a finding has no third access, but 'with' is there twice"};
      entry.accesses.emplace_back();
      open = true;
    } else if (words[i] == "any-frame") {
      entry.accesses.back().any_frame = open = true;
    } else {
      add_pattern(entry.accesses.back(), words[i]);
      open = false;
    }
  }
  if (open) throw Malformed{fmt::format("there is no pattern after '{}'", words.back())};
  if (words.front() == "*" && entry.accesses.empty()) throw Malformed{"'*' without a pattern would hide everything"};
  return entry;
}

}  // namespace

bool FramePattern::fits(const Access& access) const {
  const auto fits_place = [&](const SourceLocation& place) {
    return (function.empty() || fits_function(function, place.function)) &&
           (file.empty() || fits_path(file, place.file)) && (module.empty() || fits_path(module, place.module));
  };
  return fits_place(access.location) || (any_frame && std::ranges::any_of(access.stack, fits_place));
}

bool FileEntry::fits(const Finding& finding) const {
  if (!rules.empty() && !rules.contains(finding.rule)) return false;
  if (accesses.empty()) return true;
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    if (!accesses[0].fits(finding.accesses[i])) continue;
    if (accesses.size() == 1) return true;
    for (std::size_t j = 0; j < finding.accesses.size(); ++j)
      if (i != j && accesses[1].fits(finding.accesses[j])) return true;
  }
  return false;
}

ParsedFile parse(std::string_view text, const std::string& name) {
  ParsedFile parsed;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && static_cast<unsigned char>(line.back()) <= ' ') line.remove_suffix(1);
    while (!line.empty() && static_cast<unsigned char>(line.front()) <= ' ') line.remove_prefix(1);
    try {
      const auto words = words_of(line);
      if (words.empty()) continue;
      FileEntry entry = entry_of(words);
      entry.place = fmt::format("{}:{}", name, number);
      entry.text = line;
      parsed.entries.push_back(std::move(entry));
    } catch (const Malformed& malformed) {
      parsed.problems.push_back(fmt::format("{}:{}: {}", name, number, malformed.sentence));
    }
  }
  return parsed;
}

}  // namespace fencepost::suppress
