#include "model/source_lines.h"

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace fencepost {
namespace {

std::optional<std::pair<long long, long long>> modified(const std::string& path) {
  struct stat status{};
  if (path.empty() || stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair<long long, long long>(status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

const SourceLines::File& SourceLines::read(const std::string& file) {
  auto [found, fresh] = files_.try_emplace(file);
  if (!fresh) return *found->second;
  // Advice looks at the same few files again and again, each piece of it with lines of its own.
  struct Known {
    std::optional<std::pair<long long, long long>> modified;
    std::shared_ptr<const File> file;
  };
  static thread_local std::map<std::string, Known> known;
  Known& last = known[file];
  const auto time = modified(file);
  if (last.file == nullptr || last.modified != time) last = {time, std::make_shared<const File>(read_whole(file))};
  found->second = last.file;
  return *found->second;
}

SourceLines::File SourceLines::read_whole(const std::string& file) {
  File read;
  std::ifstream in(file);
  for (std::string text; std::getline(in, text);) {
    const bool with_return = !text.empty() && text.back() == '\r';
    if (with_return) text.pop_back();
    if (with_return && read.lines.empty()) read.line_end = "\r\n";
    read.lines.push_back(std::move(text));
  }
  return read;
}

const std::vector<std::string>& SourceLines::of(const std::string& file) {
  return read(file).lines;
}

const std::string& SourceLines::line_end(const std::string& file) {
  return read(file).line_end;
}

std::string SourceLines::checksum(const std::string& file) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const std::vector<std::string>& lines = of(file);
  if (lines.empty()) return "";
  for (const std::string& line : lines) {
    for (const char letter : line) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    hash = (hash ^ static_cast<unsigned char>('\n')) * 0x100000001b3u;
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[hash >> shift & 15];
  return text;
}

bool SourceLines::changed_since_built(const SourceLocation& place) {
  const auto source = modified(place.file);
  const auto module = modified(place.module);
  return source && module && *source > *module;
}

}  // namespace fencepost
