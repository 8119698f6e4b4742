#include "reports/terminal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "reports/causes.h"
#include "reports/groups.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

enum class Colour { kTitle, kError, kWarning, kNote, kPlace, kFaint, kMark, kFix };

const char* code_of(Colour colour) {
  constexpr std::array kCodes = {"\033[1m",  "\033[1;31m", "\033[1;33m", "\033[1;36m",
                                 "\033[36m", "\033[2m",    "\033[1;31m", "\033[32m"};
  return kCodes.at(static_cast<std::size_t>(colour));
}

Colour colour_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
    case Severity::kUndefined:
      return Colour::kError;
    case Severity::kPortability:
    case Severity::kPerformance:
      return Colour::kWarning;
    case Severity::kNote:
      break;
  }
  return Colour::kNote;
}

constexpr int kNarrowest = 20;  // columns; if there are fewer, the terminal breaks the lines

std::string without_colours(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = std::min(text.find('m', i), text.size());
    else
      plain += text[i];
  }
  return plain;
}

// Pieces of text one after the other, on several lines if necessary.
class Line {
 public:
  Line(int width, std::string indent) : width_(width), indent_(std::move(indent)) {}
  // `text` with its colours is `painted`.
  void add(const std::string& text, const std::string& painted) {
    const int columns = columns_of(text);
    if (columns_ > 0 && columns_ + columns > width_) {
      text_ += "\n" + indent_;
      columns_ = columns_of(indent_);
    }
    text_ += painted;
    columns_ += columns;
  }
  std::string take() { return std::move(text_); }

 private:
  int width_;
  std::string indent_;
  std::string text_;
  int columns_ = 0;
};

class Terminal {
 public:
  // `findings`: all findings; outlives it.
  Terminal(Sources& sources, const TerminalStyle& style, const Findings& findings)
      : sources_(sources),
        style_(style),
        jobs_(findings.jobs),
        of_a_run_(findings.program.files == 0),
        width_(std::clamp(style.width, kNarrowest, 160)) {}

  void finding(const Finding& finding) {
    Colour severity = colour_of(finding.severity);
    std::string head = fmt::format("{} {}", name_of(finding.severity), printable(finding.rule));
    titled(painted(severity, head), columns_of(head), printable(finding.title));
    paragraph(finding.message, 2);
    if (!finding.library.empty()) paragraph("Inside the library " + finding.library + ".", 2);
    accesses(finding);
    out_ += '\n';
    why(finding.why);
    if (!finding.suggestion.empty()) labelled("fix", finding.suggestion, Colour::kFix);
    std::string seen = of_a_run_ ? how_often(finding) + "; " : "";
    if (!finding.section.empty()) seen += finding.section + "; ";
    labelled(of_a_run_ ? "seen" : "rule", seen + fmt::format("fencepost explain {}", finding.rule), Colour::kFaint);
    out_ += '\n';
  }

  // A finding in one line, if there is no room for all of it.
  void brief(const Finding& finding) {
    const std::string head = fmt::format("{} {}", name_of(finding.severity), printable(finding.rule));
    std::string rest = printable(finding.title);
    if (!finding.accesses.empty())
      rest += "  " + printable(place_of(finding.accesses.front().location, style_.directory));
    out_ += painted(colour_of(finding.severity), head) + "  " + cut(rest, width_ - columns_of(head) - 2) + "\n";
  }

  // A consequence of the previous finding: its text, and its place.
  void consequence(const Finding& finding) {
    const std::string head = fmt::format("{} {}", name_of(finding.severity), printable(finding.rule));
    titled("  and so " + painted(colour_of(finding.severity), head), columns_of(head) + 9, printable(finding.title));
    paragraph(finding.message, 9);
    for (const AccessGroup& group : groups_of(finding))
      labelled("", heading(group) + "  " + printable(place_of(group.access->location, style_.directory, true)),
               Colour::kFaint);
    if (!finding.suggestion.empty()) labelled("fix", finding.suggestion, Colour::kFix);
    labelled("seen", how_often(finding), Colour::kFaint);
    out_ += '\n';
  }

