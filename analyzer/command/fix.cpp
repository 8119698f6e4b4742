#include "command/fix.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command/exit_status.h"
#include "command/file_text.h"
#include "command/load.h"
#include "command/run.h"
#include "command/say.h"
#include "model/source_lines.h"
#include "reports/patch.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

namespace files = std::filesystem;
using Edits = std::map<std::string, std::vector<SourceEdit>>;  // by file, sorted

constexpr const char* kLastReport = "fencepost.json";

int fail(const std::string& sentence) {
  say("fencepost fix: {}\n", sentence);
  return kStatusFailed;
}

// Runs the program under the checker. Returns the name of its findings; "" with the reason printed if there are none.
std::string findings_of_run(const std::vector<std::string>& program, const RuleOptions& rules,
                            const suppress::Suppressor& suppressor) {
  std::string name = (files::temp_directory_path() / "fencepost-fix-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return "";
  close(file);
  std::vector<std::string> words = {"run", "--no-html", "--quiet", "--json", name, "--"};
  words.insert(words.end(), program.begin(), program.end());
  const Parsed parsed = parse(words);
  if (!parsed.arguments) {
    files::remove(name);
    return "";
  }
  run(*parsed.arguments, rules, suppressor);
  return name;
}

// Nothing, with a sentence in `problem`: no findings are available.
std::optional<Findings> findings_for(const Arguments& arguments, const RuleOptions& rules,
                                     const suppress::Suppressor& suppressor, std::string& problem) {
  std::error_code error;
  const std::vector<std::string>& rest = arguments.rest;
  std::string path = rest.empty() ? kLastReport : rest.front();
  const bool named = rest.size() <= 1 && (rest.empty() || path.ends_with(".json") || files::is_directory(path, error));
  if (named && !files::exists(path, error)) {
    problem = rest.empty() ? fmt::format(
                                 "there is no {} here: name findings (fencepost run --json FILE writes them), "
                                 "a trace, or a program to run after --",
                                 kLastReport)
                           : fmt::format("{} does not exist", path);
    return std::nullopt;
  }
  if (!named) path = findings_of_run(rest, rules, suppressor);
  if (path.empty()) {
    problem = "the run left no findings";
    return std::nullopt;
  }
  Analysis analysis = load(path, rules, {.mpi = "none"});
  if (!named) files::remove(path, error);
  problem = analysis.problem;
  return std::move(analysis.findings);
}

// "": each file is still as it was when the program ran.
std::string why_not(const Edits& edits) {
  SourceLines sources;
  for (const auto& [file, changes] : edits) {
    const std::string now = sources.checksum(file);
    if (now.empty()) return fmt::format("{} cannot be read", file);
    const std::vector<std::string>& lines = sources.of(file);
    for (const SourceEdit& edit : changes) {
      const auto begin = static_cast<std::size_t>(edit.line) - 1;
      const bool same =
          edit.checksum == now && edit.line > 0 && begin + edit.removed.size() <= lines.size() &&
          std::equal(edit.removed.begin(), edit.removed.end(), lines.begin() + static_cast<std::ptrdiff_t>(begin));
      if (!same) return fmt::format("{} has changed since the program ran: run it again", file);
    }
  }
  return "";
}

// A file with its edits; its line ends stay as they are.
std::string changed(const std::string& text, const std::vector<SourceEdit>& edits) {
  std::vector<std::string_view> lines;  // with their ends
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(std::string_view(text).substr(at, end - at));
    at = end;
  }
  const std::string ending = !lines.empty() && lines.front().ends_with("\r\n") ? "\r\n" : "\n";
  std::string result;
  std::size_t next = 0;
  const auto copy_to = [&](std::size_t end) {
    for (; next < std::min(end, lines.size()); ++next) result += lines[next];
  };
  for (const SourceEdit& edit : edits) {
    copy_to(static_cast<std::size_t>(edit.line) - 1);
    if (!result.empty() && !result.ends_with('\n')) result += ending;
    next += edit.removed.size();
    for (const std::string& line : edit.added) result += line + ending;
  }
  copy_to(lines.size());
  return result;
}

