#include "advice/source_gap.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "advice/source_argument.h"
#include "advice/source_divided.h"
#include "advice/source_left_out.h"
#include "advice/source_line.h"
#include "advice/source_spin.h"
#include "advice/source_tree.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// In a branch of an `if`: the statement of its block on the way to `inside`; -1: the branch has no block.
int in_branch(const SourceTree& tree, int branch, int inside) {
  return tree.node(branch).kind == Kind::kBlock ? tree.child_of(branch, inside) : -1;
}

class Gaps {
 public:
  // `late`: as late as possible; in branches after all of the first one, in a block right before the other statement.
  // `splits`: between two parts of a divided `if`.
  Gaps(const std::string& file, const std::string& words, const std::vector<std::string>& lines, bool late, bool splits)
      : late_(late),
        splits_(splits),
        file_(file),
        words_(is_free_fortran(file) ? in_small_letters(words) : words),
        fortran_(is_free_fortran(file)),
        tree_(tree_of(file, lines)) {}

  std::vector<SourceGap> between(int from_line, int to_line, bool next_round) {
    int one = tree_.part_at(from_line), other = tree_.part_at(to_line);
    // (Of several statements in a line the place is one; the call comes after all of them.)
    if (const int last = last_in(from_line); last >= 0 && from_line != to_line) one = last;
    if (!tree_.sound() || one < 0 || other < 0 || one == other) return {};
    function_ = tree_.function_of(one);
    if (function_ < 0 || function_ != tree_.function_of(other)) return {};
    const std::string text = tree_.text_of(function_);
    if (may_spin(text, fortran_, fortran_ || a_loop_may_end_early())) return {};
    if (!fortran_ && (sleeps_in_loop(tree_, function_) || has_closure(text))) return {};
    const int from = one, to = other;
    const int around = tree_.around(one, other);
    if (around < 0 || one == other || goes_as_messages_arrive(around)) return {};
    if (splits_) return next_round ? std::vector<SourceGap>() : in_divided(around, one, other);
    if (next_round) return at_end_of_round(around, one, other, from);
    if (tree_.node(around).kind == Kind::kBlock) return at_one_place(around, one, other, from);
    if (tree_.node(around).kind != Kind::kIf) return {};
    return in_branches(around, from, to);
  }

