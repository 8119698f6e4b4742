#include "advice/source_cancel.h"

#include <vector>

#include "advice/source_tree.h"

namespace fencepost {

std::optional<SourceLocation> cancelled_at(const SourceLocation& begun, const std::string& request,
                                           SourceLines& sources) {
  if (!can_be_read_as_c(begun)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(begun.file));
  const int here = tree.sound() ? tree.statement_at(begun.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  if (function < 0) return std::nullopt;
  // (Nodes are sorted by their beginnings.)
  for (int at = here + 1; tree.has(at) && tree.node(at).begin < tree.node(function).end; ++at) {
    const SourceTree::Node& node = tree.node(at);
    if (node.kind != SourceTree::Kind::kSimple || !tree.is_there_with(node.first_line, begun.line)) continue;
    if (arguments_in(tree.text_of(at), "MPI_Cancel") != std::vector<std::string>{request}) continue;
    return first_line_of(tree, at, begun);
  }
  return std::nullopt;
}

}  // namespace fencepost
