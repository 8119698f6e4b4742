#include "reports/sources.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

#include <fmt/format.h>

#include "model/source_lines.h"

namespace fencepost::reports {
namespace {

// Generated sources and data files can be huge; nobody reads a line of that length in a report.
constexpr std::size_t kLongestLine = 400;
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
    if (line.size() > kLongestLine) line = line.substr(0, kLongestLine) + " …";
    file.lines.push_back(std::move(line));
  }
  return file;
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
  snippet.lines.assign(source.lines.begin() + (snippet.first_line - 1), source.lines.begin() + end);
  return snippet;
}

}  // namespace fencepost::reports
