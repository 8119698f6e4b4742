#include "command/outputs.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "registry/rule.h"
#include "reports/format.h"
#include "reports/sources.h"
#include "reports/terminal.h"

namespace fencepost::command {
namespace {

std::optional<reports::RuleText> rule_text(std::string_view id) {
  const Rule* rule = find_rule(id);
  if (rule == nullptr) return std::nullopt;
  return reports::RuleText{.title = std::string(rule->title),
                           .page = std::string(rule->page),
                           .name = std::string(rule->name),
                           .severity = rule->severity,
                           .section = std::string(rule->section)};
}

// The whole text or nothing: 0, or errno.
int write_text(const std::string& path, std::string_view text, bool appends) {
  auto write_to = [&](FILE* file) {
    bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    return whole ? 0 : errno;
  };
  if (path == "-") return write_to(stdout);
  std::error_code ignored;  // the file tells
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder, ignored);
  FILE* file = std::fopen(path.c_str(), appends ? "a" : "w");
  if (file == nullptr) return errno;
  int error = write_to(file);
  return std::fclose(file) != 0 && error == 0 ? errno : error;
}

// 0, or errno. Creates nothing: the program may be about to look at its directory.
int writable(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return EISDIR;
  std::filesystem::path there = std::filesystem::absolute(path, error);
  const bool anew = !std::filesystem::exists(there, error);
  while (!std::filesystem::exists(there, error) && there != there.parent_path()) there = there.parent_path();
  if (anew && !std::filesystem::is_directory(there, error)) return ENOTDIR;
  return access(there.c_str(), W_OK) == 0 ? 0 : errno;
}

// A report that was asked for.
struct Wanted {
  const reports::Format* format;
  std::string path;  // "-": standard output
  bool appends = false;
};

// A summary for a run of GitHub Actions goes where the runner wants it, behind those of other steps.
Wanted without_file(const reports::Format& format) {
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  if (format.name == "markdown" && summary != nullptr && *summary != '\0')
    return {.format = &format, .path = summary, .appends = true};
  return {.format = &format, .path = std::string(format.file)};
}

// Every report that was asked for, by --report FORMAT[=FILE] or by an option of its own.
std::vector<Wanted> wanted_reports(const Arguments& arguments) {
  std::vector<Wanted> wanted;
  for (const reports::Format& format : reports::formats())
    if (const auto path = format.option.empty() ? std::nullopt : arguments.value(format.option))
      wanted.push_back({.format = &format, .path = *path});
  const auto given = arguments.options.find("--report");
  if (given == arguments.options.end()) return wanted;
  for (const std::string& value : given->second) {
    const std::size_t equals = value.find('=');
    const reports::Format* format = reports::format_named(std::string_view(value).substr(0, equals));
    if (format == nullptr) continue;  // the command line was checked
    wanted.push_back(equals == std::string::npos ? without_file(*format)
                                                 : Wanted{.format = format, .path = value.substr(equals + 1)});
  }
  return wanted;
}

std::string text_of(const reports::Format& format, const Findings& findings, const Arguments& arguments,
                    const RuleOptions& rules) {
  reports::Sources sources;
  reports::Context context{.sources = sources,
                           .rule_texts = rule_text,
                           .tool_version = FENCEPOST_VERSION,
                           .threshold = rules.threshold,
                           .source_root = arguments.value("--source-root").value_or(""),
                           .editor = arguments.value("--editor").value_or("")};
  return format.write(findings, context);
}

}  // namespace

bool asks_for_files(const Arguments& arguments) {
  return !wanted_reports(arguments).empty();
}

bool asks_for(std::string_view format, const Arguments& arguments) {
  return std::ranges::any_of(wanted_reports(arguments),
                             [&](const Wanted& wanted) { return wanted.format->name == format; });
}

std::string why_not_writable(const Arguments& arguments) {
  for (const Wanted& wanted : wanted_reports(arguments)) {
    if (wanted.path == "-") continue;
    if (const int error = writable(wanted.path))
      return fmt::format("cannot write {}: {}", wanted.path, std::strerror(error));
  }
  return "";
}

bool write_files(const Findings& findings, const Arguments& arguments, const RuleOptions& rules) {
  bool all = true;
  for (const Wanted& wanted : wanted_reports(arguments)) {
    const std::string text = text_of(*wanted.format, findings, arguments, rules);
    if (const int error = write_text(wanted.path, text, wanted.appends)) {
      fmt::print(stderr, "fencepost: cannot write {}: {}\n", wanted.path, std::strerror(error));
      all = false;
    }
  }
  return all;
}

bool write_html(const Findings& findings, const Arguments& arguments, const RuleOptions& rules,
                const std::string& path) {
  return write_text(path, text_of(*reports::format_named("html"), findings, arguments, rules), false) == 0;
}

void show(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int file_descriptor) {
  reports::TerminalStyle style = reports::style_for(file_descriptor);
  if (auto most = arguments.value("--most")) {
    style.most = static_cast<std::size_t>(std::strtoul(most->c_str(), nullptr, 10));
    style.height = 0;
  }
  reports::Sources sources;
  const reports::Format* other = reports::format_named(arguments.value("--format").value_or("text"));
  const std::string text =
      other != nullptr ? text_of(*other, findings, arguments, rules) : reports::to_terminal(findings, sources, style);
  std::fflush(stdout);
  FILE* stream = file_descriptor == STDERR_FILENO ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace fencepost::command
