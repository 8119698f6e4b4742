#include "reports/patch.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/source_lines.h"

namespace fencepost::reports {
namespace {

struct LineEdit {
  bool removed = false;
  std::vector<std::string> before, after;
};
using FileEdits = std::map<int, LineEdit>;  // by line, from 1

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

bool is_fortran(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view ending = file.substr(dot);
  return ending.starts_with(".f") || ending.starts_with(".F");
}

std::string indentation(std::string_view line) {
  return std::string(line.substr(0, static_cast<std::size_t>(trimmed(line).data() - line.data())));
}

// Without a comment at its end.
std::string_view code_of(std::string_view line, bool fortran) {
  for (const std::string_view mark :
       fortran ? std::vector<std::string_view>{"!"} : std::vector<std::string_view>{"//", "/*"})
    line = line.substr(0, line.find(mark));
  return trimmed(line);
}

bool is_balanced(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0 && std::ranges::count(text, '"') == 0;
}

// One whole statement, which no other one controls without braces.
class Statement {
 public:
  Statement(const std::vector<std::string>& lines, int line, bool fortran) : fortran_(fortran) {
    if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return;
    text_ = code_of(lines[static_cast<std::size_t>(line) - 1], fortran);
    alone_ = (fortran ? is_fortran_statement() : is_c_statement()) && !is_controlled(lines, line);
  }
  bool alone() const { return alone_; }
  std::string_view text() const { return text_; }

 private:
  bool is_c_statement() const {
    constexpr std::string_view kBegins[] = {"if", "for", "while", "do", "else", "switch", "case", "return", "#"};
    if (!text_.ends_with(';') || std::ranges::count(text_, ';') != 1 || !is_balanced(text_)) return false;
    if (text_.find_first_of("{}\\") != std::string_view::npos) return false;
    return std::ranges::none_of(kBegins, [&](std::string_view word) {
      return text_.starts_with(word) &&
             (text_.size() == word.size() || std::isalnum(static_cast<unsigned char>(text_[word.size()])) == 0);
    });
  }
  bool is_fortran_statement() const {
    if (text_.empty() || text_.ends_with('&') || text_.find(';') != std::string_view::npos || !is_balanced(text_))
      return false;
    const bool call = text_.starts_with("call ") || text_.starts_with("CALL ") || text_.starts_with("Call ");
    const bool assignment = text_.find(" = ") != std::string_view::npos && !text_.starts_with("if") &&
                            !text_.starts_with("IF") && !text_.starts_with("do ") && !text_.starts_with("DO ");
    return call || assignment;
  }
  bool is_controlled(const std::vector<std::string>& lines, int line) const {
    for (int i = line - 2; i >= 0; --i) {
      const std::string_view before = code_of(lines[static_cast<std::size_t>(i)], fortran_);
      if (before.empty() || before.starts_with('#') || before.starts_with('*')) continue;
      if (fortran_) return before.ends_with('&');
      return !before.ends_with(';') && !before.ends_with('{') && !before.ends_with('}') && !before.ends_with(':');
    }
    return !fortran_;
  }

  bool fortran_;
  std::string_view text_;
  bool alone_ = false;
};

// The error variable of a Fortran call: its last argument, if it looks like one.
std::optional<std::string> error_argument(std::string_view call) {
  const std::size_t comma = call.rfind(','), close = call.rfind(')');
  if (comma == std::string_view::npos || close == std::string_view::npos || close < comma) return std::nullopt;
  const std::string name(trimmed(call.substr(comma + 1, close - comma - 1)));
  const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '%';
  });
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return plain && lower.find("err") != std::string::npos ? std::optional(name) : std::nullopt;
}

class Patch {
 public:
  void add(const Fix& fix) {
    if (!fix.tried || fix.place.at.line <= 0 || fix.met_by || !fix.sync.function.empty() ||
        SourceLines::changed_since_built(fix.place.at))
      return;
    switch (fix.kind) {
      case FixKind::kAdd:
        return add_call(fix);
      case FixKind::kRemove:
        return remove(fix);
      case FixKind::kReplaceCall:
        return replace(fix, called_at(fix), fix.call.function);
      case FixKind::kReplaceArgument:
        if (!fix.argument.empty() && !fix.instead_of.empty()) replace(fix, fix.instead_of, fix.argument);
        return;
      case FixKind::kMove:
        return move(fix);
      case FixKind::kMustHold:
        return;
    }
  }

  std::string text(const std::string& directory) {
    std::string all;
    for (const auto& [file, edits] : edits_) all += hunks(file, edits, directory);
    return all;
  }

 private:
  const std::vector<std::string>& lines(const std::string& file) { return sources_.of(file); }
  const std::string& line(const SourceLocation& at) { return lines(at.file)[static_cast<std::size_t>(at.line) - 1]; }
  Statement statement(const SourceLocation& at) { return {lines(at.file), at.line, is_fortran(at.file)}; }

