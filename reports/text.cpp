#include "reports/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "model/template_name.h"

namespace fencepost::reports {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// One code point at the beginning of `text`; length 0: the first byte is not part of valid UTF-8.
struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;
};

Decoded decode(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t length = lead >= 0xF0 && lead <= 0xF4  ? 4
                       : lead >= 0xE0 && lead < 0xF0 ? 3
                       : lead >= 0xC2 && lead < 0xE0 ? 2
                                                     : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t code = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length};
}

template <class Visit>
void for_each_code_point(std::string_view text, Visit visit) {
  while (!text.empty()) {
    Decoded decoded = decode(text);
    std::size_t length = std::max<std::size_t>(decoded.length, 1);
    visit(decoded, text.substr(0, length));
    text.remove_prefix(length);
  }
}

bool moves_or_hides(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069) || code == 0xFEFF;
}

int width_of(char32_t code) {
  if ((code >= 0x300 && code < 0x370) || (code >= 0xFE00 && code <= 0xFE0F)) return 0;
  bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
              (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
              (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
              (code >= 0x1F300 && code <= 0x1FAFF);
  return wide ? 2 : 1;
}

// "by MPI_Win_fence at a.c:3". Only the file's
// name, as in the sentences of the finding.
std::string by_call_at(const std::string& call, const SourceLocation& location, const std::string& directory) {
  std::string text;
  if (!call.empty()) text += " by " + call;
  SourceLocation named = location;
  named.file = std::string(name_of_file(location.file));
  if (location.line > 0 || !location.function.empty()) text += " at " + place_of(named, directory) + within(location);
  return text;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for_each_code_point(
      text, [&](Decoded decoded, std::string_view bytes) { result += decoded.length == 0 ? kReplacement : bytes; });
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  int column = 0;
  for_each_code_point(text, [&](Decoded decoded, std::string_view bytes) {
    if (decoded.code == '\t') {
      int spaces = 4 - column % 4;
      result.append(static_cast<std::size_t>(spaces), ' ');
      column += spaces;
    } else if (decoded.length == 0 || moves_or_hides(decoded.code)) {
      result += kReplacement;
      ++column;
    } else {
      result += bytes;
      column += width_of(decoded.code);
    }
  });
  return result;
}

int columns_of(std::string_view text) {
  int columns = 0;
  for_each_code_point(text, [&](Decoded decoded, std::string_view) { columns += width_of(decoded.code); });
  return columns;
}

int characters_of(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string folded_name(const std::string& function, int width) {
  if (columns_of(function) <= width) return function;
  std::string name = template_name(function);
  if (columns_of(name) <= width) return name;
  while (!name.empty() && columns_of(name) > std::max(width, 2) - 1) {
    while (!name.empty() && (name.back() & 0xC0) == 0x80) name.pop_back();
    if (!name.empty()) name.pop_back();
  }
  return name + "…";
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string why_failed(const Findings& findings) {
  return findings.failure.empty() ? "the run could not be checked" : findings.failure;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string rank_list(const std::vector<int>& ranks) {
  if (ranks.empty()) return "no rank";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (end - i >= 3) {
      parts.push_back(fmt::format("{}–{}", ranks[i], ranks[end - 1]));
    } else {
      for (std::size_t k = i; k < end; ++k) parts.push_back(std::to_string(ranks[k]));
    }
    i = end;
  }
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string jobs_text(const std::vector<int>& numbers, const std::vector<ProgramInfo>& jobs) {
  constexpr std::size_t kMostNamed = 3;
  constexpr std::size_t kLongest = 60;
  const auto name = [&](int number) {
    const auto index = static_cast<std::size_t>(number - 1);
    std::string command = index < jobs.size() ? printable(jobs[index].command) : "";
    if (command.size() > kLongest) command = valid_utf8(command.substr(0, kLongest)) + "…";
    return command.empty() ? std::to_string(number) : fmt::format("{} ({})", number, command);
  };
  if (numbers.empty()) return "no job";
  if (numbers.size() > kMostNamed)
    return fmt::format("{} of the {} jobs, the first one job {}", numbers.size(), jobs.size(), name(numbers.front()));
  std::string text = numbers.size() == 1 ? "job " : "jobs ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += name(numbers[i]);
  }
  return text;
}

std::string incomplete_text(const Findings& findings) {
  std::string text;
  for (const std::string& reason : findings.incomplete) text += (text.empty() ? "incomplete: " : "; ") + reason;
  return text;
}

std::string shorten(const std::string& path, const std::string& directory) {
  if (directory.empty() || directory == "/") return path;
  std::string prefix = directory.back() == '/' ? directory : directory + "/";
  return path.starts_with(prefix) ? path.substr(prefix.size()) : path;
}

bool is_of_the_language(const SourceLocation& location) {
  const std::size_t include = location.file.find("/include/");  // …/include/c++/12, …/include/x86_64-linux-gnu/c++/12
  if (include != std::string::npos && location.file.find("/c++/", include) != std::string::npos) return true;
  const std::string_view module = name_of_file(location.module);
  return module.starts_with("libc.so.") || module.starts_with("libstdc++.so.") || module.starts_with("libpthread.so.");
}

std::string place_of(const SourceLocation& location, const std::string& directory, bool with_column) {
  if (location.line > 0) {
    std::string text = fmt::format("{}:{}", shorten(location.file, directory), location.line);
    if (with_column && location.column > 0) text += fmt::format(":{}", location.column);
    return text;
  }
  if (!location.module.empty()) {
    const std::string at = fmt::format("{}+{:#x}", shorten(location.module, directory), location.address);
    return location.function.empty() ? at : fmt::format("{} ({})", location.function, at);
  }
  if (!location.function.empty()) return location.function;
  return location.address != 0 ? fmt::format("address {:#x}", location.address) : "an unknown place";
}

std::string within(const SourceLocation& location) {
  return location.called.empty() ? "" : ", in a call of " + location.called;
}

std::string targets_of(const std::vector<Rank>& ranks, const std::vector<int>& processes) {
  std::vector<int> targets;
  for (const Rank rank : ranks) targets.push_back(static_cast<int>(rank.given()));
  std::string text = rank_list(targets);
  if (processes.size() == targets.size() && processes != targets && processes != std::vector{-1})
    text += fmt::format(" of the window ({})", rank_list(processes));
  return text;
}

std::string what_of(const Access& access) {
  std::string text = !access.call.empty() ? access.call : name_of(access.kind);
  if (access.target.ordinary()) text += " to " + targets_of({access.target}, {access.target_process});
  return text;
}

std::string what_of_rank(const Access& access) {
  return access.rank >= 0 ? fmt::format("{} on rank {}", what_of(access), access.rank) : what_of(access);
}

std::string bytes_text(const Access& access) {
  if (access.end_byte <= access.first_byte || access.bytes_of.empty()) return "";
  if (access.bytes_part == Rank::kNone) {
    return fmt::format("{} of {} at {:#x}", counted(access.end_byte - access.first_byte, "byte"), access.bytes_of,
                       access.first_byte);
  }
  if (access.end_byte - access.first_byte == 1)
    return fmt::format("byte {} of {}", grouped(access.first_byte), access.bytes_of);
  return fmt::format("bytes {} to {} of {}", grouped(access.first_byte), grouped(access.end_byte - 1), access.bytes_of);
}

std::string opened_of(const Epoch& epoch, const std::string& directory, const std::string& known_window) {
  if (epoch.kind == EpochType::kNone) return "none for this target";
  std::string text = fmt::format("{} epoch", name_of(epoch.kind));
  if (!epoch.window.empty() && epoch.window != known_window) text += " on " + epoch.window;
  if (!epoch.targets.empty()) text += " for " + targets_of(epoch.targets, epoch.target_processes);
  std::string by = by_call_at(epoch.opened_call, epoch.opened, directory);
  return by.empty() ? text : text + ", opened" + by;
}

std::string closed_of(const Epoch& epoch, const std::string& directory) {
  if (epoch.kind == EpochType::kNone) return "";
  std::string by = by_call_at(epoch.closed_call, epoch.closed, directory);
  return by.empty() ? "still open at the end of the trace" : "closed" + by;
}

std::vector<std::string> suppression_sentences(const Findings& findings) {
  std::vector<std::string> sentences;
  for (const Suppression& suppression : findings.suppressions) {
    const char* of = suppression.kind == SuppressionKind::kComment    ? "the comment at "
                     : suppression.kind == SuppressionKind::kBaseline ? "the baseline "
                                                                      : "";
    const std::string who = of + suppression.place;
    const std::string text = suppression.text.empty() ? "" : ": " + suppression.text;
    if (!suppression.problem.empty()) {
      sentences.push_back(who + ": " + suppression.problem);
    } else if (suppression.findings > 0) {
      sentences.push_back(fmt::format("{} ({}) by {}{}", counted(suppression.findings, "finding"),
                                      counted(suppression.occurrences, "occurrence"), who, text));
    } else {
      sentences.push_back(
          fmt::format("{} by {}{}", suppression.used ? "nothing more (others hid the same)" : "nothing", who, text));
    }
  }
  return sentences;
}

}  // namespace fencepost::reports
