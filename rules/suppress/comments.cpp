#include "suppress/comments.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "model/source_language.h"
#include "registry/options.h"

namespace fencepost::suppress {
namespace {

constexpr std::string_view kWord = "fencepost:";
constexpr std::string_view kBlanks = " \t";
constexpr int kLongestStatement = 20;  // lines

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

enum class Language { kC, kFortran, kPython };

Language language_of(const std::string& file) {
  if (file.ends_with(".py")) return Language::kPython;
  return is_fortran_source(file) ? Language::kFortran : Language::kC;
}

// The part of a line before comments. (A comment mark in a string makes it shorter. No harm: only ends are used.)
std::string_view code_of(std::string_view line, Language language) {
  std::string_view code = trimmed(line);
  if (language == Language::kFortran) return trimmed(code.substr(0, code.find('!')));
  if (language == Language::kPython) return trimmed(code.substr(0, code.find('#')));
  if (code.starts_with("*")) return "";  // inside a block comment
  code = code.substr(0, code.find("//"));
  return trimmed(code.substr(0, code.find("/*")));
}

// Whether the statement continues on the line below.
bool goes_on(std::string_view code, Language language) {
  if (code.empty()) return false;
  if (language == Language::kFortran) return code.ends_with('&');
  if (language == Language::kPython) return std::string_view("\\([{,").find(code.back()) != std::string_view::npos;
  return !code.starts_with('#') && std::string_view(";{}:").find(code.back()) == std::string_view::npos;
}

}  // namespace

std::optional<Comment> comment_in(const std::string& line) {
  std::string_view text = line;
  const auto word = text.find(kWord);
  if (word == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, word);
  const bool comment = before.find("//") != std::string_view::npos || before.find("/*") != std::string_view::npos ||
                       before.find_first_of("!#") != std::string_view::npos || trimmed(before).starts_with('*');
  if (!comment) return std::nullopt;
  text = text.substr(word + kWord.size());
  text = trimmed(text.substr(0, text.find("*/")));
  constexpr std::string_view kIgnore = "ignore";
  Comment result;
  if (!text.starts_with(kIgnore) || (text.size() > kIgnore.size() && text[kIgnore.size()] != ' ')) {
    result.problem = fmt::format("'{} {}' is not understood; write: {} ignore RULE reason", kWord, text, kWord);
    return result;
  }
  text = trimmed(text.substr(kIgnore.size()));
  // First rules, as long as there are any, then the reason.
  for (bool listed = true; listed && !text.empty();) {
    const std::size_t end = std::min(text.find_first_of(" \t,:"), text.size());
    const auto ids = rules_named(text.substr(0, end));
    if (ids.empty()) {
      if (result.rules.empty())
        result.problem =
            fmt::format("there is no rule or family '{}' to ignore (see fencepost rules)", text.substr(0, end));
      break;
    }
    result.rules.insert(ids.begin(), ids.end());
    text = trimmed(text.substr(end));
    listed = text.starts_with(',');
    if (listed) text = trimmed(text.substr(1));
  }
  if (result.rules.empty() && result.problem.empty()) result.problem = "the comment does not say which rule to ignore";
  while (!text.empty() && (text.front() == ':' || text.front() == '-')) text = trimmed(text.substr(1));
  result.reason = text;
  return result;
}

const std::map<int, Comment>& Comments::comments_of(const std::string& file) {
  auto [found, fresh] = files_.try_emplace(file);
  if (fresh) {
    const auto& lines = sources_.of(file);
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (auto comment = comment_in(lines[i])) found->second.emplace(static_cast<int>(i) + 1, std::move(*comment));
  }
  return found->second;
}

std::vector<Comments::Found> Comments::at(const SourceLocation& place) {
  std::vector<Found> found;
  if (place.line < 1 || place.file.empty()) return found;
  const auto& comments = comments_of(place.file);
  if (comments.empty()) return found;
  if (SourceLines::changed_since_built(place)) {
    changed_.insert(place.file);
    return found;
  }
  const auto& lines = sources_.of(place.file);
  const Language language = language_of(place.file);
  const int last_line = static_cast<int>(lines.size());
  const auto code = [&](int line) { return code_of(lines[static_cast<std::size_t>(line) - 1], language); };
  if (place.line > last_line) return found;
  int first = place.line, last = place.line;
  while (first > 1 && place.line - first < kLongestStatement && goes_on(code(first - 1), language)) --first;
  while (last < last_line && last - place.line < kLongestStatement && goes_on(code(last), language)) ++last;
  // Comments on lines of their own directly above.
  while (first > 1 && !trimmed(lines[static_cast<std::size_t>(first) - 2]).empty() && code(first - 1).empty()) --first;
  for (auto at = comments.lower_bound(first); at != comments.end() && at->first <= last; ++at)
    found.push_back({place.file, at->first, &at->second});
  return found;
}

std::vector<Comments::Found> Comments::all() const {
  std::vector<Found> found;
  for (const auto& [file, comments] : files_)
    for (const auto& [line, comment] : comments) found.push_back({file, line, &comment});
  return found;
}

}  // namespace fencepost::suppress