  void add_call(const Fix& fix) {
    if (fix.call.function.empty() || fix.call.arguments.empty() || !fix.before_it.function.empty() ||
        fix.side == FixSide::kBetween)
      return;
    const SourceLocation& at = fix.place.at;
    const Statement beside = statement(at);
    // The statement has to be the call that the fix names: its arguments are at hand there.
    if (!beside.alone() || fix.place.call.empty() || beside.text().find(fix.place.call) == std::string_view::npos)
      return;
    std::vector<std::string> arguments = fix.call.arguments;
    std::string text = indentation(line(at));
    if (is_fortran(at.file)) {
      const auto error = error_argument(beside.text());
      if (!error) return;
      arguments.push_back(*error);
      text += fmt::format("call {}({})", fix.call.function, fmt::join(arguments, ", "));
    } else {
      text += fmt::format("{}({});", fix.call.function, fmt::join(arguments, ", "));
    }
    LineEdit& edit = edits_[at.file][at.line];
    auto& side = fix.side == FixSide::kBefore ? edit.before : edit.after;
    if (std::ranges::find(side, text) == side.end()) side.push_back(std::move(text));
  }

  void remove(const Fix& fix) {
    if (!statement(fix.place.at).alone()) return;
    edits_[fix.place.at.file][fix.place.at.line].removed = true;
  }

  static std::string called_at(const Fix& fix) { return fix.place.call; }

  void replace(const Fix& fix, const std::string& what, const std::string& with) {
    const SourceLocation& at = fix.place.at;
    if (static_cast<std::size_t>(at.line) > lines(at.file).size() || what.empty()) return;
    std::string text = line(at);
    const std::size_t found = text.find(what);
    if (found == std::string::npos || text.find(what, found + 1) != std::string::npos) return;
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (found + what.size() < text.size() && in_name(text[found + what.size()])) return;
    text.replace(found, what.size(), with);
    LineEdit& edit = edits_[at.file][at.line];
    if (edit.removed) return;
    edit.removed = true;
    edit.after.insert(edit.after.begin(), std::move(text));
  }

  void move(const Fix& fix) {
    const SourceLocation &from = fix.moved.at, &to = fix.place.at;
    if (from.file != to.file || from.line >= to.line || !statement(from).alone() || !statement(to).alone()) return;
    if (indentation(line(from)) != indentation(line(to))) return;
    // Nothing but blank lines and comments may lie between: what does, may need the value.
    for (int i = from.line + 1; i < to.line; ++i)
      if (!code_of(lines(from.file)[static_cast<std::size_t>(i) - 1], is_fortran(from.file)).empty()) return;
    edits_[from.file][from.line].removed = true;
    edits_[to.file][to.line].after.push_back(line(from));
  }

  // Each edit with up to three lines around it; those that touch are one hunk.
  std::string hunks(const std::string& file, const FileEdits& edits, const std::string& directory) {
    constexpr int kContext = 3;
    const std::vector<std::string>& text = lines(file);
    const int all = static_cast<int>(text.size());
    std::string name = file;
    if (!directory.empty() && name.starts_with(directory + "/")) name.erase(0, directory.size() + 1);
    std::string diff = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
    int shift = 0;
    for (auto at = edits.begin(); at != edits.end();) {
      auto last = at;
      for (auto next = std::next(at); next != edits.end() && next->first - last->first <= 2 * kContext; ++next)
        last = next;
      const int begin = std::max(1, at->first - kContext), end = std::min(all, last->first + kContext);
      std::string body;
      int old_lines = 0, new_lines = 0;
      for (int i = begin; i <= end; ++i) {
        const auto edit = edits.find(i);
        const std::string& here = text[static_cast<std::size_t>(i) - 1];
        const auto put = [&](char sign, const std::string& content) {
          body += sign + content + '\n';
          old_lines += sign != '+';
          new_lines += sign != '-';
        };
        if (edit != edits.end())
          for (const std::string& added : edit->second.before) put('+', added);
        put(edit != edits.end() && edit->second.removed ? '-' : ' ', here);
        if (edit != edits.end())
          for (const std::string& added : edit->second.after) put('+', added);
      }
      diff += fmt::format("@@ -{},{} +{},{} @@\n{}", begin, old_lines, begin + shift, new_lines, body);
      shift += new_lines - old_lines;
      at = std::next(last);
    }
    return diff;
  }

  SourceLines sources_;
  std::map<std::string, FileEdits> edits_;
};

}  // namespace

std::string to_patch(const Findings& findings, const std::string& directory) {
  Patch patch;
  for (const Finding& finding : findings.findings)
    if (finding.consequence_of.empty() && !finding.fixes.empty()) patch.add(finding.fixes.front());
  return patch.text(directory);
}

}  // namespace fencepost::reports
