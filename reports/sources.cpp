#include "reports/sources.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <sys/stat.h>

#include <fmt/format.h>

#include "model/source_lines.h"

namespace fencepost::reports {
namespace {

// Generated sources and data files can have huge lines, which nobody reads in a report. Of a longer line, the part
// around the statement is shown.
constexpr std::size_t kLongestLine = 400;
constexpr std::size_t kLongestKept = 100'000;
constexpr std::string_view kCut = "… ";

// `column` of the statement in it, from 1; 0: not known. It becomes the column in the result.
std::string cut_line(std::string_view line, int& column) {
  if (line.size() <= kLongestLine) return std::string(line);
  const auto at = static_cast<std::size_t>(std::max(column - 1, 0));
  const auto inside = [&](std::size_t i) { return i < line.size() && (line[i] & 0xC0) == 0x80; };
  std::size_t begin = at < kLongestLine * 3 / 4 ? 0 : std::min(at - kLongestLine / 4, line.size());
  while (begin > 0 && inside(begin)) --begin;
  std::size_t end = std::min(begin + kLongestLine, line.size());
  while (end > begin && inside(end)) --end;
  std::string result = (begin > 0 ? std::string(kCut) : "") + std::string(line.substr(begin, end - begin));
  if (end < line.size()) result += " …";
  if (column > 0 && begin > 0) column = static_cast<int>(at - begin + kCut.size()) + 1;
  return result;
}
constexpr std::size_t kMostLines = 2'000'000;

}  // namespace

const Sources::File& Sources::file(const std::string& path) {
  auto [found, inserted] = files_.try_emplace(path);
  File& file = found->second;
  if (!inserted) return file;
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return file;
  std::ifstream input(path);
  if (!input) return file;
  file.readable = true;
  for (std::string line; file.lines.size() < kMostLines && std::getline(input, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.size() > kLongestKept) line.resize(kLongestKept);
    file.lines.push_back(std::move(line));
  }
  return file;
}

std::string Sources::line(const SourceLocation& location) {
  if (location.file.empty() || location.line <= 0) return "";
  const File& source = file(location.file);
  const auto index = static_cast<std::size_t>(location.line - 1);
  return index < source.lines.size() ? source.lines[index] : "";
}

Snippet Sources::snippet(const SourceLocation& location, int context) {
  Snippet snippet;
  if (location.file.empty() || location.line <= 0) return snippet;
  snippet.marked_line = location.line;
  snippet.column = location.column;
  const File& source = file(location.file);
  if (!source.readable) {
    snippet.note = fmt::format("The source file {} cannot be read here.", location.file);
    return snippet;
  }
  int last = static_cast<int>(source.lines.size());
  if (location.line > last) {
    snippet.note = fmt::format("{} has no line {} any more; it was changed after the program was built.", location.file,
                               location.line);
    return snippet;
  }
  if (SourceLines::changed_since_built(location)) {
    snippet.note = fmt::format("{} was changed after the program was built; the line may have moved.", location.file);
  }
  snippet.first_line = std::max(1, location.line - context);
  int end = location.line > last - context ? last : location.line + context;
  for (int number = snippet.first_line; number <= end; ++number) {
    int none = 0;
    snippet.lines.push_back(cut_line(source.lines[static_cast<std::size_t>(number - 1)],
                                     number == snippet.marked_line ? snippet.column : none));
  }
  return snippet;
}

}  // namespace fencepost::reports
