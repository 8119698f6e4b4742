#include "advice/source_patch.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/certain_fixes.h"
#include "advice/certain_moves.h"
#include "advice/exchanges.h"
#include "advice/fortran_call.h"
#include "advice/request_form.h"
#include "advice/source_argument.h"
#include "advice/source_divided.h"
#include "advice/source_gap.h"
#include "advice/source_left_out.h"
#include "advice/source_let_go.h"
#include "advice/source_line.h"
#include "advice/source_move.h"
#include "advice/source_statement.h"
#include "advice/source_tree.h"
#include "advice/what_holds.h"
#include "model/source_language.h"
#include "model/source_lines.h"
#include "model/source_macros.h"
#include "model/template_name.h"
#include "model/word_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

// Whether the text of a program, without comments, looks at what an operation or a call on a window returns.
bool uses_results(const std::string& text) {
  for (const std::string_view name : {"MPI_Put", "MPI_Get(", "MPI_Accumulate", "MPI_Get_accumulate", "MPI_Fetch_and_op",
                                      "MPI_Compare_and_swap", "MPI_Rput", "MPI_Rget", "MPI_Raccumulate", "MPI_Win_"})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const std::size_t end =
          text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_", at);
      if (end == std::string::npos || text[end] != '(') continue;  // a type
      const std::size_t before = text.find_last_not_of(" \t\n", at - 1);
      if (at == 0 || before == std::string::npos) continue;
      const bool after_else = text.substr(0, before + 1).ends_with("else");
      if (!after_else && std::string_view(";{}):").find(text[before]) == std::string_view::npos) return true;
    }
  return false;
}

// "sums" of "sums::turn(int)", "window" of "window<double>::add(int, double)"; "": the function is no member.
std::string class_of(std::string_view function) {
  std::string name = template_name(function);
  name = name.substr(0, name.find('('));
  const std::size_t parts = name.rfind("::");
  return parts == std::string::npos ? "" : name.substr(0, parts);
}

class Patch {
 public:
  Patch(const Fix& fix, SourceLines& sources) : fix_(fix), sources_(sources) {}

  std::vector<SourceEdit> edits() {
    // We do not decide which of two accesses is meant to come first.
    if (!(fix_.tried || fix_.certain) || !fix_.sync.epoch.function.empty() || fix_.only_if.first.known() ||
        !has(fix_.place.at) || SourceLines::changed_since_built(fix_.place.at))
      return {};
    if (counts_on_errors() || waits_at_once(fix_)) return {};
    const bool moves = fix_.kind == FixKind::kMove && fix_.side == FixSide::kAfter;
    if (fix_.sync.is_needed() && ((!fix_.met_by && !moves) || fix_.sync.call.arguments.size() != 1)) return {};
    const bool meets_alone = fix_.kind == FixKind::kAdd && (fix_.call.function.empty() || between());
    if (!meets_alone) change_beside();
    const bool has_to_meet = fix_.met_by.has_value() || between();
    if (has_to_meet && (meets_alone || !edits_.empty())) meet();
    return std::move(edits_);
  }

  // To be called after `edits`. Why a change that was tried or is certain gives no patch: a clause with its full stop.
  // Otherwise "".
  std::string why_not() {
    if (!(fix_.tried || fix_.certain) || fix_.kind == FixKind::kMustHold) return "";
    const SourceLocation& at = fix_.place.at;
    if (fix_.only_if.first.known()) return "it is right only if the two accesses are meant to come in this order.";
    if (!has(at)) return "the source of this place cannot be read here.";
    if (SourceLines::changed_since_built(at)) return fmt::format("{} has changed since it was built.", at.file);
    if (counts_on_errors()) return "the program handles errors of MPI, and may count on the one that this call gives.";
    if (waits_at_once(fix_))
      return fmt::format(
          "with the wait {} would take as long as a blocking call. The program keeps the request, so other work is "
          "meant to go on meanwhile.",
          fix_.place.name);
    if (!unknown_name_.empty())
      return fmt::format("{} is the window's name at {}, and may be another one, or none, where the call has to come.",
                         unknown_name_, fix_.operation.name);
    if (!is_c_source(at.file)) return kByHand;
    const SourceTree& tree = SourceTree::of(lines(at.file));
    if (!tree.sound()) return fmt::format("the code of {} cannot be divided into statements.", at.file);
    const int here = tree.statement_at(at.line);
    if (here < 0)
      return fmt::format(
          "{} is part of a larger statement (one with a function in it, for instance), or stands beside "
          "others.",
          fix_.place.name);
    const std::string text = tree.text_of(here);
    const std::size_t call = fix_.place.call.empty() ? 0 : text.find(fix_.place.call);
    if (call == std::string::npos)
      return fmt::format("the line of {} does not show the call: a macro or another function makes it.",
                         fix_.place.name);
    if (text.find('{') < call)
      return fmt::format("{} is part of a larger statement, in a function that is written there.", fix_.place.name);
    if (fix_.kind == FixKind::kRemove && leaves_unused(tree, here, at))
      return "a variable would have no use without the call, and compilers warn of that.";
    if (passes_window(fix_) && replaces_only_use(at))
      return fmt::format("without the argument {} a variable would have no use, and compilers warn of that.",
                         fix_.argument.instead_of);
    return kByHand;
  }

 private:
  static constexpr const char* kByHand = "the source does not show one place where it can be made with certainty.";
  const std::vector<std::string>& lines(const std::string& file) { return sources_.of(file); }