 private:
  // In a loop, what a round does depends on which message is there first. A meeting in each round orders it with the
  // rounds before it or not, as the run goes.
  bool goes_as_messages_arrive(int inside) const {
    for (int at = inside; at > function_; at = tree_.node(at).parent) {
      if (tree_.node(at).kind != Kind::kLoop) continue;
      const std::string text = fortran_ ? in_small_letters(tree_.text_of(at)) : tree_.text_of(at);
      for (const char* name : {"MPI_Waitany", "MPI_Waitsome", "MPI_Testany", "MPI_Testsome", "MPI_ANY_SOURCE"})
        if (text.find(fortran_ ? in_small_letters(name) : name) != std::string::npos) return true;
    }
    return false;
  }
  // One call in each branch of an `if`: whoever comes through makes it once.
  std::vector<SourceGap> in_branches(int around, int from, int to) {
    const auto is_else_if = [&] {
      const SourceTree::Node& above = tree_.node(tree_.node(around).parent);
      return above.kind == Kind::kIf && above.children.size() > 1 && above.children.back() == around;
    };
    while (is_else_if()) around = tree_.node(around).parent;
    std::vector<int> branches;
    int last = around;
    for (;; last = tree_.node(last).children.back()) {
      const auto& parts = tree_.node(last).children;
      branches.push_back(parts.front());
      if (parts.size() == 1) break;
      if (tree_.node(parts.back()).kind == Kind::kIf) continue;
      branches.push_back(parts.back());
      break;
    }
    const bool lacks_else = tree_.node(last).children.size() == 1;
    const bool several = branches.size() > 2 || lacks_else;
    if ((late_ || several) && !is_straight_in(branches)) return {};
    std::vector<SourceGap> gaps;
    for (const int branch : branches) {
      const bool begins = tree_.child_of(branch, from) >= 0, ends = tree_.child_of(branch, to) >= 0;
      const bool at_end = !ends && (!begins || late_);
      const auto& statements = tree_.node(branch).children;
      if (at_end && (tree_.node(branch).kind != Kind::kBlock || statements.empty())) return {};
      const int beside = at_end ? last_that_is_there(statements, branch) : in_branch(tree_, branch, begins ? from : to);
      if (beside < 0 || !tree_.fills_its_lines(beside)) return {};
      const int first = at_end ? statements.front() : beside;
      gaps.push_back(gap(beside, tree_.node(first).first_line, tree_.node(beside).last_line, ends));
    }
    if (tree_.declares_between(around, from, words_)) return {};
    for (SourceGap& one_of : gaps)
      if (stand_in_loop(one_of, around) > 0 && several) return {};
    if (lacks_else) {
      if (!tree_.fills_its_lines(around)) return {};
      SourceGap skips = gap(around, tree_.node(around).first_line, tree_.node(around).last_line, false);
      skips.adds_else = true;
      skips.line = skips.last;
      gaps.push_back(skips);
    }
    return gaps;
  }
  // The last of these statements that the preprocessor leaves where it leaves the line of another one; -1: none.
  int last_that_is_there(std::span<const int> statements, int with) const {
    const auto there = std::ranges::find_if(statements.rbegin(), statements.rend(), [&](int one) {
      return tree_.is_there_with(tree_.node(one).first_line, tree_.node(with).first_line) &&
             tree_.is_whole(tree_.node(one).first_line, tree_.node(one).last_line);
    });
    return there == statements.rend() ? -1 : *there;
  }
  // No branch is left before its end, and each has a block of its own.
  bool is_straight_in(const std::vector<int>& branches) const {
    return std::ranges::all_of(branches, [&](int branch) {
      return tree_.node(branch).kind == Kind::kBlock && !jumps_out(tree_.text_of(branch));
    });
  }
  // Whether a part of a block continues elsewhere than behind it.
  bool jumps_out(const std::string& part) const {
    return names_one_of({"break", "continue", "return", "goto", "throw"}, part) ||
           (fortran_ && names_one_of({"exit", "cycle", "stop", "go"}, part));
  }
  // The access of the next round comes earlier in the source: all pass the end of a statement of the loop's own block.
  std::vector<SourceGap> at_end_of_round(int block, int one, int other, int from) {
    const bool of_loop =
        tree_.node(block).kind == Kind::kBlock && tree_.node(tree_.node(block).parent).kind == Kind::kLoop;
    if (!of_loop || tree_.node(one).begin < tree_.node(other).begin) return {};
    return behind(block, one, from);
  }
  std::vector<SourceGap> at_one_place(int block, int one, int other, int from) {
    if (tree_.node(one).begin > tree_.node(other).begin) return {};  // comes again in a loop
    if (late_) {
      const auto& all = tree_.node(block).children;
      const int last = last_that_is_there({all.begin(), std::ranges::find(all, other)}, from);
      return last < 0 ? std::vector<SourceGap>() : behind(block, last, from);
    }
    // A call that synchronizes memory belongs to the access next to it, on both sides of the meeting.
    return behind(block, past_memory_sync(block, one, other), from);
  }
  // The body of an `if` without `else`, to which all ranks come: those that do not enter it pass as well.
  std::vector<SourceGap> in_divided(int block, int one, int other) {
    const int condition = tree_.node(block).parent, outer = tree_.node(condition).parent;
    const bool alone = tree_.node(block).kind == Kind::kBlock && tree_.node(condition).kind == Kind::kIf &&
                       tree_.node(condition).children.size() == 1 && tree_.node(outer).kind == Kind::kBlock;
    if (!alone || (outer != function_ && tree_.node(tree_.node(outer).parent).kind != Kind::kLoop)) return {};
    if (!can_be_divided(tree_, condition, tree_.from_to(block, tree_.node(block).children.front(), other), fortran_) ||
        tree_.node(one).begin > tree_.node(other).begin || !tree_.fills_its_lines(other))
      return {};
    SourceGap place = gap(condition, 0, tree_.node(other).first_line - 1, false);
    place.condition = tree_.node(condition).first_line;
    const int loop = stand_in_loop(place, outer);
    if (loop > 0 && jumps_out(up_to(loop, one))) return {};
    for (const auto& [first, last] : place.loops)
      if (first > place.last) place.inner.emplace_back(first, last);
    return {place};
  }
  // A block (of a function, of a loop) up to the end of a statement in it.
  std::string up_to(int block, int statement) const {
    const std::size_t begin = tree_.node(block).begin;
    return std::string(tree_.text().substr(begin, tree_.node(statement).end - begin));
  }
  std::vector<SourceGap> behind(int block, int one, int from) {
    // `case` and labels are statements of their block, too.
    if (tree_.node(tree_.node(block).parent).kind == Kind::kOther && block != function_) return {};
    // The call may stand next to it, and its names are known there.
    if (!ends_its_lines(one) || tree_.declares_between(block, from, words_)) return {};
    SourceGap place = gap(one, 0, tree_.node(one).last_line, false);
    // A rank that does not enter the block does not come through.
    if (block != function_ && tree_.node(tree_.node(block).parent).kind != Kind::kLoop) {
      const auto& all = tree_.node(block).children;
      place.block = {tree_.node(all.front()).first_line, tree_.node(all.back()).last_line};
      place.inner = tree_.loops_in(block);
      return {place};
    }
    const int loop = stand_in_loop(place, block);
    if (loop <= 0) return {place};
    if (jumps_out(up_to(loop, one))) return {};
    for (const auto& [first, last] : place.loops)
      if (first > place.last) place.inner.emplace_back(first, last);
    return {place};
  }
  bool a_loop_may_end_early() const {
    for (int at = function_; tree_.has(at) && tree_.node(at).begin < tree_.node(function_).end; ++at) {
      if (tree_.node(at).kind == Kind::kOther) return true;
      const std::string text = tree_.node(at).kind == Kind::kLoop ? tree_.text_of(at) : "";
      if (jumps_out(text) || text.find("&&") != std::string::npos) return true;
    }
    return false;
  }
  // The last statement of a block in a line that has several of them, with what controls it; -1: the line has one.
  int last_in(int line) const {
    const int first = tree_.part_at(line);
    if (first < 0 || tree_.node(tree_.node(first).parent).kind != Kind::kBlock) return -1;
    const auto& all = tree_.node(tree_.node(first).parent).children;
    int last = -1;
    for (auto at = std::ranges::find(all, first); at != all.end() && tree_.node(*at).first_line == line; ++at)
      if (*at != first) last = *at;
    return last < 0 || tree_.node(last).last_line != line ? -1 : last;
  }
  // Whether the next statement of the block begins in a later line of its own, which is there whenever this one is.
  bool ends_its_lines(int one) const {
    if (tree_.fills_its_lines(one)) return true;
    const auto& all = tree_.node(tree_.node(one).parent).children;
    const auto at = std::ranges::find(all, one);
    if (tree_.node(tree_.node(one).parent).kind != Kind::kBlock || at == all.end() || std::next(at) == all.end())
      return false;
    const int next = *std::next(at), last = tree_.node(one).last_line;
    return tree_.node(next).first_line > last && tree_.fills_its_lines(next) && tree_.is_whole(last, last) &&
           tree_.is_there_with(last, tree_.node(next).first_line) &&
           tree_.is_there_with(tree_.node(next).first_line, last);
  }
  // The innermost loop around a node; not positive: there is none.
  int stand_in_loop(SourceGap& place, int node) const {
    int loop = node;
    while (loop > 0 && tree_.node(loop).kind != Kind::kLoop) loop = tree_.node(loop).parent;
    if (loop <= 0) return loop;
    place.loop = {tree_.node(loop).first_line, tree_.node(loop).last_line};
    place.loops = tree_.loops_in(loop);
    return loop;
  }
  int past_memory_sync(int block, int one, int other) const {
    const auto& all = tree_.node(block).children;
    const auto next = std::next(std::ranges::find(all, one));
    const bool synchronizes = next != all.end() && *next != other && tree_.fills_its_lines(*next) &&
                              tree_.text_of(*next).starts_with("MPI_Win_sync");
    return synchronizes ? *next : one;
  }
  SourceGap gap(int beside, int first, int last, bool entered) {
    const std::string before = up_to(function_, beside);
    return {.file = file_,
            .function_first = tree_.node(function_).first_line,
            .function_last = tree_.node(function_).last_line,
            .first = first,
            .last = last,
            .entered = entered,
            .line = entered ? first : last + 1,
            .beside = tree_.node(beside).first_line,
            .may_be_left = names_one_of({"return", "goto", "throw"}, before) ||
                           (fortran_ && names_one_of({"stop", "go"}, before))};
  }

