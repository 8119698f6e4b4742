#include "command/outputs.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/exit_status.h"
#include "command/say.h"
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

// 0, or errno.
int write_to(FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0 ? 0 : errno;
}

int write_into(const std::filesystem::path& path, std::string_view text, const char* mode) {
  FILE* file = std::fopen(path.c_str(), mode);
  if (file == nullptr) return errno;
  const int error = write_to(file, text);
  return std::fclose(file) != 0 && error == 0 ? errno : error;
}

// Writes the whole text or nothing: first next to the place, then over an existing file. If the place is not a plain
// file (a pipe, /dev/null, a link), or allows no second file, it is written directly. 0, or errno.
int write_text(const std::filesystem::path& path, std::string_view text, bool appends) {
  if (path == "-") return write_to(stdout, text);
  std::error_code ignored;  // the file shows it
  if (const auto folder = path.parent_path(); !folder.empty()) std::filesystem::create_directories(folder, ignored);
  if (appends) return write_into(path, text, "ae");
  const auto status = std::filesystem::symlink_status(path, ignored);
  const bool plain = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (!plain) return write_into(path, text, "we");
  const std::filesystem::path beside = fmt::format("{}.{}.part", path.string(), getpid());
  int error = write_into(beside, text, "we");
  if (error == EACCES || error == ENAMETOOLONG || error == EPERM) return write_into(path, text, "we");
  if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) std::filesystem::remove(beside, ignored);
  return error;
}

void say_not_written(const std::string& path, int error) {
  const char* full = error == ENOSPC || error == EDQUOT ? "the disk is full: " : "";
  say("fencepost: cannot write {}: {}{}\n", path, full, std::strerror(error));
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

// A requested report.
struct Wanted {
  const reports::Format* format;
  std::string path;  // "-": standard output
  bool appends = false;
};

// A summary for a run of GitHub Actions goes to the runner's place, after those of other steps.
Wanted without_file(const reports::Format& format) {
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  if (format.name == "markdown" && summary != nullptr && *summary != '\0')
    return {.format = &format, .path = summary, .appends = true};
  return {.format = &format, .path = std::string(format.file)};
}

// Every requested report: by --report FORMAT[=FILE] or by an option of its own.
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

// A file to which reports are appended, or a place that is not a file (/dev/null, a pipe).
bool takes_several(const Wanted& wanted) {
  std::error_code ignored;  // then it does not exist yet
  return wanted.appends ||
         (wanted.path != "-" && std::filesystem::is_other(std::filesystem::status(wanted.path, ignored)));
}

// The same path, however the file is named.
std::filesystem::path whole_path(const std::string& path) {
  if (path == "-") return path;
  std::error_code error;
  std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? std::filesystem::path(path) : whole;
}

std::string text_of(const reports::Format& format, const Findings& findings, const Arguments& arguments,
                    const RuleOptions& rules) {
  reports::Sources sources;
  reports::Context context{.sources = sources,
                           .rule_texts = rule_text,
                           .tool_version = FENCEPOST_VERSION,
                           .counts = [&](const Finding& finding) { return fails_run(finding, rules); },
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

bool shows_overview(const Arguments& arguments) {
  const bool page_unasked = arguments.command == Command::kRun && !arguments.has("--no-html");
  const std::string shown = arguments.value("--format").value_or("text");
  return page_unasked || arguments.has("--open") || shown == "html" || shown == "json" || asks_for("html", arguments) ||
         asks_for("json", arguments);
}

std::string why_not_writable(const Arguments& arguments) {
  std::map<std::filesystem::path, std::string_view> formats;  // for each place that only one report can have
  for (const Wanted& wanted : wanted_reports(arguments)) {
    if (!takes_several(wanted)) {
      const auto [other, alone] = formats.try_emplace(whole_path(wanted.path), wanted.format->name);
      if (!alone)
        return fmt::format("two reports cannot both be written to {}: {} and {}",
                           wanted.path == "-" ? "the standard output" : wanted.path, other->second,
                           wanted.format->name);
    }
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
      say_not_written(wanted.path, error);
      all = false;
    }
  }
  return all;
}

bool write_html(const Findings& findings, const Arguments& arguments, const RuleOptions& rules,
                const std::string& path) {
  const int error = write_text(path, text_of(*reports::format_named("html"), findings, arguments, rules), false);
  if (error != 0) say_not_written(path, error);
  return error == 0;
}

bool write_reports(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int terminal) {
  if (!arguments.has("--quiet")) show(findings, arguments, rules, terminal);
  return write_files(findings, arguments, rules);
}

int report_failure(std::string_view command, const std::string& sentence, const Arguments& arguments,
                   const RuleOptions& rules) {
  say("fencepost {}: {}\n", command, sentence);
  Findings findings;
  findings.status = RunStatus::kFailed;
  findings.failure = sentence;
  findings.program.command = fmt::format("{}", fmt::join(arguments.rest, " "));
  std::error_code error;
  findings.program.directory = std::filesystem::current_path(error).string();
  write_files(findings, arguments, rules);
  return kStatusFailed;
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
