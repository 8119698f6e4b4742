#include "advice/source_move.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "advice/certain_fixes.h"
#include "advice/certain_moves.h"
#include "advice/exchanges.h"
#include "advice/source_gap.h"
#include "advice/source_left_out.h"
#include "advice/source_line.h"
#include "advice/source_pass.h"
#include "advice/source_statement.h"
#include "advice/source_tree.h"
#include "model/source_language.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

class Move {
 public:
  Move(const Fix& fix, SourceLines& sources) : fix_(fix), sources_(sources) {}

  std::vector<SourceEdit> edits() {
    move();
    if (fix_.side == FixSide::kAfter && fix_.sync.is_needed()) synchronize_around();
    return std::move(edits_);
  }

 private:
  const std::vector<std::string>& lines(const std::string& file) { return sources_.of(file); }
  bool has(const SourceLocation& at) {
    return at.line > 0 && static_cast<std::size_t>(at.line) <= lines(at.file).size();
  }
  const std::string& line(const SourceLocation& at) { return lines(at.file)[static_cast<std::size_t>(at.line) - 1]; }
  SourceStatement statement(const SourceLocation& at) { return {lines(at.file), at.line, is_fortran_source(at.file)}; }

  void change(const SourceLocation& at, std::vector<std::string> removed, std::vector<std::string> added) {
    edits_.push_back({.file = at.file,
                      .checksum = sources_.checksum(at.file),
                      .line = at.line,
                      .removed = std::move(removed),
                      .added = std::move(added)});
  }

  void move() {
    if (moves_whole_call(fix_)) return move_whole_call();
    if (fix_.certain) return move_to_before_neighbour();
    if (leaves_its_condition(fix_)) return drop_condition();
    const SourceLocation &from = fix_.moved.at, &to = fix_.place.at;
    if (fix_.side == FixSide::kBefore)
      return fix_.moved.call.empty() ? pass(passed_up(fix_, sources_)) : move_up(from, to);
    if (!has(from) || from.file != to.file || from.line >= to.line) return;
    if (fix_.moved.call == "MPI_Win_free" && fix_.place.call.empty()) return pass(passed_down(fix_, sources_));
    return is_c_source(from.file) ? move_statement(from, to) : move_line(from, to);
  }

  // For a statement that has moved behind a barrier: memory is synchronized on both sides of that.
  void synchronize_around() {
    const SourceLocation& to = fix_.place.at;
    const SourceTree& tree = tree_of(to.file, lines(to.file));
    const int barrier = tree.sound() ? tree.statement_at(to.line) : -1;
    if (edits_.size() != 2 || barrier < 0 || !is_c_source(to.file) || edits_.back().added.empty() ||
        edits_.back().line != tree.node(barrier).last_line + 1 || fix_.place.call != "MPI_Barrier")
      return edits_.clear();
    const std::string sync = indentation(line(to)) + statement_of(fix_.sync.call);
    edits_.back().added.insert(edits_.back().added.begin(), sync);
    change({.file = to.file, .line = tree.node(barrier).first_line}, {}, {sync});
    std::swap(edits_[1], edits_[2]);
  }

  // "if (…) MPI_Win_flush(1, win);" becomes "MPI_Win_flush(1, win);".
  void drop_condition() {
    const SourceLocation &at = fix_.within.at, &call = fix_.moved.at;
    const SourceTree& tree = tree_of(at.file, lines(at.file));
    const int whole = tree.sound() ? tree.part_at(at.line) : -1, inside = tree.statement_at(call.line);
    if (whole < 0 || inside < 0 || tree.node(inside).first_line != tree.node(inside).last_line) return;
    const SourceTree::Node& node = tree.node(whole);
    if (!tree.is_whole(node.first_line, node.last_line) || tree.node(node.parent).kind != SourceTree::Kind::kBlock)
      return;
    const auto& file = lines(at.file);
    const std::size_t begin = tree.columns_of(inside).first;
    change(at, {file.begin() + node.first_line - 1, file.begin() + node.last_line},
           {indentation(line(at)) + line(call).substr(begin)});
  }

  // Exchanges two statements, one of which directly follows the other.
  void move_to_before_neighbour() {
    if (fix_.side == FixSide::kAfter) return move_behind_epoch();
    if (!are_neighbours(fix_.place, fix_.moved, sources_)) return;
    const SourceTree& tree = SourceTree::of(lines(fix_.place.at.file));
    const SourceTree::Node &one = tree.node(tree.statement_at(fix_.place.at.line)),
                           &other = tree.node(tree.statement_at(fix_.moved.at.line));
    move_lines(fix_.place.at.file, other.first_line, other.last_line, one.first_line);
  }

  void move_whole_call() {
    const SourceTree& tree = SourceTree::of(lines(fix_.place.at.file));
    const SourceTree::Node &moved = tree.node(tree.statement_at(fix_.moved.at.line)),
                           &place = tree.node(tree.statement_at(fix_.place.at.line));
    move_lines(fix_.place.at.file, moved.first_line, moved.last_line,
               fix_.side == FixSide::kBefore ? place.first_line : place.last_line + 1);
  }

  void move_behind_epoch() {
    if (!own_epoch_behind(fix_.moved, sources_)) return;
    const SourceTree& tree = SourceTree::of(lines(fix_.place.at.file));
    const SourceTree::Node &wait = tree.node(tree.statement_at(fix_.moved.at.line)),
                           &complete = tree.node(tree.statement_at(fix_.place.at.line));
    move_lines(fix_.place.at.file, wait.first_line, wait.last_line, complete.last_line + 1);
  }

