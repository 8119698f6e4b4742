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

}  // namespace

std::optional<BehindLoop> behind_loop(const SourceLocation& inside, const std::string& text, SourceLines& sources) {
  if (!is_c_source(inside.file) || SourceLines::changed_since_built(inside)) return std::nullopt;
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