  bool late_ = false, splits_ = false;
  std::string file_, words_;
  bool fortran_ = false;
  const SourceTree& tree_;
  int function_ = -1;
};

// Of Fortran, in small letters: "return", "if (done) exit".
bool jumps_in_fortran(const std::string& statement) {
  return std::ranges::any_of(std::array{"return", "exit", "cycle", "stop", "goto"},
                             [&](const char* word) { return statement.starts_with(word); }) ||
         statement.starts_with("error stop") || statement.starts_with("go to");
}

// Places where a call can be added between two statements of a block, with arguments that mean the same there.
class BlockGaps {
 public:
  BlockGaps(const std::string& file, const std::vector<std::string>& lines)
      : file_(file), fortran_(is_free_fortran(file)), tree_(tree_of(file, lines)) {}

  // After everything that leads from the block of the statement in `opener` to `last`. `window`: and after the other
  // operations of that block on this window, which other ranks may make; "": not asked for.
  std::optional<SourceGap> behind(int opener, int last, const std::string& given, const std::string& window) {
    const std::string words = as_written(given);
    const auto leads = leads_to(opener, last);
    if (!leads) return std::nullopt;
    auto [opening, child] = *leads;
    if (tree_.node(child).begin < tree_.node(opening).begin) return std::nullopt;
    const int block = tree_.node(opening).parent;
    if (!window.empty())
      for (const int one : tree_.node(block).children)
        if (tree_.node(one).begin > tree_.node(child).begin && operates_on(one, window)) child = one;
    if (!tree_.fills_its_lines(child) || !is_straight(block, opening, child, words)) return std::nullopt;
    return gap(block, child, tree_.node(child).last_line + 1);
  }