  // Moves whole lines to before another line, with the preprocessor's lines directly around them. Edits are sorted by
  // line.
  void move_lines(const std::string& name, int first, int last, int before) {
    const auto& file = lines(name);
    const SourceTree& tree = tree_of(name, file);
    if (!tree.is_whole(first, last)) return;
    const auto directive = [&](int at, std::string_view word) {
      return at >= 1 && std::cmp_less_equal(at, file.size()) &&
             trimmed(file[static_cast<std::size_t>(at) - 1]).starts_with(word);
    };
    for (; directive(first - 1, "#if") && directive(last + 1, "#endif"); --first) ++last;
    // (The last of these lines belongs to what is around all of them.)
    const bool up = before < first;
    if (!tree.is_whole(up ? before : last, up ? first - 1 : before - 1) ||
        !tree.is_there_with(up ? before : last, last) || !tree.is_there_with(last, up ? before : last))
      return;
    const std::vector<std::string> whole(file.begin() + first - 1, file.begin() + last);
    if (before < first) change({.file = name, .line = before}, {}, whole);
    change({.file = name, .line = first}, whole, {});
    if (before > first) change({.file = name, .line = before}, {}, whole);
  }

  // Moves a statement, with all that controls only it, to after another one of the block. Nothing between may need it.
  void move_statement(const SourceLocation& from, const SourceLocation& to) {
    const SourceTree& tree = SourceTree::of(lines(from.file));
    int moved = tree.statement_at(from.line);
    const int behind = tree.statement_at(to.line);
    // If the head of a loop contains the load, the whole loop moves.
    if (moved < 0 || tree.is_before(from.line, from.column, moved)) {
      const int whole = tree.part_at(from.line);
      if (whole >= 0 && tree.node(whole).kind == SourceTree::Kind::kLoop) moved = whole;
    }
    if (!tree.sound() || moved < 0 || behind < 0) return;
    moved = tree.whole_of(moved);
    const int block = tree.block_of(moved, behind);
    if (block < 0) return;
    const SourceTree::Node &one = tree.node(moved), &other = tree.node(behind);
    const auto& all = tree.node(block).children;
    const auto at = std::ranges::find(all, moved), end = std::ranges::find(all, behind);
    const std::string text = tree.text_of(moved);
    if (end < at || std::any_of(std::next(at), end, [&](int between) { return needs(tree, between, text); })) return;
    const std::string call = tree.text_of(behind);
    const bool plain = tree.node(moved).kind == SourceTree::Kind::kSimple && !calls_a_function(text);
    const bool may_need = plain ? SourceTree::may_change(text, call) || SourceTree::may_change(call, text)
                                : SourceTree::share_a_name(text, call);
    if (!tree.fills_its_lines(moved) || !tree.fills_its_lines(behind) || is_call_of_mpi(text) || jumps(text) ||
        may_need)
      return;
    move_lines(from.file, one.first_line, one.last_line, other.last_line + 1);
  }

  // Whether a statement may use what another one computes, or may jump past what follows.
  static bool needs(const SourceTree& tree, int statement, const std::string& text) {
    const std::string whole = tree.text_of(statement);
    if (tree.node(statement).kind == SourceTree::Kind::kSimple && SourceTree::stores_elsewhere(whole, text))
      return false;
    return tree.node(statement).kind != SourceTree::Kind::kSimple || jumps(whole) || assigns(whole) ||
           SourceTree::share_a_name(text, whole);
  }

  void pass(const std::optional<Passed>& passed) {
    if (passed) move_lines(fix_.moved.at.file, passed->first, passed->last, passed->before);
  }

  // Moves a call that completes something to before the statement that precedes it.
  void move_up(const SourceLocation& from, const SourceLocation& to) {
    if (!has(from) || !can_move_up(fix_.moved, fix_.place, sources_)) return;
    const SourceTree& tree = SourceTree::of(lines(from.file));
    const SourceTree::Node& one = tree.node(tree.statement_at(from.line));
    move_lines(from.file, one.first_line, one.last_line, tree.node(tree.statement_at(to.line)).first_line);
  }

  void move_line(const SourceLocation& from, const SourceLocation& to) {
    if (!statement(from).alone() || !statement(to).alone() || indentation(line(from)) != indentation(line(to))) return;
    // (The preprocessor's lines directly around the statement go with it.)
    const auto begins = [&](int at, std::string_view word) {
      return has({.file = from.file, .line = at}) && trimmed(line({.file = from.file, .line = at})).starts_with(word);
    };
    const bool around = begins(from.line - 1, "#if") && begins(from.line + 1, "#endif");
    if (around && !is_free_fortran(from.file)) return;
    // Only blank lines and comments may come between: any statement there may need the value.
    for (int i = from.line + (around ? 2 : 1); i < to.line; ++i)
      if (!code_of(lines(from.file)[static_cast<std::size_t>(i) - 1], is_fortran_source(from.file)).empty()) return;
    if (around) return move_lines(from.file, from.line, from.line, to.line + 1);
    change(from, {line(from)}, {});
    change({.file = to.file, .line = to.line + 1}, {}, {line(from)});
  }

  const Fix& fix_;
  SourceLines& sources_;
  std::vector<SourceEdit> edits_;
};

}  // namespace

std::vector<SourceEdit> moved_statement(const Fix& fix, SourceLines& sources) {
  return Move(fix, sources).edits();
}

}  // namespace fencepost