  // A program that handles errors, or looks at those that are returned, may rely on the error that a missing epoch, or
  // a wrong assertion, gives.
  bool counts_on_errors() {
    const bool of_epochs = fix_.purpose == FixPurpose::kOpenEpoch || fix_.purpose == FixPurpose::kCloseEpoch;
    if (!of_epochs && fix_.purpose != FixPurpose::kKeepPromise) return false;
    const std::string& file = fix_.place.at.file;
    const auto has_text = [&](const char* word) {
      return std::ranges::any_of(lines(file),
                                 [&](const std::string& text) { return text.find(word) != std::string::npos; });
    };
    // (Nobody looks at what the call itself returns.)
    if (fix_.kind == FixKind::kRemove && is_c_source(file) && !has_text("create_errhandler") && stands_alone())
      return false;
    return has_text("set_errhandler") &&
           (!is_c_source(file) || has_text("create_errhandler") || uses_results(SourceTree::of(lines(file)).text()));
  }
  // Whether the call that goes is a whole statement, and so is each further one.
  bool stands_alone() {
    const auto alone = [&](const FixPlace& place) {
      const SourceTree& tree = SourceTree::of(lines(place.at.file));
      const int here = tree.sound() ? tree.statement_at(place.at.line) : -1;
      return here >= 0 && trimmed(tree.text_of(here)).starts_with(place.call + "(");
    };
    return alone(fix_.place) && std::ranges::all_of(fix_.also, alone);
  }
  bool has(const SourceLocation& at) {
    return at.line > 0 && static_cast<std::size_t>(at.line) <= lines(at.file).size();
  }
  const std::string& line(const SourceLocation& at) { return lines(at.file)[static_cast<std::size_t>(at.line) - 1]; }
  SourceStatement statement(const SourceLocation& at) { return {lines(at.file), at.line, is_fortran_source(at.file)}; }

  void change(const SourceLocation& at, std::vector<std::string> removed, std::vector<std::string> added,
              int further = 0) {
    edits_.push_back({.file = at.file,
                      .checksum = sources_.checksum(at.file),
                      .line = at.line + further,
                      .removed = std::move(removed),
                      .added = std::move(added)});
  }

  bool between() const { return fix_.kind == FixKind::kAdd && fix_.side == FixSide::kBetween; }

  void change_beside() {
    switch (fix_.kind) {
      case FixKind::kAdd:
        if (fix_.side == FixSide::kAround || fix_.within.known()) return add_in_blocks();
        return add_beside();
      case FixKind::kRemove:
        return at_each([&](const FixPlace& place) { take_out(place); });
      case FixKind::kReplaceCall:
        if (fix_.certain && fix_.call.function == "MPI_Sendrecv") {
          edits_ = sent_and_received(fix_, sources_);
          return;
        }
        if (fix_.certain && !fix_.also.empty()) {
          edits_ = without_request_edits(fix_, sources_);
          return;
        }
        for (const SourceLocation& at : calls_to_replace(fix_, sources_)) replace_call(at);
        return;
      case FixKind::kReplaceArgument:
        if (fix_.argument.instead_of.empty()) return;
        return at_each([&](const FixPlace& place) {
          if (fix_.argument.given.empty()) return leave_out(place.at, fix_.argument.instead_of);
          if (passes_target(fix_) && !is_used_elsewhere(fix_.argument.instead_of, place, sources_)) return;
          if (passes_window(fix_) && replaces_only_use(place.at)) return;
          replace(place.at, fix_.argument.instead_of, fix_.argument.given);
        });
      case FixKind::kMove:
        return move();
      case FixKind::kGuard:
        edits_ = guarded(fix_, sources_);
        return;
      case FixKind::kMustHold:
        if (fix_.certain) edits_ = ordered(flag_of(fix_), sources_);
        return;
    }
  }

  void add_beside() { is_c_source(fix_.place.at.file) ? add_call() : add_fortran_call(); }

  // Changes all of the fix's places, or none.
  template <class Change>
  void at_each(const Change& change) {
    std::vector<FixPlace> places = {fix_.place};
    places.insert(places.end(), fix_.also.begin(), fix_.also.end());
    for (const FixPlace& place : places) {
      const std::size_t before = edits_.size();
      if (has(place.at) && !SourceLines::changed_since_built(place.at)) change(place);
      if (edits_.size() == before) return edits_.clear();
    }
  }

  // A statement of its own, or all that an `if` controls together with it on one line.
  void take_out(const FixPlace& place) {
    const SourceLocation& at = place.at;
    if (!is_c_source(at.file)) {
      if (statement(at).alone()) change(at, {line(at)}, {});
      return;
    }
    const SourceTree& tree = SourceTree::of(lines(at.file));
    int whole = tree.sound() ? tree.statement_at(at.line) : -1;
    if (whole < 0 || tree.text_of(whole).find(place.call) == std::string::npos) return;
    const std::string text = tree.text_of(whole);
    if (leaves_unused(tree, whole, at)) return;
    if (gives_result_of(text, place.call)) return leave_success(tree, whole, place.call);
    if (jumps(text) || assigns(text)) return;
    while (tree.node(tree.node(whole).parent).kind == SourceTree::Kind::kIf &&
           tree.node(tree.node(whole).parent).children.size() == 1)
      whole = tree.node(whole).parent;
    const SourceTree::Node& node = tree.node(whole);
    const std::string condition = tree.text().substr(node.begin, node.end - node.begin - text.size());
    if (tree.node(node.parent).kind != SourceTree::Kind::kBlock || !tree.fills_its_lines(whole) || assigns(condition))
      return;
    const auto& file = lines(at.file);
    change({.file = at.file, .line = node.first_line},
           {file.begin() + node.first_line - 1, file.begin() + node.last_line}, {});
  }

  // Whether a parameter in the argument that goes has no other use: compilers warn of that.
  bool replaces_only_use(const SourceLocation& at) {
    const std::string& argument = fix_.argument.instead_of;
    const std::string variable = argument.substr(0, argument.find_first_of(".-["));
    if (!is_c_source(at.file) || has_word(fix_.argument.given, variable)) return false;
    const SourceTree& tree = SourceTree::of(lines(at.file));
    const int here = tree.sound() ? tree.statement_at(at.line) : -1;
    const int function = here < 0 ? -1 : tree.function_of(here);
    return function >= 0 && names_local(at, variable, sources_) && uses_of(variable, tree.text_of(function)) < 2;
  }