  // Before everything that leads from the block of the statement in `closer` to `first`, an earlier statement.
  std::optional<SourceGap> leading(int closer, int first, const std::string& given) {
    const std::string words = as_written(given);
    const auto leads = leads_to(closer, first);
    if (!leads) return std::nullopt;
    const auto& [closing, child] = *leads;
    const int block = tree_.node(closing).parent;
    if (tree_.node(child).begin >= tree_.node(closing).begin || !tree_.fills_its_lines(child) ||
        tree_.declares_between(block, child, words) || !is_straight(block, child, closing, words))
      return std::nullopt;
    return gap(block, child, tree_.node(child).first_line);
  }

  bool is_deeper(int closer, int first) {
    const auto leads = leads_to(closer, first);
    return leads && tree_.node(leads->second).begin < tree_.node(leads->first).begin &&
           tree_.node(leads->second).kind != Kind::kSimple;
  }

  // Before everything that leads from the block of the statement in `opener` to `place`: the new place of the call that
  // is in `closer`. If `closer` is 0, it is the first later statement that is `text`. Its line is returned, too.
  std::optional<std::pair<SourceGap, int>> in_front(int opener, int place, int closer, const std::string& text) {
    const auto leads = leads_to(opener, place);
    if (!leads) return std::nullopt;
    const auto [opening, child] = *leads;
    if (tree_.node(child).begin <= tree_.node(opening).begin) return std::nullopt;
    const int block = tree_.node(opening).parent;
    const auto& all = tree_.node(block).children;
    const auto closes = [&](int one) {
      return closer > 0 ? tree_.node(one).first_line == closer
                        : tree_.node(one).kind == Kind::kSimple && is_call(one, text);
    };
    const auto found = std::find_if(std::next(std::ranges::find(all, child)), all.end(), closes);
    if (found == all.end() || tree_.node(*found).kind != Kind::kSimple) return std::nullopt;
    const bool plain = tree_.fills_its_lines(child) && tree_.fills_its_lines(*found) &&
                       tree_.is_whole(tree_.node(opening).first_line, tree_.node(*found).last_line) &&
                       is_straight(block, opening, *found, tree_.text_of(*found));
    if (!plain) return std::nullopt;
    return std::pair{gap(block, child, tree_.node(child).first_line), tree_.node(*found).first_line};
  }

  // Before a statement, for the call in the statement after it.
  std::optional<std::pair<SourceGap, int>> directly_in_front(int place, int closer) {
    const int one = tree_.sound() ? tree_.statement_at(place) : -1, other = tree_.statement_at(closer);
    const int block = one < 0 || other < 0 || tree_.function_of(one) < 0 ? -1 : tree_.block_of(one, other);
    if (block < 0 || is_called_elsewhere(one)) return std::nullopt;
    const auto& all = tree_.node(block).children;
    const auto next = std::next(std::ranges::find(all, one));
    const bool plain = next != all.end() && *next == other && tree_.fills_its_lines(one) &&
                       tree_.fills_its_lines(other) &&
                       tree_.is_whole(tree_.node(one).first_line, tree_.node(other).last_line);
    if (!plain || tree_.text_of(other).find('=') != std::string::npos) return std::nullopt;
    return std::pair{gap(block, one, tree_.node(one).first_line), tree_.node(other).first_line};
  }

