#include "advice/source_pass.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/source_gap.h"
#include "advice/source_statement.h"
#include "advice/source_tree.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

bool leads_away(std::string_view text) {
  constexpr std::string_view kWords[] = {"return", "break", "continue", "goto", "throw", "exit"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// These complete earlier operations, and synchronize memory for other processes: no later access needs them.
bool completes(std::string_view text) {
  return text.starts_with("MPI_Win_flush") || text.starts_with("MPI_Win_sync");
}

bool can_be_passed(const SourceTree& tree, int statement, const std::string& moved) {
  const std::string text = tree.text_of(statement);
  return tree.node(statement).kind == Kind::kSimple && !leads_away(text) && !SourceTree::may_change(text, moved) &&
         !SourceTree::may_change(moved, text);
}

// What a call of MPI gives that fetches a value: "&old"; "": it is none.
std::string fetched_by(const std::string& statement) {
  constexpr std::pair<const char*, std::size_t> kResults[] = {
      {"MPI_Fetch_and_op", 1}, {"MPI_Compare_and_swap", 2}, {"MPI_Get_accumulate", 3}, {"MPI_Rget_accumulate", 3}};
  for (const auto& [function, result] : kResults)
    if (const auto given = arguments_in(statement, function); given.size() > result) return given[result];
  return "";
}

// Whether a statement does nothing that later ones depend on, whatever it decides by: it computes nothing, waits for
// nobody and leads nowhere else. "if (old < 0) usleep(100);"
bool passes_time(const SourceTree& tree, int statement) {
  const SourceTree::Node& node = tree.node(statement);
  if (node.kind == Kind::kLoop || node.kind == Kind::kOther) return false;
  if (node.kind != Kind::kSimple)
    return std::ranges::all_of(node.children, [&](int child) { return passes_time(tree, child); });
  constexpr std::string_view kCalls[] = {"usleep(", "sleep(", "nanosleep(", "sched_yield(", "printf(", "fprintf("};
  const std::string text = tree.text_of(statement);
  const bool calls = std::ranges::any_of(kCalls, [&](std::string_view call) { return text.starts_with(call); });
  return calls && !assigns(text) && !leads_away(text);
}

// The statement at one line, and the statement at a later line together with everything that controls only it: both in
// one block, and alone on their lines.
struct InOneBlock {
  std::vector<int>::const_iterator one, other;
};
std::optional<InOneBlock> in_one_block(const SourceTree& tree, int line, int later_line) {
  const int one = tree.statement_at(line);
  int other = tree.statement_at(later_line);
  if (!tree.sound() || one < 0 || other < 0 || one == other) return std::nullopt;
  other = tree.whole_of(other, true);
  const int block = tree.block_of(one, other);
  if (block < 0) return std::nullopt;
  const std::vector<int>& all = tree.node(block).children;
  const InOneBlock found{std::ranges::find(all, one), std::ranges::find(all, other)};
  if (found.other <= found.one || !tree.fills_its_lines(one) || !tree.fills_its_lines(other)) return std::nullopt;
  return found;
}

// "call shift()", of Fortran: the word itself is no name that two statements share.
std::string without_keyword(std::string statement) {
  constexpr std::string_view kCall = "call ";
  if (statement.starts_with(kCall)) statement.erase(0, kCall.size());
  return statement;
}

}  // namespace

std::optional<Passed> passed_down(const Fix& fix, SourceLines& sources) {
  const SourceLocation &from = fix.moved.at, &to = fix.place.at;
  if (from.file != to.file || from.line >= to.line || !can_be_read(from)) return std::nullopt;
  const SourceTree& tree = tree_of(from.file, sources.of(from.file));
  const auto both = in_one_block(tree, from.line, to.line);
  if (!both) return std::nullopt;
  const std::string text = tree.text_of(*both->one);
  if (!is_call_of_mpi(text) || text.find('=') != std::string::npos) return std::nullopt;
  const bool free = std::none_of(std::next(both->one), std::next(both->other), [&](int between) {
    const std::string whole = tree.text_of(between);
    return is_call_of_mpi(whole) || leads_away(whole) || SourceTree::share_a_name(text, whole);
  });
  if (!free) return std::nullopt;
  const SourceTree::Node& moved = tree.node(*both->one);
  return Passed{moved.first_line, moved.last_line, tree.node(*both->other).last_line + 1};
}

bool may_come_after(const SourceLocation& at, const SourceLocation& call, SourceLines& sources) {
  if (at.file != call.file || at.line <= 0 || !has_tree(at.file)) return true;
  if (at.line == call.line) return false;
  const SourceTree& tree = tree_of(at.file, sources.of(at.file));
  const int moved = tree.statement_or_part_at(at.line);
  int one = moved, other = tree.part_at(call.line);
  if (!tree.sound() || one < 0 || other < 0) return true;
  const int block = tree.around(one, other);
  if (block < 0) return true;
  const std::string text = without_keyword(tree.text_of(one));  // with the condition that controls it
  // (A statement in a loop that makes MPI calls belongs to the loop's rounds.)
  for (int above = moved; above != block && above >= 0; above = tree.node(above).parent)
    if (tree.node(above).kind == Kind::kLoop && is_call_of_mpi(tree.text_of(above))) return false;
  const bool calls = calls_a_function(text);
  return std::ranges::none_of(tree.from_to(block, one, other), [&](int between) {
    const std::string whole = without_keyword(tree.text_of(between));
    if (between == one || SourceTree::stores_elsewhere(whole, text)) return false;
    // The value that the statement writes, or reads, is different there.
    if (!is_call_of_mpi(whole)) return SourceTree::may_change(text, whole) || SourceTree::may_change(whole, text);
    // (The call itself may use variables that the access only reads, such as the window.)
    return between == other && !calls ? SourceTree::may_change(text, whole) : SourceTree::share_a_name(text, whole);
  });
}

bool needs_what_it_gives(const SourceLocation& statement, const SourceLocation& earlier, SourceLines& sources) {
  if (statement.file != earlier.file || statement.line <= 0 || earlier.line <= 0 || !has_tree(statement.file))
    return false;
  const SourceTree& tree = tree_of(statement.file, sources.of(statement.file));
  int one = tree.statement_or_part_at(earlier.line), other = tree.statement_or_part_at(statement.line);
  if (!tree.sound() || one < 0 || other < 0) return false;
  const int block = tree.around(one, other);
  if (block < 0 || one == other) return false;
  const std::string gives = tree.text_of(one), result = fetched_by(gives);
  return std::ranges::any_of(tree.from_to(block, one, other), [&](int between) {
    if (between == one || (between != other && passes_time(tree, between))) return false;
    const std::string whole = tree.text_of(between);
    return result.empty() ? SourceTree::may_change(gives, whole) : SourceTree::share_a_name(result, whole);
  });
}

std::optional<Passed> passed_up(const Fix& fix, SourceLines& sources) {
  const SourceLocation &from = fix.moved.at, &to = fix.place.at;
  if (from.file != to.file || from.line <= to.line || !can_be_read_as_c(from)) return std::nullopt;
  const SourceTree& tree = tree_of(from.file, sources.of(from.file));
  const auto both = in_one_block(tree, to.line, from.line);
  if (!both) return std::nullopt;
  const std::string text = tree.text_of(*both->other);
  if (is_call_of_mpi(text) || leads_away(text)) return std::nullopt;
  for (auto at = both->one; at != both->other; ++at) {
    const std::string between = tree.text_of(*at);
    const bool calls = is_call_of_mpi(between);
    if (!can_be_passed(tree, *at, text) || (at != both->one && calls && !completes(between))) return std::nullopt;
  }
  const SourceTree::Node& moved = tree.node(*both->other);
  return Passed{moved.first_line, moved.last_line, tree.node(*both->one).first_line};
}

}  // namespace fencepost
