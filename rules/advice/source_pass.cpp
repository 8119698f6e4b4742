#include "advice/source_pass.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "advice/source_gap.h"
#include "advice/source_tree.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// With all that controls nothing else.
int whole_of(const SourceTree& tree, int statement) {
  for (;;) {
    const int above = tree.node(statement).parent;
    if (above < 0 || tree.node(above).children.size() != 1) return statement;
    const Kind kind = tree.node(above).kind;
    const bool controls = kind == Kind::kIf || kind == Kind::kLoop;
    const int outer = tree.node(above).parent;
    const bool is_body = kind == Kind::kBlock && outer >= 0 &&
                         (tree.node(outer).kind == Kind::kIf || tree.node(outer).kind == Kind::kLoop);
    if (!controls && !is_body) return statement;
    statement = above;
  }
}

bool leads_away(std::string_view text) {
  constexpr std::string_view kWords[] = {"return", "break", "continue", "goto", "throw", "exit"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// They complete what was issued before them, and memory for others: no access behind them needs that.
bool completes(std::string_view text) {
  return text.starts_with("MPI_Win_flush") || text.starts_with("MPI_Win_sync");
}

bool can_be_passed(const SourceTree& tree, int statement, const std::string& moved) {
  const std::string text = tree.text_of(statement);
  return tree.node(statement).kind == Kind::kSimple && !leads_away(text) && !SourceTree::may_change(text, moved) &&
         !SourceTree::may_change(moved, text);
}

bool is_call_of_mpi(std::string_view text) {
  return text.find("MPI_") != std::string_view::npos || text.find("mpi_") != std::string_view::npos;
}

}  // namespace

std::optional<PassedDown> passed_down(const Fix& fix, SourceLines& sources) {
  const SourceLocation &from = fix.moved.at, &to = fix.place.at;
  const bool fortran = is_free_fortran(from.file);
  if (from.file != to.file || (!fortran && !is_c_source(from.file)) || from.line >= to.line ||
      SourceLines::changed_since_built(from))
    return std::nullopt;
  const SourceTree tree(sources.of(from.file), fortran ? SourceTree::Language::kFortran : SourceTree::Language::kC);
  const int moved = tree.statement_at(from.line);
  int passed = tree.statement_at(to.line);
  if (!tree.sound() || moved < 0 || passed < 0 || moved == passed) return std::nullopt;
  passed = whole_of(tree, passed);
  const int block = tree.node(moved).parent;
  if (block < 0 || block != tree.node(passed).parent || tree.node(block).kind != Kind::kBlock) return std::nullopt;
  const auto& all = tree.node(block).children;
  const auto begin = std::ranges::find(all, moved), end = std::ranges::find(all, passed);
  const std::string text = tree.text_of(moved);
  if (end <= begin || !is_call_of_mpi(text) || text.find('=') != std::string::npos || !tree.fills_its_lines(moved) ||
      !tree.fills_its_lines(passed))
    return std::nullopt;
  const bool free = std::none_of(std::next(begin), std::next(end), [&](int between) {
    const std::string whole = tree.text_of(between);
    return is_call_of_mpi(whole) || leads_away(whole) || SourceTree::share_a_name(text, whole);
  });
  if (!free) return std::nullopt;
  const SourceTree::Node& one = tree.node(moved);
  return PassedDown{one.first_line, one.last_line, tree.node(passed).last_line};
}

bool may_come_after(const SourceLocation& at, const SourceLocation& call, SourceLines& sources) {
  const bool fortran = is_free_fortran(at.file);
  if (at.file != call.file || at.line <= 0 || (!fortran && !is_c_source(at.file))) return true;
  if (at.line == call.line) return false;
  const SourceTree tree(sources.of(at.file), fortran ? SourceTree::Language::kFortran : SourceTree::Language::kC);
  int one = tree.statement_at(at.line), other = tree.part_at(call.line);
  if (!tree.sound() || one < 0 || other < 0) return true;
  const std::string text = tree.text_of(one);
  const int block = tree.around(one, other);
  if (block < 0) return true;
  // (What stands in a loop that has calls of MPI belongs to its rounds.)
  for (int above = tree.statement_at(at.line); above != block && above >= 0; above = tree.node(above).parent)
    if (tree.node(above).kind == Kind::kLoop && is_call_of_mpi(tree.text_of(above))) return false;
  const auto& all = tree.node(block).children;
  const auto begin = std::ranges::find(all, one), end = std::ranges::find(all, other);
  if (begin == all.end() || end == all.end() || end < begin) return true;
  return std::none_of(begin, std::next(end), [&](int between) {
    const std::string whole = tree.text_of(between);
    return between != one && is_call_of_mpi(whole) && SourceTree::share_a_name(text, whole);
  });
}

std::optional<PassedUp> passed_up(const Fix& fix, SourceLines& sources) {
  const SourceLocation &from = fix.moved.at, &to = fix.place.at;
  if (from.file != to.file || !is_c_source(from.file) || from.line <= to.line || SourceLines::changed_since_built(from))
    return std::nullopt;
  const SourceTree tree(sources.of(from.file));
  int moved = tree.statement_at(from.line);
  const int passed = tree.statement_at(to.line);
  if (!tree.sound() || moved < 0 || passed < 0 || moved == passed) return std::nullopt;
  moved = whole_of(tree, moved);
  const int block = tree.node(moved).parent;
  if (block < 0 || block != tree.node(passed).parent || tree.node(block).kind != Kind::kBlock) return std::nullopt;
  const auto& all = tree.node(block).children;
  const auto begin = std::ranges::find(all, passed), end = std::ranges::find(all, moved);
  const std::string text = tree.text_of(moved);
  if (end <= begin || text.find("MPI_") != std::string::npos || leads_away(text) || !tree.fills_its_lines(moved) ||
      !tree.fills_its_lines(passed))
    return std::nullopt;
  for (auto at = begin; at != end; ++at) {
    const std::string between = tree.text_of(*at);
    const bool calls = between.find("MPI_") != std::string::npos;
    if (!can_be_passed(tree, *at, text) || (at != begin && calls && !completes(between))) return std::nullopt;
  }
  const SourceTree::Node& one = tree.node(moved);
  return PassedUp{one.first_line, one.last_line, tree.node(passed).first_line};
}

}  // namespace fencepost