  // Where the whole statement that begins in the line is.
  std::optional<SourceGap> instead_of(int line) {
    const int whole = tree_.sound() ? tree_.part_at(line) : -1;
    if (whole < 0 || tree_.node(whole).first_line != line || tree_.function_of(whole) < 0 || is_called_elsewhere(whole))
      return std::nullopt;
    const int block = tree_.node(whole).parent;
    if (tree_.node(block).kind != Kind::kBlock || !tree_.fills_its_lines(whole)) return std::nullopt;
    return gap(block, whole, line);
  }

  // The line of the first statement after that of a line, in its block, that is one of the texts; 0: there is none, or
  // not all reach it.
  int stands_behind(int line, const std::vector<std::string>& texts) {
    const int opening = tree_.sound() ? tree_.statement_at(line) : -1;
    if (opening < 0 || tree_.function_of(opening) < 0) return 0;
    const int block = tree_.node(opening).parent;
    if (tree_.node(block).kind != Kind::kBlock) return 0;
    const auto& all = tree_.node(block).children;
    const auto first = std::next(std::ranges::find(all, opening));
    const auto found = std::find_if(first, all.end(), [&](int one) {
      return tree_.node(one).kind == Kind::kSimple &&
             std::ranges::any_of(texts, [&](const std::string& text) { return is_call(one, text); });
    });
    if (found == all.end()) return 0;
    const std::string text = tree_.text_of(*found);
    if (std::any_of(first, found, [&](int one) { return leaves_or_changes(one, text); })) return 0;
    return tree_.is_whole(line, tree_.node(*found).last_line) ? tree_.node(*found).first_line : 0;
  }

  // Before and after everything that leads from one block to both: the names in their calls must be known there.
  std::vector<SourceGap> around(int first, int last, const std::string& given) {
    const std::string words = as_written(given);
    int one = tree_.sound() ? tree_.statement_or_part_at(first) : -1, other = tree_.statement_or_part_at(last);
    if (one < 0 || other < 0 || tree_.function_of(one) < 0 || tree_.function_of(one) != tree_.function_of(other) ||
        is_called_elsewhere(one))
      return {};
    const int inside = one;
    int block = one == other ? tree_.node(one).parent : tree_.around(one, other);
    if (one == other && block >= 0 && block == one) return {};
    if (block < 0 || tree_.node(block).kind != Kind::kBlock || tree_.node(one).parent != block ||
        tree_.node(other).parent != block)
      return {};
    if (tree_.node(one).begin > tree_.node(other).begin) std::swap(one, other);
    if (!tree_.fills_its_lines(one) || !tree_.fills_its_lines(other) || tree_.declares_between(block, inside, words) ||
        !is_straight(block, one, other, words))
      return {};
    return {gap(block, one, tree_.node(one).first_line), gap(block, other, tree_.node(other).last_line + 1)};
  }