// Writes next to the file and then replaces it: a reader finds either the old or the new one.
bool write_anew(const std::string& file, const std::vector<SourceEdit>& edits) {
  std::error_code error;
  const files::path path = files::canonical(file, error);
  if (error) return false;
  const std::optional<std::string> text = text_of_file(path);
  if (!text) return false;
  const files::path fresh = path.string() + ".fencepost-fix";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << changed(*text, edits);
  out.close();
  if (out) files::permissions(fresh, files::status(path).permissions(), error);
  if (out && !error) files::rename(fresh, path, error);
  if (out && !error) return true;
  files::remove(fresh, error);
  return false;
}

void print_diff(const std::string& diff, bool colour) {
  for (std::size_t at = 0; at < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = std::string_view(diff).substr(at, end - at);
    const char* code = line.starts_with("---") || line.starts_with("+++") ? "\033[1m"
                       : line.starts_with("@@")                           ? "\033[36m"
                       : line.starts_with("+")                            ? "\033[32m"
                       : line.starts_with("-")                            ? "\033[31m"
                                                                          : "";
    if (!colour) {
      fmt::print("{}\n", line);  // the lines before and after are as in the file
    } else {
      fmt::print("{}{}{}\n", code, reports::printable(line), *code != 0 ? "\033[0m" : "");
    }
    at = end + 1;
  }
}

// The best way to fix a finding may be one that a person must write.
void tell_second_ways(const Findings& findings) {
  for (const Finding& finding : findings.findings) {
    const Fix* taken = reports::patched_fix(finding);
    if (taken == nullptr || taken == &finding.fixes.front()) continue;
    say("fencepost fix: {}: another way is advised first, but has to be done by hand. {}\n", finding.rule,
        reports::printable(finding.fixes.front().text));
    say("fencepost fix: {}: this way is taken: {}\n", finding.rule, reports::printable(taken->text));
  }
}

// Why what was shown to be right has to be done by hand.
void tell_what_is_left(const Findings& findings) {
  for (const Finding& finding : findings.findings) {
    if (!finding.consequence_of.empty() || reports::patched_fix(finding) != nullptr) continue;
    const auto left = std::ranges::find_if(finding.fixes, &Fix::tried);
    if (left == finding.fixes.end()) continue;
    say("fencepost fix: {}: this has to be done by hand. {}\n", finding.rule, reports::printable(left->text));
  }
}

}  // namespace

int fix(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  std::string problem;
  const auto findings = findings_for(arguments, rules, suppressor, problem);
  if (!findings) return fail(problem);
  const Edits edits = reports::all_edits(*findings);
  const auto own = [](const Finding& finding) { return finding.consequence_of.empty(); };
  const auto all = std::ranges::count_if(findings->findings, own);
  const auto mended = std::ranges::count_if(
      findings->findings, [](const Finding& finding) { return reports::patched_fix(finding) != nullptr; });
  if (edits.empty()) {
    tell_what_is_left(*findings);
    say("fencepost fix: {}, none with a certain fix\n", reports::counted(static_cast<std::uint64_t>(all), "finding"));
    return kStatusClean;
  }
  if (const std::string why = why_not(edits); !why.empty()) return fail(why);
  tell_second_ways(*findings);
  tell_what_is_left(*findings);
  if (!arguments.has("--apply")) {
    std::error_code error;
    print_diff(reports::to_patch(*findings, files::current_path(error).string()),
               reports::style_for(STDOUT_FILENO).colour);
    std::fflush(stdout);
    say("fencepost fix: this fixes {} of {}; --apply changes the sources\n", mended,
        reports::counted(static_cast<std::uint64_t>(all), "finding"));
    return kStatusClean;
  }
  for (const auto& [file, changes] : edits) {
    if (!write_anew(file, changes)) return fail(fmt::format("{} cannot be written", file));
    say("fencepost fix: changed {}\n", file);
  }
  say("fencepost fix: this fixes {} of {}; build and run again\n", mended,
      reports::counted(static_cast<std::uint64_t>(all), "finding"));
  return kStatusClean;
}

}  // namespace fencepost::command
