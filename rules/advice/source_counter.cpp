#include "advice/source_counter.h"

#include <string>
#include <string_view>
#include <vector>

#include "advice/source_tree.h"

namespace fencepost {
namespace {

// Positions of arguments of MPI_Get and MPI_Put.
enum Argument : std::size_t { kBuffer = 0, kTarget = 3, kDisplacement = 4, kWindow = 7, kCount = 8 };

bool is_same_place(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return one[kTarget] == other[kTarget] && one[kDisplacement] == other[kDisplacement] && one[kWindow] == other[kWindow];
}

// "value++", "next = value + 1": the value to put is computed from the value that was got.
bool makes(const std::string& statement, const std::string& put, const std::string& got) {
  if (!SourceTree::may_change(statement, put)) return false;
  return put == got || SourceTree::share_a_name(statement, got);
}

}  // namespace

std::optional<SourceLocation> got_before_put(const SourceLocation& put, SourceLines& sources) {
  if (!can_be_read_as_c(put)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(put.file));
  const int here = tree.sound() ? tree.statement_at(put.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  if (function < 0) return std::nullopt;
  const auto given = arguments_in(tree.text_of(here), "MPI_Put");
  if (given.size() != kCount) return std::nullopt;
  for (int at = here - 1; at > function; --at) {
    const SourceTree::Node& node = tree.node(at);
    if (node.kind != SourceTree::Kind::kSimple || !tree.is_there_with(node.first_line, put.line)) continue;
    const std::string statement = tree.text_of(at);
    const auto got = arguments_in(statement, "MPI_Get");
    if (got.size() != kCount || !is_same_place(got, given)) continue;
    bool made = false;
    for (int between = at + 1; between < here && !made; ++between)
      made = tree.node(between).kind == SourceTree::Kind::kSimple &&
             makes(tree.text_of(between), given[kBuffer], got[kBuffer]);
    if (!made) return std::nullopt;
    return first_line_of(tree, at, put);
  }
  return std::nullopt;
}

}  // namespace fencepost