  void sentences(std::string_view head, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    out_ += painted(Colour::kTitle, head) + "\n";
    for (const std::string& sentence : sentences) {
      std::vector<std::string> lines = wrap(printable(sentence), width_ - 4);
      for (std::size_t i = 0; i < lines.size(); ++i) out_ += (i == 0 ? "  - " : "    ") + lines[i] + "\n";
    }
    out_ += '\n';
  }

  void line(std::string_view text) { out_ += std::string(text) + "\n"; }
  std::string painted(Colour colour, std::string_view text) const {
    return style_.colour ? code_of(colour) + std::string(text) + "\033[0m" : std::string(text);
  }
  std::string take() { return std::move(out_); }
  const std::string& text() const { return out_; }
  void append(const std::string& text) { out_ += text; }
  void back_to(std::string text) { out_ = std::move(text); }
  // Lines on the screen: a word that is longer than a line takes several.
  std::size_t lines() const {
    const int wide = std::max(style_.width, kNarrowest);
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < out_.size();) {
      const std::size_t end = std::min(out_.find('\n', begin), out_.size());
      const int columns = columns_of(without_colours(std::string_view(out_).substr(begin, end - begin)));
      lines += static_cast<std::size_t>(std::max(1, (columns + wide - 1) / wide));
      begin = end + 1;
    }
    return lines;
  }

 private:
  std::string how_often(const Finding& finding) const {
    std::string seen = finding.count == 1 ? "once" : grouped(finding.count) + " times";
    if (!finding.ranks.empty()) seen += " on " + rank_list(finding.ranks);
    if (!finding.jobs.empty()) seen += " of " + jobs_text(finding.jobs, jobs_);
    return seen;
  }

  // A title next to its heading, or below if both do not fit.
  void titled(const std::string& head, int columns, const std::string& title) {
    out_ += head;
    if (columns + 2 + columns_of(title) <= width_) {
      out_ += "  " + painted(Colour::kTitle, title) + "\n";
      return;
    }
    out_ += '\n';
    for (const std::string& line : wrap(title, width_ - 2)) out_ += "  " + painted(Colour::kTitle, line) + "\n";
  }

  void paragraph(const std::string& text, int indent) {
    for (const std::string& line : wrap(printable(text), width_ - indent)) {
      out_ += std::string(static_cast<std::size_t>(indent), ' ') + line + "\n";
    }
  }

  // "  why    text", following lines below the text.
  void labelled(std::string_view label, const std::string& text, Colour colour) {
    std::vector<std::string> lines = wrap(printable(text), width_ - 9);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string name = fmt::format("{:<5}", i == 0 ? label : "");
      out_ += "  " + painted(colour, name) + "  " + lines[i] + "\n";
    }
  }

  void why(const std::vector<std::string>& sentences) {
    constexpr std::size_t kMost = 8;
    const std::size_t shown = sentences.size() > kMost ? kMost - 1 : sentences.size();
    for (std::size_t i = 0; i < shown; ++i) labelled(i == 0 ? "why" : "", sentences[i], Colour::kFaint);
    if (shown < sentences.size())
      labelled("", fmt::format("and {}, which HTML and JSON have", counted(sentences.size() - shown, "more sentence")),
               Colour::kFaint);
  }

  void accesses(const Finding& finding) {
    constexpr std::size_t kMost = 8;
    const std::vector<AccessGroup> groups = groups_of(finding);
    for (std::size_t i = 0; i < groups.size() && i < kMost; ++i) access(groups[i], i > 0 ? &groups[i - 1] : nullptr);
    if (groups.size() > kMost) {
      out_ += '\n';
      labelled("", fmt::format("and {}, which HTML and JSON have", counted(groups.size() - kMost, "more place")),
               Colour::kFaint);
    }
  }

  // If an access is on the same line as the previous one, its source lines are not repeated; if it is the same call,
  // made again, only the differences are shown.
  void access(const AccessGroup& group, const AccessGroup* before) {
    const Access& access = *group.access;
    const bool same_line = before != nullptr && before->access->location.file == access.location.file &&
                           before->access->location.line == access.location.line;
    const bool again = same_line && !access.call.empty() && heading(*before) == heading(group);
    out_ += '\n';
    Line line(width_, "    ");
    const auto add = [&](Colour colour, const std::string& text) { line.add(text, painted(colour, text)); };
    add(Colour::kTitle, "  " + heading(group) + (again ? ", again" : ""));
    add(Colour::kPlace, "  " + printable(place_of(access.location, style_.directory, true)));
    if (access.location.line > 0 && !access.location.function.empty())
      add(Colour::kFaint, " in " + folded_name(printable(access.location.function), width_ - 8));
    if (!access.location.called.empty()) add(Colour::kFaint, printable(within(access.location)));
    out_ += line.take() + "\n";
    if (!same_line) snippet(access.location);
    const std::vector<Detail> known = again ? details(*before->access) : std::vector<Detail>{};
    for (const Detail& detail : details(access))
      if (std::ranges::find(known, detail) == known.end()) labelled(detail.label, detail.text, Colour::kFaint);
  }

  std::string heading(const AccessGroup& group) const {
    std::string head = group.ranks.empty() ? "" : rank_list(group.ranks);
    if (group.access->thread != 0) head += fmt::format(" thread {}", group.access->thread);
    // The target differs between ranks.
    Access access = *group.access;
    if (group.ranks.size() > 1) access.target = Rank::kNone;
    return head + (head.empty() ? "" : ": ") + printable(what_of(access));
  }

  struct Detail {
    std::string label, text;
    bool operator==(const Detail&) const = default;
  };
  std::vector<Detail> details(const Access& access) const {
    std::vector<Detail> details;
    std::string what = access.description;
    auto add = [&](const std::string& part) {
      if (!part.empty()) what += (what.empty() ? "" : "; ") + part;
    };
    add(bytes_text(access));
    add(access.window.empty() ? "" : "window " + access.window);
    if (!what.empty()) details.push_back({"what", what});
    if (access.epoch) {
      const std::string closed = closed_of(*access.epoch, style_.directory);
      details.push_back(
          {"epoch", opened_of(*access.epoch, style_.directory, access.window) + (closed.empty() ? "" : "; " + closed)});
      if (const std::string& completion = access.epoch->completion; !completion.empty())
        details.push_back({"", completion});
    }
    constexpr std::size_t kMostLocks = 6;
    for (std::size_t i = 0; i < access.locks.size(); ++i) {
      if (i == kMostLocks) {
        const std::size_t left = access.locks.size() - i;
        details.push_back(
            {"", fmt::format("and {} more lock{}, which HTML and JSON have", left, left == 1 ? "" : "s")});
        break;
      }
      details.push_back({"held", access.locks[i]});
    }
    if (std::string way = callers(access); !way.empty()) details.push_back({"from", way});
    return details;
  }

  // The way to the access from main, if it is not in main: the nearest of the program's own functions. (C++'s library
  // frames between a thread or task and its function are too long. HTML and JSON have every frame.)
  std::string callers(const Access& access) const {
    constexpr int kMost = 6, kLongestName = 60;
    std::string text;
    int shown = 0;
    for (std::size_t i = 1; i < access.stack.size() && shown < kMost; ++i) {
      const SourceLocation& frame = access.stack[i];
      if (frame.line == 0 || is_of_the_language(frame)) continue;
      ++shown;
      if (!text.empty()) text += ", ";
      text += (frame.function.empty() ? "" : folded_name(frame.function, kLongestName) + " ") +
              place_of(frame, style_.directory);
    }
    return text;
  }

  void snippet(const SourceLocation& location) {
    Snippet snippet = sources_.snippet(location, style_.context);
    for (std::size_t i = 0; i < snippet.lines.size(); ++i) {
      int number = snippet.first_line + static_cast<int>(i);
      bool marked = number == snippet.marked_line;
      const std::string text = marked ? around(snippet.lines[i], snippet.column, width_ - 10)
                                      : cut(printable(snippet.lines[i]), width_ - 10);
      if (marked) {
        out_ += painted(Colour::kMark, fmt::format("  {:>5} > ", number)) + text + "\n";
      } else {
        out_ += painted(Colour::kFaint, fmt::format("  {:>5} | {}", number, text)) + "\n";
      }
    }
    if (!snippet.note.empty()) labelled("", snippet.note, Colour::kFaint);
  }

  // Fortran compilers give a call the place of its last argument, or of the line's end. A call stands by itself or
  // follows the condition of an `if`.
  static std::size_t call_before(const std::string& line, std::size_t at) {
    std::string text = line.substr(0, at);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    const std::size_t call = text.rfind("call ");
    if (call == std::string::npos) return at;
    const std::size_t before = call == 0 ? std::string::npos : text.find_last_not_of(" \t", call - 1);
    return before == std::string::npos || text[before] == ')' || text[before] == ';' ? call : at;
  }

  // The part of a long line that contains the accessed column.
  static std::string around(const std::string& line, int column, int width) {
    const std::string text = printable(line);
    if (column <= 1 || columns_of(text) <= width) return cut(text, width);
    const std::size_t bytes = call_before(line, std::min(static_cast<std::size_t>(column - 1), line.size()));
    const int before = columns_of(printable(std::string_view(line).substr(0, bytes)));
    if (before < width * 2 / 3) return cut(text, width);
    std::string rest = text;
    for (int dropped = before - width / 3 + 2; dropped > 0 && !rest.empty(); --dropped) {
      rest.erase(0, 1);
      while (!rest.empty() && (rest.front() & 0xC0) == 0x80) rest.erase(0, 1);
    }
    return "… " + cut(rest, width - 2);
  }

  static std::string cut(const std::string& text, int width) {
    if (columns_of(text) <= width) return text;
    std::string result = text;
    while (columns_of(result) > width - 1) {
      while (!result.empty() && (result.back() & 0xC0) == 0x80) result.pop_back();
      result.pop_back();
    }
    return result + "…";
  }

  Sources& sources_;
  const TerminalStyle& style_;
  const std::vector<ProgramInfo>& jobs_;
  const bool of_a_run_;  // not of source files, which did not run
  int width_;
  std::string out_;
};

