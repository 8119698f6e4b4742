#include "command/outputs.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "registry/rule.h"
#include "reports/html.h"
#include "reports/json.h"
#include "reports/junit.h"
#include "reports/patch.h"
#include "reports/sarif.h"
#include "reports/sources.h"
#include "reports/terminal.h"

namespace fencepost::command {
namespace {

std::optional<reports::RuleText> rule_text(std::string_view id) {
  const Rule* rule = find_rule(id);
  if (rule == nullptr) return std::nullopt;
  return reports::RuleText{.title = std::string(rule->title), .page = std::string(rule->page)};
}

// The whole text or nothing: 0, or errno.
int write_text(const std::string& path, std::string_view text) {
  auto write_to = [&](FILE* file) {
    bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    return whole ? 0 : errno;
  };
  if (path == "-") return write_to(stdout);
  std::error_code ignored;  // the file tells
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder, ignored);
  FILE* file = std::fopen(path.c_str(), "w");
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

std::string html_of(const Findings& findings) {
  reports::Sources sources;
  return reports::to_html(findings, sources, rule_text);
}

}  // namespace

std::string why_not_writable(const Arguments& arguments) {
  for (const char* option : {"--html", "--json", "--sarif", "--junit", "--patch"}) {
    const auto path = arguments.value(option);
    if (!path || *path == "-") continue;
    if (const int error = writable(*path)) return fmt::format("cannot write {}: {}", *path, std::strerror(error));
  }
  return "";
}

bool write_files(const Findings& findings, const Arguments& arguments, const RuleOptions& rules) {
  const std::pair<const char*, std::function<std::string()>> writers[] = {
      {"--html", [&] { return html_of(findings); }},
      {"--json", [&] { return reports::to_json(findings); }},
      {"--sarif", [&] { return reports::to_sarif(findings, rule_text, FENCEPOST_VERSION); }},
      {"--junit",
       [&] {
         reports::Sources sources;
         return reports::to_junit(findings, sources, rules.threshold);
       }},
      {"--patch",
       [&] {
         std::error_code unknown;
         return reports::to_patch(findings, std::filesystem::current_path(unknown).string());
       }},
  };
  bool all = true;
  for (const auto& [option, writer] : writers) {
    auto path = arguments.value(option);
    if (!path) continue;
    if (int error = write_text(*path, writer())) {
      fmt::print(stderr, "fencepost: cannot write {}: {}\n", *path, std::strerror(error));
      all = false;
    }
  }
  return all;
}

bool write_html(const Findings& findings, const std::string& path) {
  return write_text(path, html_of(findings)) == 0;
}

void show(const Findings& findings, const Arguments& arguments, int file_descriptor) {
  reports::TerminalStyle style = reports::style_for(file_descriptor);
  if (auto most = arguments.value("--most"))
    style.most = static_cast<std::size_t>(std::strtoul(most->c_str(), nullptr, 10));
  reports::Sources sources;
  std::string text = reports::to_terminal(findings, sources, style);
  std::fflush(stdout);
  FILE* stream = file_descriptor == STDERR_FILENO ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace fencepost::command