 private:
  // The tree of a Fortran file is in small letters.
  std::string as_written(const std::string& text) const { return fortran_ ? in_small_letters(text) : text; }
  // Whether a statement is this call ("MPI_Win_unlock(1, win);"); in Fortran perhaps with an error argument.
  bool is_call(int statement, const std::string& call) const {
    const std::string text = tree_.text_of(statement);
    if (!fortran_) return text == call;
    const std::string given = as_written(call);
    const std::string wanted = "call " + given.substr(0, given.rfind(')'));
    return text.starts_with(wanted) && text.ends_with(')') &&
           (text[wanted.size()] == ')' || text[wanted.size()] == ',');
  }
  // Lines of a function that may run at another time than the lines around them.
  bool is_called_elsewhere(int statement) const {
    return !fortran_ && has_closure(tree_.text_of(tree_.function_of(statement)));
  }
  bool operates_on(int statement, const std::string& window) const {
    const std::string text = tree_.text_of(statement);
    if (text.find(as_written(window)) == std::string::npos) return false;
    constexpr std::array kOperations = {
        "MPI_Put(", "MPI_Get(", "MPI_Accumulate(", "MPI_Get_accumulate(", "MPI_Fetch_and_op(", "MPI_Compare_and_swap("};
    return std::ranges::any_of(kOperations,
                               [&](const char* call) { return text.find(as_written(call)) != std::string::npos; });
  }
  // The statement of a line, and the one of its block that leads to the line `inside`.
  std::optional<std::pair<int, int>> leads_to(int line, int inside) const {
    const int one = tree_.sound() ? tree_.statement_at(line) : -1;
    if (one < 0 || tree_.function_of(one) < 0 || is_called_elsewhere(one)) return std::nullopt;
    const int block = tree_.node(one).parent;
    const int child = tree_.child_of(block, tree_.statement_or_part_at(inside));
    if (child < 0 || tree_.node(block).kind != Kind::kBlock) return std::nullopt;
    return std::pair{one, child};
  }
  // No statement from one to the other leaves the block or changes the named variables.
  bool is_straight(int block, int from, int to, const std::string& words) const {
    for (const int child : tree_.node(block).children) {
      if (tree_.node(child).begin < tree_.node(from).begin || tree_.node(child).begin > tree_.node(to).begin) continue;
      if (leaves_or_changes(child, words)) return false;
    }
    return true;
  }
  bool leaves_or_changes(int index, const std::string& words) const {
    const SourceTree::Node& node = tree_.node(index);
    const std::size_t head = node.children.empty() ? node.end : tree_.node(node.children.front()).begin;
    const std::string text = tree_.text().substr(node.begin, head - node.begin);
    if (fortran_ ? jumps_in_fortran(text) || may_change_in_fortran(text, words)
                 : jumps(text) || SourceTree::may_change(text, words))
      return true;
    if (node.kind == Kind::kOther) return true;
    return std::ranges::any_of(node.children, [&](int child) { return leaves_or_changes(child, words); });
  }
  SourceGap gap(int block, int beside, int line) const {
    const int function = tree_.function_of(beside);
    const SourceTree::Node& node = tree_.node(block);
    return {.file = file_,
            .function_first = tree_.node(function).first_line,
            .function_last = tree_.node(function).last_line,
            .inner = tree_.loops_in(block),
            .line = line,
            .beside = tree_.node(beside).first_line,
            // (Without the lines of its brackets: conditions on these lines are evaluated by other ranks, too.)
            .block = {tree_.node(node.children.front()).first_line, tree_.node(node.children.back()).last_line}};
  }

  std::string file_;
  bool fortran_ = false;
  const SourceTree& tree_;
};

}  // namespace

std::optional<SourceLocation> closed_behind(const SourceLocation& opener, const SourceLocation& place,
                                            const std::string& text, SourceLines& sources) {
  if (opener.file != place.file || place.line <= 0 || !can_be_read(opener)) return std::nullopt;
  const auto found = BlockGaps(opener.file, sources.of(opener.file)).in_front(opener.line, place.line, 0, text);
  if (!found) return std::nullopt;
  SourceLocation closer = opener;
  closer.line = found->second;
  closer.column = 0;
  return closer;
}

std::optional<SourceLocation> stands_behind(const SourceLocation& place, const std::vector<std::string>& texts,
                                            SourceLines& sources) {
  if (!can_be_read(place)) return std::nullopt;
  const int line = BlockGaps(place.file, sources.of(place.file)).stands_behind(place.line, texts);
  if (line == 0) return std::nullopt;
  SourceLocation found = place;
  found.line = line;
  found.column = 0;
  return found;
}

bool is_deeper(const SourceLocation& closer, const SourceLocation& place, SourceLines& sources) {
  if (closer.file != place.file || place.line <= 0 || !can_be_read(closer)) return false;
  return BlockGaps(closer.file, sources.of(closer.file)).is_deeper(closer.line, place.line);
}

