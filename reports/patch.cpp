#include "reports/patch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "reports/place.h"

namespace fencepost::reports {
namespace {

using Edits = std::vector<SourceEdit>;  // of one file, sorted

int removed_in(const SourceEdit& edit) {
  return static_cast<int>(edit.removed.size());
}

// Both remove the same line, or one adds lines inside the other.
bool collide(const SourceEdit& a, const SourceEdit& b) {
  if (a.file != b.file || (a.removed.empty() && b.removed.empty())) return false;
  const int a_end = a.line + removed_in(a), b_end = b.line + removed_in(b);
  if (a.removed.empty()) return a.line > b.line && a.line < b_end;
  if (b.removed.empty()) return b.line > a.line && b.line < a_end;
  return a.line < b_end && b.line < a_end;
}

void sort(Edits& edits) {
  // Lines that are added before a line come before lines that replace it.
  std::ranges::stable_sort(edits, {}, [](const SourceEdit& edit) { return std::pair(edit.line, removed_in(edit)); });
}

// Each edit with up to three lines around it; those that touch are one hunk. `text`: the whole file; if it is not
// known, it is empty, and there are no lines around.
std::string hunks(const Edits& edits, const std::vector<std::string>& text, const std::string& line_end = "\n") {
  const int context = text.empty() ? 0 : 3;
  const int all = static_cast<int>(text.size());
  std::string diff;
  int shift = 0;
  for (auto at = edits.begin(); at != edits.end();) {
    auto last = at;
    while (std::next(last) != edits.end() && std::next(last)->line - (last->line + removed_in(*last)) <= 2 * context)
      ++last;
    const int begin = std::max(1, at->line - context);
    const int after = last->line + removed_in(*last);  // the first line after the last edit
    const int end = std::max(after, std::min(all + 1, after + context));
    std::string body;
    int old_lines = 0, new_lines = 0, line = begin;
    const auto put = [&](char sign, const std::string& content) {
      body += sign + content + line_end;
      old_lines += sign != '+';
      new_lines += sign != '-';
    };
    for (auto edit = at; edit != std::next(last); ++edit) {
      for (; line < edit->line && line <= all; ++line) put(' ', text[static_cast<std::size_t>(line) - 1]);
      for (const std::string& gone : edit->removed) put('-', gone);
      for (const std::string& added : edit->added) put('+', added);
      line = edit->line + removed_in(*edit);
    }
    if (context > 0)
      for (; line < end; ++line) put(' ', text[static_cast<std::size_t>(line) - 1]);
    // If no lines are removed, the header names the line before.
    diff += fmt::format("@@ -{},{} +{},{} @@\n{}", begin - (old_lines == 0), old_lines,
                        begin + shift - (new_lines == 0), new_lines, body);
    shift += new_lines - old_lines;
    at = std::next(last);
  }
  return diff;
}

std::string head(const std::string& file, const std::string& directory) {
  return fmt::format("--- a/{0}\n+++ b/{0}\n", path_below(file, directory));
}

}  // namespace

const Fix* patched_fix(const Finding& finding) {
  if (!finding.consequence_of.empty()) return nullptr;
  const auto fix = std::ranges::find_if(finding.fixes, [](const Fix& one) { return !one.patch.empty(); });
  return fix == finding.fixes.end() ? nullptr : &*fix;
}

std::map<std::string, Edits> all_edits(const Findings& findings) {
  std::map<std::string, Edits> files;
  Edits taken;
  for (const Finding& finding : findings.findings) {
    const Fix* fix = patched_fix(finding);
    if (fix == nullptr) continue;
    const auto is_known = [&](const SourceEdit& edit) { return std::ranges::find(taken, edit) != taken.end(); };
    const bool fits = std::ranges::none_of(fix->patch, [&](const SourceEdit& edit) {
      return !is_known(edit) &&
             std::ranges::any_of(taken, [&](const SourceEdit& other) { return collide(edit, other); });
    });
    if (!fits) continue;
    for (const SourceEdit& edit : fix->patch)
      if (!is_known(edit)) taken.push_back(edit);
  }
  for (SourceEdit& edit : taken) files[edit.file].push_back(std::move(edit));
  for (auto& [file, edits] : files) sort(edits);
  return files;
}

std::string to_patch(const Findings& findings, const std::string& directory) {
  SourceLines sources;
  std::string text;
  for (const auto& [file, edits] : all_edits(findings)) {
    const std::string now = sources.checksum(file);
    if (now.empty() || std::ranges::any_of(edits, [&](const SourceEdit& edit) { return edit.checksum != now; }))
      continue;
    text += head(file, directory) + hunks(edits, sources.of(file), sources.line_end(file));
  }
  return text;
}

std::string diff_of(const Fix& fix, const std::string& directory, SourceLines& sources) {
  std::map<std::string, Edits> files;
  for (const SourceEdit& edit : fix.patch) files[edit.file].push_back(edit);
  std::string text;
  for (auto& [file, edits] : files) {
    sort(edits);
    const bool as_it_was = sources.checksum(file) == edits.front().checksum;
    text += head(file, directory) + hunks(edits, as_it_was ? sources.of(file) : std::vector<std::string>{});
  }
  return text;
}

}  // namespace fencepost::reports