  // Whether a parameter or local variable would have no use without the statement: compilers warn of that.
  bool leaves_unused(const SourceTree& tree, int statement, const SourceLocation& at) {
    const int function = tree.function_of(statement);
    if (function < 0) return true;
    std::string rest = tree.text_of(function), text = tree.text_of(statement);
    const std::size_t found = rest.find(text);
    if (found != std::string::npos) rest.erase(found, text.size());
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && in_name(text[end])) ++end;
      const std::string name = text.substr(begin, end - begin);
      const bool variable = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
      if (variable && !SourceTree::share_a_name(name, rest) && names_local(at, name, sources_)) return true;
      begin = end + 1;
    }
    return false;
  }

  // Only the result of the call is left: "return MPI_SUCCESS;".
  void leave_success(const SourceTree& tree, int statement, const std::string& call) {
    const SourceTree::Node& node = tree.node(statement);
    if (!tree.fills_its_lines(statement)) return;
    const auto& file = lines(fix_.place.at.file);
    const std::vector<std::string> whole(file.begin() + node.first_line - 1, file.begin() + node.last_line);
    const std::size_t at = whole.front().find(call);
    if (at != std::string::npos)
      change({.file = fix_.place.at.file, .line = node.first_line}, whole,
             {whole.front().substr(0, at) + "MPI_SUCCESS;"});
  }

  void add_in_blocks() {
    const std::vector<AddedCall> calls = calls_added_by(fix_, sources_);
    if (!std::ranges::all_of(calls, [&](const AddedCall& one) { return add_in_gap(one); })) return edits_.clear();
    const bool one_statement = !fix_.until.place.known() || fix_.until.place.is_at(fix_.place.at);
    if (calls.empty() && fix_.within.known() && fix_.within.is_at(fix_.place.at)) return add_beside();
    if (!calls.empty() || fix_.side != FixSide::kAround || !one_statement) return;
    if (!is_c_source(fix_.place.at.file)) return add_fortran_calls_around();
    const SourceTree& tree = SourceTree::of(lines(fix_.place.at.file));
    const int here = tree.sound() ? tree.statement_at(fix_.place.at.line) : -1;
    if (here < 0 || tree.text_of(here).find(fix_.place.call) == std::string::npos) return;
    if (tree.node(tree.node(here).parent).kind != SourceTree::Kind::kBlock)
      embrace(tree, here, statement_of(fix_.call), statement_of(fix_.closing));
  }

  bool add_in_gap(const AddedCall& added) {
    const SourceLocation beside{.file = added.gap.file, .line = added.gap.beside};
    const std::string call =
        statement_near(added.call, {&fix_.within, &fix_.operation, &fix_.place, &fix_.until.place}, true);
    if (!call.empty()) change({.file = added.gap.file, .line = added.gap.line}, {}, {indentation(line(beside)) + call});
    return !call.empty();
  }

  void add_fortran_calls_around() {
    const SourceLocation& at = fix_.place.at;
    const SourceStatement beside = statement(at);
    if (!beside.alone() || beside.text().find(fix_.place.call) == std::string_view::npos) return;
    const auto opening = with_error(fix_.call, beside.text()), closing = with_error(fix_.closing, beside.text());
    if (!opening || !closing) return;
    change(at, {}, {indentation(line(at)) + "call " + *opening});
    change(at, {}, {indentation(line(at)) + "call " + *closing}, 1);
  }

  // A call that all ranks make: a barrier, or the fence of the fix. All places are changed, or none.
  void meet() {
    const bool fence = between();
    if (fence && fix_.call.arguments.size() != 2) return edits_.clear();
    const bool waits = !fix_.before_it.function.empty();
    if (waits && !all_can_wait()) return edits_.clear();
    const bool sync = fix_.sync.is_needed();
    std::string words = fence ? fix_.call.arguments.back() : sync ? fix_.sync.call.arguments.front() : "";
    const std::vector<SourceGap> gaps = gaps_of(fix_, words, sources_);
    if (gaps.empty()) return edits_.clear();
    std::string call = meeting_call(fence);
    if (call.empty()) return edits_.clear();
    const bool here = gaps.front().file == fix_.place.at.file && gaps.front().function_first <= fix_.place.at.line &&
                      fix_.place.at.line <= gaps.front().function_last;
    if (!here && waits) return edits_.clear();
    if (here && !words.empty() &&
        !std::ranges::all_of(gaps, [&](const SourceGap& gap) { return is_known_in(words, gap); })) {
      unknown_name_ = words;
      return edits_.clear();
    }
    if (!words.empty() && !here) {
      // The functions of the two have names of their own for the window.
      const auto named = words_where_they_part(fix_, words, sources_);
      if (!named || !is_c_source(gaps.front().file)) return edits_.clear();
      words = *named;
      FixCall there = fix_.call;
      if (fence) there.arguments.back() = words;
      if (fence) call = statement_of(there);
    }
    for (const SourceGap& gap : gaps) {
      const SourceLocation beside{.file = gap.file, .line = gap.beside};
      const std::string indent = indentation(line(beside));
      std::vector<std::string> added = {indent + call};
      if (waits && !gap.entered && gap.holds(fix_.place.at.line))
        added.insert(added.begin(), indent + statement_of(fix_.before_it));
      if (sync) {
        const std::string around = fmt::format("{}{}({});", indent, fix_.sync.call.function, words);
        added = {around, indent + call, around};
      }
      if (gap.condition > 0)
        added = divided(line({.file = gap.file, .line = gap.condition}), std::move(added), is_fortran_source(gap.file));
      if (gap.adds_else && !add_else(gap, added)) return edits_.clear();
      if (!gap.adds_else) change({.file = gap.file, .line = gap.line}, {}, std::move(added));
    }
  }

  // Whether the name, which the operation gives to its window, is the same window's where the call is to be. It may be
  // a variable or parameter of another function, a member of another class, or private to a file or module.
  bool is_known_in(const std::string& name, const SourceGap& gap) {
    const SourceLocation &from = fix_.operation.at, &to = fix_.place.at;
    if (from.function == to.function && from.file == to.file) return true;
    if (!is_c_source(gap.file)) return mentions(gap, name);
    const std::string variable = name.substr(0, name.find_first_of(".-["));
    const bool is_local = names_local(from, variable, sources_), is_local_here = names_local(to, variable, sources_);
    if (is_local || is_local_here) {
      const auto named = named_by_caller(name, fix_.operation.frames, to, sources_);
      return named ? named->text == name : !is_local && !is_mentioned_at(from, variable);
    }
    if (from.file != gap.file) return false;
    const bool in_class = !class_of(from.function).empty() && class_of(from.function) == class_of(to.function);
    return in_class || SourceTree::of(lines(gap.file)).declares_global(variable);
  }
  bool mentions(const SourceGap& gap, const std::string& name) {
    const std::vector<std::string>& file = lines(gap.file);
    for (int i = gap.function_first; i <= gap.function_last && static_cast<std::size_t>(i) <= file.size(); ++i)
      if (SourceTree::share_a_name(in_small_letters(file[static_cast<std::size_t>(i) - 1]), in_small_letters(name)))
        return true;
    return false;
  }
  bool is_mentioned_at(const SourceLocation& at, const std::string& name) {
    const SourceTree& tree = SourceTree::of(lines(at.file));
    const int here = tree.sound() ? tree.statement_or_part_at(at.line) : -1;
    const int function = here < 0 ? -1 : tree.function_of(here);
    return function < 0 || SourceTree::share_a_name(name, tree.text_of(function));
  }

  // Whether each rank that comes through can wait for the request: it is a variable of the function that begins as
  // none.
  bool all_can_wait() {
    const SourceLocation& at = fix_.place.at;
    if (!is_c_source(at.file) || fix_.before_it.arguments.empty()) return false;
    const std::string& given = fix_.before_it.arguments.front();
    const SourceTree& tree = SourceTree::of(lines(at.file));
    const int here = tree.sound() ? tree.statement_or_part_at(at.line) : -1;
    const int function = here < 0 ? -1 : tree.function_of(here);
    if (!given.starts_with('&') || function < 0) return false;
    const std::string name = given.substr(1), none = "MPI_Request " + name + " = MPI_REQUEST_NULL;";
    return std::ranges::any_of(tree.node(function).children, [&](int statement) {
      return tree.node(statement).begin < tree.node(here).begin && trimmed(tree.text_of(statement)) == none;
    });
  }

  // "}" becomes "} else {", the call, and "}".
  bool add_else(const SourceGap& gap, std::vector<std::string> calls) {
    const SourceLocation at{.file = gap.file, .line = gap.last};
    const std::string& last = line(at);
    if (!is_c_source(gap.file) || trimmed(last) != "}") return false;
    for (std::string& call : calls) call.insert(0, "  ");
    calls.insert(calls.begin(), indentation(last) + "} else {");
    calls.push_back(last);
    change(at, {last}, std::move(calls));
    return true;
  }

  // The call as a statement; "": it is not known how to write it.
  std::string meeting_call(bool fence) {
    const FixCall call = fence ? fix_.call : FixCall{.function = "MPI_Barrier", .arguments = {"MPI_COMM_WORLD"}};
    // (Synchronizing memory takes several statements.)
    if (!is_c_source(fix_.place.at.file) && fix_.sync.is_needed()) return "";
    return statement_near(call, {&fix_.place, &met_before(fix_), &fix_.operation}, fence);
  }

  // The call as a statement of the file. Of Fortran: with the error variable of a call at one of the places, which must
  // name the same window if there is one. "": it is not known how to write it there.
  std::string statement_near(const FixCall& call, const std::vector<const FixPlace*>& places, bool names_window) {
    const std::string& file = fix_.place.at.file;
    if (is_c_source(file)) return statement_of(call);
    // (`use, only` may leave out the needed names.)
    if (uses_part_of_mpi(lines(file))) return "";
    for (const FixPlace* place : places) {
      if (!place->known() || place->at.file != file || !has(place->at)) continue;
      const std::string code = whole_call(place->at);
      const std::size_t at = std::min(code.find("call "), code.find("CALL "));
      if (at == std::string::npos || !is_balanced(code.substr(at))) continue;
      const std::string other = in_small_letters(code.substr(at));
      if (names_window && !SourceTree::share_a_name(other, in_small_letters(call.arguments.back()))) continue;
      const auto words = with_error(call, std::string_view(code).substr(at));
      if (words) return "call " + *words;
    }
    return "";
  }

  // The code of the line, or of all lines of a statement of free form. "": it goes on, and it is not known where.
  std::string whole_call(const SourceLocation& at) {
    const bool is_part = is_free_fortran(at.file) && (goes_on(line(at)) || begins_before(at));
    if (!is_part) return goes_on(line(at)) ? "" : std::string(code_of(line(at), true));
    const SourceTree& tree = SourceTree::of(lines(at.file), SourceTree::Language::kFortran);
    const int here = tree.sound() ? tree.statement_at(at.line) : -1;
    return here < 0 || !tree.fills_its_lines(here) ? "" : joined(at.file, tree.node(here));
  }
  bool begins_before(const SourceLocation& at) {
    return at.line > 1 && goes_on(line({.file = at.file, .line = at.line - 1}));
  }
  // A statement that continues on further lines of free form, in one line.
  std::string joined(const std::string& file, const SourceTree::Node& node) {
    std::string text;
    for (int i = node.first_line; i <= node.last_line; ++i) {
      std::string_view code = code_of(lines(file)[static_cast<std::size_t>(i) - 1], true);
      if (code.starts_with('&')) code.remove_prefix(1);
      if (code.ends_with('&')) code.remove_suffix(1);
      text += std::string(trimmed(code)) + ' ';
    }
    return text;
  }

  std::optional<std::string> with_error(const FixCall& call, std::string_view of) {
    return fortran_call(call, of, lines(fix_.place.at.file));
  }

  // Whether the names in the call are known at its place. The arguments are those of the operation, if that is not the
  // statement itself.
  bool in_scope(const SourceTree& tree, int here) {
    if (!fix_.operation.known()) return !fix_.place.call.empty();
    if (fix_.place.call == fix_.operation.call && fix_.place.at.line == fix_.operation.at.line) return true;
    if (fix_.operation.at.file != fix_.place.at.file) return false;
    int there = tree.statement_at(fix_.operation.at.line);
    if (there < 0 || tree.function_of(there) < 0 || tree.function_of(there) != tree.function_of(here)) return false;
    const int from = there;
    const int around = tree.around(there, here);
    // A request that not every process that comes here has made.
    if (fix_.call.function == "MPI_Wait" && tree.node(there).kind != SourceTree::Kind::kSimple) return false;
    return !tree.declares_between(around, from, fmt::format("{}", fmt::join(fix_.call.arguments, " ")));
  }

  // Whether the line before is one of the preprocessor, or a pragma that is about the statement.
  bool follows_directive(int line_number) {
    if (line_number <= 1) return false;
    const std::string& before = lines(fix_.place.at.file)[static_cast<std::size_t>(line_number) - 2];
    const std::size_t first = before.find_first_not_of(" \t");
    return first != std::string::npos && before[first] == '#';
  }

  bool follows_pragma(int line_number) {
    return follows_directive(line_number) &&
           lines(fix_.place.at.file)[static_cast<std::size_t>(line_number) - 2].find("pragma") != std::string::npos;
  }

  // A pragma is about the next statement alone ("#pragma omp critical"): the call belongs to it.
  void add_in_braces(const SourceLocation& first, int last_line, const std::string& call) {
    const std::string indent = indentation(line(first));
    std::vector<std::string> begin = {indent + "{"}, end = {indent + "}"};
    if (fix_.side == FixSide::kBefore)
      begin.push_back(indent + call);
    else
      end.insert(end.begin(), indent + call);
    change(first, {}, std::move(begin));
    change(first, {}, std::move(end), last_line - first.line + 1);
  }

  // For a call that completes an operation before an access: the outermost loop that makes the access and no MPI call.
  // Once before it is enough. -1: there is none.
  int loop_of_accesses(const SourceTree& tree, int access) {
    if (fix_.side != FixSide::kBefore || fix_.purpose != FixPurpose::kComplete || !fix_.place.call.empty() ||
        !fix_.operation.known())
      return -1;
    const std::string words = fmt::format("{}", fmt::join(fix_.call.arguments, " "));
    int found = -1;
    for (int at = access; at > 0; at = tree.node(at).parent) {
      const SourceTree::Node& node = tree.node(at);
      // Not all that come to the loop need come to the access.
      if (node.kind == SourceTree::Kind::kIf || node.kind == SourceTree::Kind::kOther) break;
      if (node.kind != SourceTree::Kind::kLoop) continue;
      const std::string text = tree.text_of(at);
      const bool once = !is_call_of_mpi(text) && !follows_directive(node.first_line) &&
                        !SourceTree::may_change(text, words) &&
                        !(node.first_line <= fix_.operation.at.line && fix_.operation.at.line <= node.last_line);
      if (!once || tree.node(node.parent).kind != SourceTree::Kind::kBlock || !tree.fills_its_lines(at)) break;
      found = at;
    }
    return found;
  }

  void add_call() {
    if (fix_.call.arguments.empty() || !fix_.before_it.function.empty()) return;
    const SourceLocation& at = fix_.place.at;
    const SourceTree& tree = SourceTree::of(lines(at.file));
    const int here = tree.statement_at(at.line);
    if (!tree.sound()) return;
    if (const auto beside = tree.statements_in(at.line); !beside.empty()) return split_line(tree, beside);
    if (here < 0 || tree.is_before(at.line, at.column, here)) return add_before_condition(tree);
    if (!fix_.place.call.empty() && !makes_call(tree.text_of(here), at.file)) return;
    if (!in_scope(tree, here)) return;
    if (const int loop = loop_of_accesses(tree, here); loop >= 0)
      return change({.file = at.file, .line = tree.node(loop).first_line}, {},
                    {indentation(lines(at.file)[static_cast<std::size_t>(tree.node(loop).first_line) - 1]) +
                     statement_of(fix_.call)});
    const SourceTree::Node& node = tree.node(here);
    const std::string call = fmt::format("{}({});", fix_.call.function, fmt::join(fix_.call.arguments, ", "));
    const bool before = fix_.side == FixSide::kBefore;
    const SourceLocation first{.file = at.file, .line = node.first_line};
    if (tree.node(node.parent).kind == SourceTree::Kind::kBlock) {
      // A function may return its value, or a jump may skip what follows.
      if (!tree.fills_its_lines(here)) return;
      if (!before && jumps(tree.text_of(here))) return add_before_return(tree, here, call);
      if (follows_pragma(node.first_line)) return add_in_braces(first, node.last_line, call);
      return change(first, {}, {indentation(line(first)) + call}, before ? 0 : node.last_line - node.first_line + 1);
    }
    embrace(tree, here, before ? call : "", before ? "" : call);
  }

  // "return MPI_Put(…);" becomes "const int error = MPI_Put(…);", the call, and "return error;".
  void add_before_return(const SourceTree& tree, int here, const std::string& call) {
    const std::string text = tree.text_of(here), function = tree.text_of(tree.function_of(here));
    const SourceTree::Node& node = tree.node(here);
    const SourceLocation first{.file = fix_.place.at.file, .line = node.first_line};
    const std::string begin = "return " + fix_.place.call;
    const std::size_t at = line(first).find(begin);
    if (!text.starts_with(begin) || !gives_result_of(text, fix_.place.call) || at == std::string::npos) return;
    for (const std::string name : {"error", "code", "result"}) {
      if (SourceTree::share_a_name(name, function) || names_local(first, name, sources_)) continue;
      std::string now = line(first);
      now.replace(at, std::string_view("return ").size(), "const int " + name + " = ");
      change(first, {line(first)}, {std::move(now)});
      const std::string indent = indentation(line(first));
      return change(first, {}, {indent + call, indent + "return " + name + ";"}, node.last_line - node.first_line + 1);
    }
  }

  // Whether a statement makes the call of the place: itself, or by a macro that stands for it.
  bool makes_call(const std::string& text, const std::string& file) {
    if (text.find(fix_.place.call) != std::string::npos) return true;
    const auto expanded = SourceMacros(file, sources_).expanded(text);
    return expanded && trimmed(*expanded).starts_with(fix_.place.call + "(");
  }

  // Two statements on one line: a call between them splits the line.
  void split_line(const SourceTree& tree, const std::vector<int>& statements) {
    const SourceLocation& at = fix_.place.at;
    const bool before = fix_.side == FixSide::kBefore, access = fix_.place.call.empty();
    const auto is_named = [&](int one) { return tree.text_of(one).find(fix_.place.call) != std::string::npos; };
    if (access ? !before || fix_.operation.is_at(at) : std::ranges::count_if(statements, is_named) != 1) return;
    const int here = access ? statements.front() : *std::ranges::find_if(statements, is_named);
    if (!in_scope(tree, here) || (!before && jumps(tree.text_of(here)))) return;
    const std::string& text = line(at);
    const std::string indent = indentation(text), call = indent + statement_of(fix_.call);
    if (here == (before ? statements.front() : statements.back())) return change(at, {}, {call}, before ? 0 : 1);
    const auto [begin, end] = tree.columns_of(here);
    const std::string_view whole = text;
    const std::size_t parts = before ? begin : end;
    change(
        at, {text},
        {std::string(trimmed_end(whole.substr(0, parts))), call, indent + std::string(trimmed(whole.substr(parts)))});
  }

  // "if (result == 5) …": a call before the load is added before the whole statement.
  void add_before_condition(const SourceTree& tree) {
    const SourceLocation& at = fix_.place.at;
    const int whole = tree.part_at(at.line);
    if (fix_.side != FixSide::kBefore || !fix_.place.call.empty() || whole < 0) return;
    const SourceTree::Node& node = tree.node(whole);
    const bool plain = node.kind == SourceTree::Kind::kIf && node.first_line == at.line &&
                       tree.node(node.parent).kind == SourceTree::Kind::kBlock && tree.fills_its_lines(whole);
    if (!plain || !in_scope(tree, whole)) return;
    change(at, {},
           {indentation(line(at)) + fmt::format("{}({});", fix_.call.function, fmt::join(fix_.call.arguments, ", "))});
  }

  // "for (…)" and its statement on the next line get braces. False: the two lines are different.
  bool embrace_lines(const SourceTree& tree, int here, const std::string& before, const std::string& behind) {
    const SourceTree::Node& node = tree.node(here);
    const SourceTree::Kind kind = tree.node(node.parent).kind;
    if ((kind != SourceTree::Kind::kIf && kind != SourceTree::Kind::kLoop) || !tree.fills_its_lines(here)) return false;
    // (Between the rounds of a loop, a call of all ranks is not what was meant.)
    if (fix_.call.on_all_ranks || (!behind.empty() && jumps(tree.text_of(here)))) return false;
    const std::string& file = fix_.place.at.file;
    const SourceLocation head{.file = file, .line = node.first_line - 1}, first{.file = file, .line = node.first_line};
    const std::string_view above = trimmed_end(line(head));
    if (tree.node(node.parent).first_line > head.line || !(above.ends_with(')') || above.ends_with("else")))
      return false;
    if (!tree.is_whole(head.line, node.last_line)) return false;
    const std::string indent = indentation(line(first));
    std::vector<std::string> end = {indentation(line(head)) + "}"};
    if (!behind.empty()) end.insert(end.begin(), indent + behind);
    change(head, {line(head)}, {std::string(above) + " {"});
    if (!before.empty()) change(first, {}, {indent + before});
    change(first, {}, std::move(end), node.last_line - node.first_line + 1);
    return true;
  }

  // "if (rank == 0) put;" gets braces if all of it is on one line.
  void embrace(const SourceTree& tree, int here, const std::string& before, const std::string& behind) {
    if (embrace_lines(tree, here, before, behind)) return;
    const SourceTree::Node& node = tree.node(here);
    int whole = here;
    while (tree.node(tree.node(whole).parent).kind == SourceTree::Kind::kIf ||
           tree.node(tree.node(whole).parent).kind == SourceTree::Kind::kLoop)
      whole = tree.node(whole).parent;
    const SourceTree::Node& all = tree.node(whole);
    const bool plain = all.first_line == all.last_line && tree.fills_its_lines(whole) &&
                       tree.node(node.parent).children.size() == 1 && all.end == node.end &&
                       tree.node(all.parent).kind == SourceTree::Kind::kBlock &&
                       (behind.empty() || !jumps(tree.text_of(here)));
    if (!plain) return;
    const SourceLocation at{.file = fix_.place.at.file, .line = all.first_line};
    const std::string& text = line(at);
    const std::size_t begin = text.find_first_not_of(" \t") + (node.begin - all.begin);
    const std::string indent = indentation(text);
    std::vector<std::string> added = {std::string(trimmed_end(text.substr(0, begin))) + " {"};
    if (!before.empty()) added.push_back(indent + "  " + before);
    added.push_back(indent + "  " + text.substr(begin));
    if (!behind.empty()) added.push_back(indent + "  " + behind);
    added.push_back(indent + "}");
    change(at, {text}, std::move(added));
  }

  void add_fortran_call() {
    if (fix_.call.function.empty() || fix_.call.arguments.empty() || !fix_.before_it.function.empty()) return;
    const SourceLocation& at = fix_.place.at;
    if (fix_.place.call.empty()) return add_fortran_call_before();
    const SourceStatement beside = statement(at);
    // The statement must be the call that the fix names: its arguments are known there.
    if (!is_made_by_all(at)) return;
    if (name_in(beside.text(), fix_.place.call).empty()) return add_beside_lines();
    if (!beside.alone()) return is_free_fortran(at.file) && goes_on(line(at)) ? add_beside_lines() : embrace_fortran();
    const auto call = with_error(fix_.call, beside.text());
    if (call) change(at, {}, {indentation(line(at)) + "call " + *call}, fix_.side == FixSide::kBefore ? 0 : 1);
  }

  static bool goes_on(std::string_view line) { return code_of(line, true).ends_with('&'); }

  // For a call that continues on further lines of free form.
  void add_beside_lines() {
    const SourceLocation& at = fix_.place.at;
    if (!is_free_fortran(at.file)) return;
    const SourceTree& tree = SourceTree::of(lines(at.file), SourceTree::Language::kFortran);
    const int here = tree.sound() ? tree.statement_at(at.line) : -1;
    if (here < 0 || tree.node(tree.node(here).parent).kind != SourceTree::Kind::kBlock || !tree.fills_its_lines(here))
      return;
    const SourceTree::Node& node = tree.node(here);
    const std::string text = joined(at.file, node);
    if (!is_fortran_call(text) || name_in(text, fix_.place.call).empty()) return;
    const auto call = with_error(fix_.call, trimmed(text));
    const SourceLocation first{.file = at.file, .line = node.first_line};
    const int further = fix_.side == FixSide::kBefore ? 0 : node.last_line - node.first_line + 1;
    if (call) change(first, {}, {indentation(line(first)) + "call " + *call}, further);
  }

  // Before a load or store, with the arguments of the operation.
  void add_fortran_call_before() {
    const SourceLocation &at = fix_.place.at, &operation = fix_.operation.at;
    if (fix_.side != FixSide::kBefore || !is_free_fortran(at.file) || operation.file != at.file || !has(operation))
      return;
    const SourceTree& tree = SourceTree::of(lines(at.file), SourceTree::Language::kFortran);
    const int whole = tree.sound() ? tree.part_at(at.line) : -1;
    if (whole < 0) return;
    const SourceTree::Node& node = tree.node(whole);
    const bool plain = (node.kind == SourceTree::Kind::kSimple || node.kind == SourceTree::Kind::kIf) &&
                       node.first_line == at.line && tree.node(node.parent).kind == SourceTree::Kind::kBlock &&
                       tree.fills_its_lines(whole);
    const std::string_view code = code_of(line(operation), true);
    if (!plain || !in_scope(tree, whole) || code.ends_with('&')) return;
    if (const auto call = with_error(fix_.call, code)) change(at, {}, {indentation(line(at)) + "call " + *call});
  }

  // "if (rank == 0) call MPI_Put(…)" becomes a block if all of it is on one line.
  void embrace_fortran() {
    const SourceLocation& at = fix_.place.at;
    if (!is_free_fortran(at.file)) return;
    const SourceTree& tree = SourceTree::of(lines(at.file), SourceTree::Language::kFortran);
    const int whole = tree.sound() ? tree.part_at(at.line) : -1;
    if (whole < 0 || tree.node(whole).first_line != at.line || tree.node(whole).last_line != at.line ||
        !tree.fills_its_lines(whole) || !tree.text_of(whole).starts_with("if"))
      return;
    const std::string& text = line(at);
    const std::string_view code = code_of(text, true);
    const std::size_t open = text.find('(');
    std::size_t close = open;
    for (int depth = 0; close < text.size(); ++close) {
      depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (open == std::string::npos || close >= text.size() || text.find_first_of("'\"") < close) return;
    const std::size_t begin = text.find_first_not_of(" \t", close + 1);
    if (begin == std::string::npos || !is_fortran_call(std::string_view(text).substr(begin)) || code.ends_with('&'))
      return;
    const auto call = with_error(fix_.call, code);
    if (!call) return;
    const std::string indent = indentation(text);
    const std::string added = indent + "  call " + *call;
    std::vector<std::string> block = {text.substr(0, close + 1) + " then", indent + "  " + text.substr(begin),
                                      indent + "end if"};
    block.insert(block.begin() + (fix_.side == FixSide::kBefore ? 1 : 2), added);
    change(at, {text}, std::move(block));
  }

  // Every process that comes there has made the request that the call waits for.
  bool is_made_by_all(const SourceLocation& at) {
    if (fix_.call.function != "MPI_Wait" || !fix_.operation.known() || fix_.operation.is_at(at)) return true;
    if (fix_.operation.at.file != at.file || !is_free_fortran(at.file)) return false;
    const SourceTree& tree = SourceTree::of(lines(at.file), SourceTree::Language::kFortran);
    int here = tree.sound() ? tree.statement_at(at.line) : -1, there = tree.statement_at(fix_.operation.at.line);
    if (here < 0 || there < 0 || tree.around(there, here) < 0) return false;
    return tree.node(there).kind == SourceTree::Kind::kSimple;
  }

  // Removes one of several combined flags: "A | B" becomes "A", and "A" becomes "0".
  void leave_out(const SourceLocation& at, const std::string& flag) {
    const std::string& text = line(at);
    for (const std::string& joined : {flag + " | ", " | " + flag, flag + " + ", " + " + flag, flag + "|", "|" + flag}) {
      if (text.find(joined) != std::string::npos) return replace(at, joined, "");
    }
    // Becomes "0" only if the flag is the whole argument.
    const std::size_t found = text.find(flag);
    if (found == std::string::npos) return;
    const std::size_t before = text.find_last_not_of(" \t", found - 1), behind = found + flag.size();
    if (found == 0 || before == std::string::npos || (text[before] != '(' && text[before] != ',')) return;
    if (behind < text.size() && (text[behind] == ',' || text[behind] == ')')) replace(at, flag, "0");
  }

  // Replaces "MPI_Win_unlock(0, win)" by "MPI_Win_unlock(1, win)": the whole call, which is on one line.
  void replace_call(const SourceLocation& at) {
    if (fix_.call.same_arguments) return replace(at, name_in_line(at, fix_.place.call), fix_.call.function);
    const std::string& text = line(at);
    const std::size_t begin = text.find(fix_.place.call);
    if (fix_.call.arguments.empty() || begin == std::string::npos ||
        text.find(fix_.place.call, begin + 1) != std::string::npos)
      return;
    const std::size_t open = text.find_first_not_of(" \t", begin + fix_.place.call.size());
    if (open == std::string::npos || text[open] != '(') return;
    std::size_t close = open;
    for (int depth = 0; close < text.size(); ++close) {
      depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (close >= text.size()) return;
    const std::string old = text.substr(begin, close + 1 - begin);
    const auto call = is_fortran_source(at.file)
                          ? with_error(fix_.call, old)
                          : fmt::format("{}({})", fix_.call.function, fmt::join(fix_.call.arguments, ", "));
    if (!call) return;
    std::string now = text;
    now.replace(begin, old.size(), *call);
    if (now != text) change(at, {text}, {std::move(now)});
  }

  // The name of a call as the line has it: Fortran does not distinguish small letters and capitals. "": not there.
  std::string name_in_line(const SourceLocation& at, const std::string& call) { return name_in(line(at), call); }
  std::string name_in(std::string_view text, const std::string& call) {
    const bool fortran = is_fortran_source(fix_.place.at.file);
    const auto same = [&](unsigned char one, unsigned char other) {
      return one == other || (fortran && std::tolower(one) == std::tolower(other));
    };
    const auto* const found = std::search(text.begin(), text.end(), call.begin(), call.end(), same);
    return found == text.end() ? "" : std::string(found, call.size());
  }

  void replace(const SourceLocation& at, const std::string& what, const std::string& with) {
    if (what.empty()) return;
    std::string text = line(at);
    const std::size_t found = text.find(what);
    if (found == std::string::npos || text.find(what, found + 1) != std::string::npos) return;
    const std::size_t behind = found + what.size();
    if (behind < text.size() && in_name(what.back()) && in_name(text[behind])) return;
    if (found > 0 && in_name(what.front()) && in_name(text[found - 1])) return;
    text.replace(found, what.size(), with);
    change(at, {line(at)}, {std::move(text)});
  }

  void move() {
    if (fix_.purpose == FixPurpose::kLetGoOn) {
      edits_ = let_go_edits(fix_, sources_);
      return;
    }
    const bool at_known_place = moves_whole_call(fix_) || fix_.certain || leaves_its_condition(fix_);
    if (!at_known_place && moves_into_loop(fix_)) return move_into_loop();
    if (!at_known_place && closes_earlier(fix_)) return close_earlier();
    edits_ = moved_statement(fix_, sources_);
  }

  void move_into_loop() {
    const std::vector<AddedCall> calls = calls_added_by(fix_, sources_);
    take_out(fix_.moved);
    if (calls.size() != 1 || edits_.size() != 1 || !add_in_gap(calls.front())) return edits_.clear();
    std::ranges::reverse(edits_);
  }

  void close_earlier() {
    const std::vector<AddedCall> calls = calls_added_by(fix_, sources_);
    if (calls.size() != 1) return;
    const std::string& file = fix_.moved.at.file;
    const SourceTree& tree = tree_of(file, lines(file));
    const SourceTree::Node& closer = tree.node(tree.statement_at(fix_.moved.at.line));
    const SourceLocation last{.file = file, .line = closer.first_line};
    if (add_in_gap(calls.front()))
      change(last, {lines(file).begin() + closer.first_line - 1, lines(file).begin() + closer.last_line}, {});
  }

  const Fix& fix_;
  SourceLines& sources_;
  std::vector<SourceEdit> edits_;
  std::string unknown_name_;  // of the window: it is not known where the call has to come
};

}  // namespace

std::vector<SourceEdit> patch_of(const Fix& fix, SourceLines& sources) {
  return Patch(fix, sources).edits();
}

void finish_fixes(std::vector<Finding>& findings) {
  SourceLines sources;
  for (Finding& finding : findings) {
    std::erase_if(finding.fixes, [](const Fix& fix) { return fix.offer != FixOffer::kAlways && !fix.tried; });
    leave_conditions(finding);
    for (Fix& fix : finding.fixes) {
      fix.text = text_of(Fixes{fix});
      Patch patch(fix, sources);
      fix.patch = patch.edits();
      if (!fix.patch.empty()) continue;
      const std::string why = patch.why_not();
      if (!why.empty()) fix.text += " There is no patch of this: " + why;
    }
  }
}

}  // namespace fencepost