std::vector<AddedCall> calls_added_by(const Fix& fix, SourceLines& sources) {
  if (leaves_its_condition(fix)) {
    const SourceLocation& at = fix.within.at;
    const auto gap = can_be_read(at) ? BlockGaps(at.file, sources.of(at.file)).instead_of(at.line) : std::nullopt;
    return gap ? std::vector<AddedCall>{{*gap, fix.call}} : std::vector<AddedCall>{};
  }
  if (closes_earlier(fix)) {
    const std::string& file = fix.moved.at.file;
    const bool opened_there = fix.operation.known() && fix.operation.at.file == file;
    if (file != fix.place.at.file || !can_be_read(fix.moved.at)) return {};
    BlockGaps gaps(file, sources.of(file));
    auto found =
        opened_there ? gaps.in_front(fix.operation.at.line, fix.place.at.line, fix.moved.at.line, "") : std::nullopt;
    if (!found) found = gaps.directly_in_front(fix.place.at.line, fix.moved.at.line);
    return found ? std::vector<AddedCall>{{found->first, fix.call}} : std::vector<AddedCall>{};
  }
  const bool around = fix.side == FixSide::kAround;
  const bool into_loop = moves_into_loop(fix);
  if (!into_loop && (fix.kind != FixKind::kAdd || (!around && !fix.within.known()))) return {};
  const FixPlace& from = around ? fix.place : into_loop ? fix.operation : fix.within;
  const FixPlace& to = around && fix.until.place.known() ? fix.until.place : fix.place;
  if (from.at.file != to.at.file || to.at.line <= 0 || !can_be_read(from.at) || fix.call.arguments.empty()) return {};
  std::string words;
  for (const FixCall* call : {&fix.call, &fix.closing})
    for (const std::string& argument : call->arguments) words += argument + ' ';
  BlockGaps gaps(from.at.file, sources.of(from.at.file));
  if (!around) {
    const bool leads = !into_loop && fix.side == FixSide::kBefore;
    const std::string window = fix.call.on_all_ranks ? fix.call.arguments.back() : "";
    const auto added =
        leads ? gaps.leading(from.at.line, to.at.line, words) : gaps.behind(from.at.line, to.at.line, words, window);
    return added ? std::vector<AddedCall>{{*added, fix.call}} : std::vector<AddedCall>{};
  }
  const std::vector<SourceGap> found = gaps.around(from.at.line, to.at.line, words);
  if (found.size() != 2) return {};
  return {{found[0], fix.call}, {found[1], fix.closing}};
}

bool SourceGap::is_of_round(int at) const {
  const auto holds_it = [&](const std::pair<int, int>& lines) { return lines.first <= at && at <= lines.second; };
  return loop.first > 0 && holds_it(loop) && std::ranges::none_of(loops, holds_it);
}

bool SourceGap::is_crossed(int from, int to) const {
  if (adds_else) return from > 0 && from <= first && (to > last || to == 0);
  if (block.first > 0) return is_crossed_in_block(from, to);
  // (A branch in a loop is also left and entered between two rounds.)
  if (entered) return from > 0 && holds(to) && (!holds(from) || comes_round(from, to));
  if (first > 0 && loop.first > 0) return holds(from) && (!holds(to) || comes_round(from, to));
  if (loop.first > 0) return is_crossed_in_loop(from, to);
  return holds(from) && (from != 0 || to != 0) && (to == 0 || to > last);
}

bool SourceGap::comes_round(int from, int to) const {
  const auto in = [](const std::pair<int, int>& lines, int one) { return lines.first <= one && one <= lines.second; };
  return loop.first > 0 && in(loop, from) && in(loop, to) && to < from &&
         std::ranges::none_of(loops, [&](const auto& one) { return in(one, from) && in(one, to); });
}

bool SourceGap::is_crossed_in_loop(int from, int to) const {
  const auto in = [](const std::pair<int, int>& lines, int one) { return lines.first <= one && one <= lines.second; };
  if (!in(loop, from)) return in(loop, to) && to > last;
  // (Whoever leaves from the loop's head does not come through its body once more.)
  if (!in(loop, to)) return from <= last && from > loop.first;
  if (to >= from) return from <= last && to > last;
  // The next round, unless it is a round of a loop inside.
  const bool inside = std::ranges::any_of(loops, [&](const auto& one) { return in(one, from) && in(one, to); });
  return !inside && (from <= last || to > last);
}

bool SourceGap::is_crossed_in_block(int from, int to) const {
  const auto in = [](const std::pair<int, int>& lines, int one) { return lines.first <= one && one <= lines.second; };
  const bool from_inside = in(block, from), to_inside = in(block, to);
  if (!from_inside) return to_inside && to >= line;
  if (!to_inside) return from < line;
  if (from < line && to >= line) return true;
  // Around the loop of this body.
  return to < from && (from < line || to >= line) &&
         std::ranges::none_of(inner, [&](const auto& one) { return in(one, from) && in(one, to); });
}