std::string ranks_of(const ProgramInfo& program) {
  return counted(static_cast<std::uint64_t>(std::max(program.ranks, 0)), "rank");
}

bool made_no_rma_call(const Findings& findings) {
  const Findings::Statistics& statistics = findings.statistics;
  return findings.findings.empty() && findings.suppressed.empty() && findings.status == RunStatus::kClean &&
         findings.program.files == 0 && findings.program.files_not_read == 0 && statistics.events != 0 &&
         statistics.window_calls == 0 && statistics.operations == 0;
}

std::string ranks_and_jobs(const Findings& findings) {
  const std::string ranks = ranks_of(findings.program);
  return findings.jobs.empty() ? ranks : fmt::format("{} of up to {}", counted(findings.jobs.size(), "job"), ranks);
}

// For a run without findings: what was not checked.
std::string not_looked_at(const Findings& findings) {
  const Findings::Statistics& statistics = findings.statistics;
  if (!findings.findings.empty() || findings.status == RunStatus::kFailed || statistics.events == 0) return "";
  std::string text = statistics.memory_accesses == 0 && statistics.operations != 0 ? ", no loads and stores" : "";
  if (!findings.blind_spots.empty())
    text += fmt::format("; {} could not be seen", counted(findings.blind_spots.size(), "thing"));
  return text;
}

