#include "advice/certain_moves.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "advice/source_gap.h"
#include "advice/source_tree.h"
#include "words/fix_text.h"
#include "words/words.h"

namespace fencepost {
namespace {

// The block of which both are statements that fill their lines; -1: there is none.
int block_with(const SourceTree& tree, int one, int other) {
  if (!tree.sound() || one < 0 || other < 0 || !tree.fills_its_lines(one) || !tree.fills_its_lines(other)) return -1;
  return tree.block_of(one, other);
}

// Whether the file has this text once: then all processes make the call there, in one order.
bool is_there_once(const SourceTree& tree, const std::string& text) {
  const std::size_t found = tree.text().find(text);
  return found != std::string::npos && tree.text().find(text, found + 1) == std::string::npos;
}

}  // namespace

Fixes free_behind(const FixPlace& freed, const FixPlace& last, SourceLines& sources) {
  if (!can_be_read_as_c(freed.at) || freed.at.file != last.at.file) return {};
  const SourceTree& tree = SourceTree::of(sources.of(freed.at.file));
  const int one = tree.sound() ? tree.statement_at(freed.at.line) : -1, other = tree.statement_at(last.at.line);
  const int block = block_with(tree, one, other);
  if (block < 0 || tree.node(one).begin > tree.node(other).begin) return {};
  const bool only_frees = std::ranges::all_of(tree.from_to(block, one, other), [&](int between) {
    return tree.text_of(between).starts_with("MPI_Win_free(") && tree.fills_its_lines(between);
  });
  if (!only_frees || !is_there_once(tree, tree.text_of(one)) || !is_there_once(tree, tree.text_of(other))) return {};
  Fix fix{.kind = FixKind::kMove, .certain = true};
  fix.moved = freed;
  fix.place = last;
  return {std::move(fix)};
}

Fixes end_before(const FixPlace& begun, const FixPlace& next, const FixCall& end, SourceLines& sources) {
  if (!can_be_read_as_c(begun.at) || begun.at.file != next.at.file || end.arguments.empty()) return {};
  const auto there = stands_behind(begun.at, {text_of(end) + ";"}, sources);
  if (!there || there->line <= next.at.line || next.at.line <= begun.at.line) return {};
  const SourceTree& tree = SourceTree::of(sources.of(begun.at.file));
  if (block_with(tree, tree.statement_at(next.at.line), tree.statement_at(there->line)) < 0) return {};
  if (!is_there_once(tree, begun.call + "(") || !is_there_once(tree, end.function + "(")) return {};
  Fix fix{.kind = FixKind::kMove, .purpose = FixPurpose::kComplete, .side = FixSide::kBefore, .certain = true};
  fix.place = next;
  fix.moved.at = *there;
  fix.moved.call = end.function;
  fix.moved.name = fmt::format("{} at {}", end.function, position_of(*there));
  fix.completes = begun.call;
  fix.operation = begun;
  return {std::move(fix)};
}

bool moves_whole_call(const Fix& fix) {
  return fix.certain && fix.kind == FixKind::kMove &&
         (fix.moved.call == "MPI_Win_free" || fix.moved.call.ends_with("_end"));
}

}  // namespace fencepost