bool moves_into_loop(const Fix& fix) {
  return fix.kind == FixKind::kMove && fix.until.how == FixUntil::kReachedAgain;
}

bool closes_earlier(const Fix& fix) {
  return fix.kind == FixKind::kMove && fix.purpose == FixPurpose::kCloseEpoch && fix.side == FixSide::kBefore;
}

const FixPlace& met_before(const Fix& fix) {
  return fix.met_by ? fix.met_by->before : fix.until.place;
}

bool can_move_up(const FixPlace& call, const FixPlace& before, SourceLines& sources) {
  const std::string& file = call.at.file;
  if (file != before.at.file || call.at.line <= before.at.line || call.call.empty()) return false;
  if (!can_be_read_as_c(call.at)) return false;
  const SourceTree& tree = SourceTree::of(sources.of(file));
  const int one = tree.statement_at(call.at.line), other = tree.statement_at(before.at.line);
  const int block = tree.sound() ? tree.block_of(one, other) : -1;
  if (block < 0 || tree.is_before(before.at.line, before.at.column, other)) return false;
  const auto& all = tree.node(block).children;
  const auto at = std::ranges::find(all, other);
  if (std::next(at) == all.end() || *std::next(at) != one || !tree.fills_its_lines(one) || !tree.fills_its_lines(other))
    return false;
  const std::string moved = tree.text_of(one), passed = tree.text_of(other);
  return moved.find(call.call) != std::string::npos && moved.find('=') == std::string::npos &&
         passed.find("MPI_") == std::string::npos && !SourceTree::may_change(passed, moved);
}

namespace {

// The place where the calls that lead to two places part: statements of one function.
std::optional<std::pair<SourceLocation, SourceLocation>> parting(const FixPlace& one, const FixPlace& other) {
  auto at = one.frames.rbegin(), there = other.frames.rbegin();
  for (; at != one.frames.rend() && there != other.frames.rend(); ++at, ++there) {
    if (at->file != there->file || at->function != there->function) return std::nullopt;
    if (at->line != there->line) return std::pair{*at, *there};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> words_where_they_part(const Fix& fix, const std::string& words, SourceLines& sources) {
  const auto parted = parting(fix.place, met_before(fix));
  if (!parted || !can_be_read(parted->first)) return std::nullopt;
  // The call is made where its words come from.
  const bool here = parted->first.line == fix.place.at.line && parted->first.file == fix.place.at.file &&
                    parted->first.function == fix.place.at.function;
  if (words.empty() || here) return words;
  if (!can_be_read_as_c(parted->first)) return std::nullopt;
  const auto named = named_by_caller(words, fix.place.frames, parted->first, sources);
  return named ? std::optional(named->text) : std::nullopt;
}

namespace {

// Others may have to do something before what is waited for there is complete.
bool meets_late(const Fix& fix) {
  return (fix.met_by && fix.met_by->late) || !fix.before_it.function.empty();
}

}  // namespace

std::vector<SourceGap> gaps_of(const Fix& fix, const std::string& words, SourceLines& sources) {
  const FixPlace &place = fix.place, &before = met_before(fix);
  const SourceLocation &from = place.at, &to = before.at;
  if (!can_be_read(from) || !can_be_read(to)) return {};
  if (from.file == to.file) {
    auto gaps = Gaps(from.file, words, sources.of(from.file), meets_late(fix), fix.until.splits)
                    .between(from.line, to.line, fix.until.next_round);
    if (!gaps.empty()) return gaps;
  }
  if (fix.until.splits) return {};
  // A name in one function may be a different thing in its caller.
  const auto there = words_where_they_part(fix, words, sources);
  if (!there) return {};
  const auto parted = parting(place, before);
  // A process that comes there through other functions may wait in those.
  for (const std::vector<SourceLocation>* frames : {&place.frames, &before.frames})
    for (const SourceLocation& frame : *frames)
      if (is_c_source(frame.file)) {
        const SourceTree& tree = SourceTree::of(sources.of(frame.file));
        if (may_spin(tree.text()) || sleeps_in_loop(tree, 0)) return {};
      } else if (is_free_fortran(frame.file)) {
        if (may_spin(tree_of(frame.file, sources.of(frame.file)).text(), true)) return {};
      }
  return Gaps(parted->first.file, *there, sources.of(parted->first.file), meets_late(fix), false)
      .between(parted->first.line, parted->second.line, fix.until.next_round);
}

}  // namespace fencepost