std::string end_of_summary(const Findings& findings) {
  std::string text = findings.failure.empty() ? "" : "; " + printable(findings.failure);
  if (const std::string incomplete = incomplete_text(findings); !incomplete.empty())
    text += "; " + printable(incomplete);
  return text;
}

}  // namespace

std::string summary_of(const Findings& findings) {
  if (made_no_rma_call(findings))
    return fmt::format("nothing to check: no RMA call{}{}",
                       findings.program.ranks > 0 ? " in " + ranks_and_jobs(findings) : "", end_of_summary(findings));
  std::string text;
  if (findings.findings.empty()) {
    text = findings.status == RunStatus::kFailed ? "no verdict" : "no findings";
  } else {
    const Causes causes(findings);
    std::array<std::uint64_t, 5> by_severity{};
    for (const Finding& finding : findings.findings)
      if (causes.of(finding) == nullptr) ++by_severity.at(static_cast<std::size_t>(finding.severity));
    constexpr std::array kNouns = {"error", "undefined outcome", "portability problem", "performance problem", "note"};
    std::string parts;
    for (std::size_t i = 0; i < by_severity.size(); ++i) {
      if (by_severity[i] != 0) parts += (parts.empty() ? "" : ", ") + counted(by_severity[i], kNouns.at(i));
    }
    text = fmt::format("{} ({})", counted(findings.findings.size() - causes.consequences(), "finding"), parts);
    if (causes.consequences() != 0) text += fmt::format(", {}", counted(causes.consequences(), "consequence"));
  }
  if (!findings.suppressed.empty()) text += fmt::format(", {} suppressed", grouped(findings.suppressed.size()));
  const Findings::Statistics& statistics = findings.statistics;
  if (const int files = findings.program.files + findings.program.files_not_read; files > 0) {
    text += findings.program.files == 0
                ? std::string()
                : fmt::format(" in {}, {}", counted(static_cast<std::uint64_t>(findings.program.files), "file"),
                              statistics.operations == 0 ? std::string("no RMA call")
                                                         : counted(statistics.operations, "RMA call"));
    if (findings.program.files_not_read > 0)
      text += fmt::format("; {} could not be read",
                          counted(static_cast<std::uint64_t>(findings.program.files_not_read), "file"));
    return text;
  }
  // A run that failed before any rank began has neither.
  if (findings.program.ranks > 0) text += " in " + ranks_and_jobs(findings);
  if (findings.program.ranks > 0 || statistics.operations != 0)
    text += statistics.operations == 0 ? std::string(", no RMA operation")
                                       : ", " + counted(statistics.operations, "RMA operation");
  if (statistics.memory_accesses != 0)
    text += statistics.memory_accesses == 1 ? ", 1 load or store"
                                            : fmt::format(", {} loads and stores", grouped(statistics.memory_accesses));
  return text + not_looked_at(findings) + end_of_summary(findings);
}

