#include "reports/markdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/source_lines.h"
#include "reports/causes.h"
#include "reports/patch.h"
#include "reports/place.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

// A summary on GitHub is limited to 1 MiB; nobody reads a table with more rows.
constexpr std::size_t kMostRows = 100;
constexpr std::size_t kMostInFull = 25;

// Text of the program in a table or a sentence: none of it is markup.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]<>|#&!~$").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string code(const std::string& text) {
  std::string result;
  for (const char c : printable(text)) result += c == '`' ? '\'' : c == '|' ? '/' : c;
  return result.empty() ? "" : "`" + result + "`";
}

std::string place_text(const Finding& finding, const std::string& root) {
  const SourceLocation* place = place_in_sources(finding);
  return place == nullptr ? "" : code(fmt::format("{}:{}", path_below(place->file, root), place->line));
}

std::string row(const Finding& finding, const std::string& root) {
  return fmt::format("| {} | {} | {} | {} | {} |\n", name_of(finding.severity), code(finding.rule),
                     plain(finding.title), place_text(finding, root), grouped(finding.count));
}

// A block that no line of the program can end.
std::string diff_block(const Finding& finding, const std::string& root, SourceLines& sources) {
  const Fix* fix = patched_fix(finding);
  if (fix == nullptr) return "";
  const std::string diff = diff_of(*fix, root, sources);
  std::string fence = "```";
  while (diff.find(fence) != std::string::npos) fence += '`';
  std::string text = "\n" + fence + "diff\n";
  for (std::size_t at = 0; at < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', at), diff.size());
    text += printable(std::string_view(diff).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return text + fence + "\n";
}

std::string in_full(const Finding& finding, const std::string& root, SourceLines& sources) {
  std::string text =
      fmt::format("#### {} {}\n\n{}\n", code(finding.rule), plain(finding.title), plain(finding.message));
  for (const Access& access : finding.accesses) {
    SourceLocation place = access.location;
    place.file = path_below(place.file, root);
    text += fmt::format("- {}{} at {}\n", access.rank >= 0 ? fmt::format("rank {}: ", access.rank) : "",
                        plain(what_of(access)), code(place_of(place, "")));
  }
  if (!finding.suggestion.empty()) text += fmt::format("\n**What to do:** {}\n", plain(finding.suggestion));
  return text + diff_block(finding, root, sources) + "\n";
}

std::string list(const char* head, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string text = fmt::format("<details><summary>{}</summary>\n\n", head);
  for (const std::string& sentence : sentences) text += "- " + plain(sentence) + "\n";
  return text + "\n</details>\n\n";
}

}  // namespace

std::string to_markdown(const Findings& findings, Context& context) {
  const Causes causes(findings);
  const std::string root = root_of(findings, context.source_root);
  std::string text = fmt::format("### Fencepost: {}\n\n", plain(summary_of(findings)));
  if (!findings.program.command.empty()) text += code(findings.program.command) + "\n\n";
  std::string table, details;
  SourceLines sources;
  std::size_t rows = 0, left_out = 0;
  for (const Finding& finding : findings.findings) {
    if (causes.of(finding) != nullptr) continue;
    if (rows == kMostRows) {
      ++left_out;
      continue;
    }
    table += row(finding, root);
    if (rows < kMostInFull) details += in_full(finding, root, sources);
    ++rows;
  }
  if (rows > 0) text += "| severity | rule | what | where | times |\n|---|---|---|---|---:|\n" + table + "\n";
  if (left_out > 0) text += fmt::format("… and {} more, which the other reports have.\n\n", grouped(left_out));
  if (!details.empty()) text += "<details><summary>What to do</summary>\n\n" + details + "</details>\n\n";
  text += list("What could not be seen", findings.blind_spots);
  text += list("What was suppressed", suppression_sentences(findings));
  return text;
}

}  // namespace fencepost::reports
