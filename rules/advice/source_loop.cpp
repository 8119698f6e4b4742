#include "advice/source_loop.h"

#include <algorithm>
#include <iterator>

#include "advice/source_tree.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// The statement itself, or the only statement that an `if` without `else` controls; -1: it is something else.
int controlled(const SourceTree& tree, int index) {
  while (tree.node(index).kind == Kind::kIf || tree.node(index).kind == Kind::kBlock) {
    if (tree.node(index).children.size() != 1) return -1;
    index = tree.node(index).children.front();
  }
  return tree.node(index).kind == Kind::kSimple ? index : -1;
}

bool stands_in_loop(const SourceTree& tree, int inner, int outer) {
  for (int at = inner; at >= 0 && at != outer; at = tree.node(at).parent)
    if (tree.node(at).kind == Kind::kLoop) return true;
  return tree.node(outer).kind == Kind::kLoop;
}

}  // namespace

bool is_same_behind_loop(const SourceLocation& inside, const SourceLocation& behind, const std::string& names,
                         SourceLines& sources) {
  if (inside.file != behind.file || !can_be_read_as_c(inside)) return false;
  const SourceTree& tree = SourceTree::of(sources.of(inside.file));
  const int here = tree.sound() ? tree.statement_or_part_at(inside.line) : -1;
  int one = here, other = tree.sound() ? tree.statement_or_part_at(behind.line) : -1;
  if (one < 0 || other < 0 || tree.function_of(one) < 0 || tree.function_of(one) != tree.function_of(other))
    return false;
  const int block = tree.around(one, other);
  if (block < 0 || tree.node(block).kind != Kind::kBlock || !stands_in_loop(tree, here, one)) return false;
  if (tree.declares_between(block, here, names)) return false;
  const auto both = tree.from_to(block, one, other);
  return both.size() > 1 && std::ranges::none_of(both.first(both.size() - 1), [&](int between) {
           return SourceTree::may_change(tree.text_of(between), names);
         });
}

std::optional<BehindLoop> behind_loop(const SourceLocation& inside, const std::string& text, SourceLines& sources) {
  if (!can_be_read_as_c(inside)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(inside.file));
  const int here = tree.sound() ? tree.statement_at(inside.line) : -1;
  if (here < 0 || tree.node(tree.node(here).parent).kind != Kind::kBlock) return std::nullopt;
  int loop = tree.node(here).parent;
  while (loop > 0 && tree.node(loop).kind != Kind::kLoop) loop = tree.node(loop).parent;
  if (loop <= 0 || tree.node(tree.node(loop).parent).kind != Kind::kBlock) return std::nullopt;
  const auto& all = tree.node(tree.node(loop).parent).children;
  for (auto at = std::next(std::ranges::find(all, loop)); at != all.end(); ++at) {
    const int statement = controlled(tree, *at);
    if (statement < 0 || tree.text_of(statement) != text) continue;
    if (!tree.is_there_with(tree.node(statement).first_line, inside.line)) return std::nullopt;
    const int last = tree.node(tree.node(here).parent).children.back();
    return BehindLoop{.call = first_line_of(tree, statement, inside), .last = first_line_of(tree, last, inside)};
  }
  return std::nullopt;
}

}  // namespace fencepost