std::string to_terminal(const Findings& findings, Sources& sources, const TerminalStyle& style) {
  Terminal terminal(sources, style, findings);
  const Causes causes(findings);
  Terminal last(sources, style, findings);
  last.sentences("What could not be seen", findings.blind_spots);
  last.sentences("What was suppressed", suppression_sentences(findings));
  last.line(last.painted(Colour::kTitle, "fencepost: ") + summary_of(findings));
  // The screen lines for findings: the last lines, lines about omitted findings and the prompt need room, too.
  const std::size_t others = last.lines() + 5;
  const std::size_t room = style.height == 0 ? 0 : style.height > others ? style.height - others : 1;
  std::size_t full = 0, brief = 0, left_out = 0;
  for (const Finding& finding : findings.findings) {
    const bool follows = causes.of(finding) != nullptr;
    const bool has_room = room == 0 || full == 0 || terminal.lines() < room;
    if ((style.most == 0 || full < style.most || (follows && brief == 0)) && has_room && brief == 0 && left_out == 0) {
      const std::string before = room > 0 ? terminal.text() : "";
      if (follows)
        terminal.consequence(finding);
      else
        terminal.finding(finding);
      full += follows ? 0 : 1;
      if (room == 0 || full <= 1 || terminal.lines() <= room) continue;
      terminal.back_to(before);  // it does not fit completely
      full -= follows ? 0 : 1;
    }
    if (follows) continue;
    if (room > 0 && terminal.lines() + 1 < room) {
      terminal.brief(finding);
      ++brief;
    } else {
      ++left_out;
    }
  }
  if (brief > 0) terminal.line("");
  if (left_out > 0) terminal.line(fmt::format("… and {} more\n", grouped(left_out)));
  terminal.append(last.take());
  if (brief + left_out > 0) terminal.line("All of it: --most 0, or the HTML page.");
  return terminal.take();
}

TerminalStyle style_for(int file_descriptor) {
  TerminalStyle style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  // Open MPI gives its processes separate terminals, and forwards their output to mpiexec's output, wherever that goes.
  bool relayed = std::getenv("OMPI_COMM_WORLD_RANK") != nullptr;
  bool terminal = !relayed && isatty(file_descriptor) != 0;
  style.colour =
      terminal && (no_colour == nullptr || *no_colour == '\0') && (kind == nullptr || std::string_view(kind) != "dumb");
  winsize size{};
  if (terminal && ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = size.ws_col;
    style.height = size.ws_row;
  }
  std::error_code error;
  style.directory = std::filesystem::current_path(error).string();
  return style;
}

}  // namespace fencepost::reports
