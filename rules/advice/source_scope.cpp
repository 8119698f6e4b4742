#include "advice/source_scope.h"

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_tree.h"

namespace fencepost {
namespace {

int node_at(const SourceTree& tree, int line) {
  const int statement = tree.statement_at(line);
  return statement >= 0 ? statement : tree.part_at(line);
}

// Of whom the words are: "the request of MPI_Rget of rank 0 at halo.c:23".
std::string whose(const Fix& fix) {
  const std::string& function = fix.call.function;
  if (function == "MPI_Wait") return "the request of " + fix.operation.name;
  if (function == "MPI_Waitall") return "the requests of " + fix.operation.name;
  return fmt::format("{} of {}", fix.call.arguments.size() > 1 ? "target and window" : "window", fix.operation.name);
}

}  // namespace

bool leave_out_unknown_names(Fix& fix, SourceLines& sources) {
  const FixPlace &there = fix.operation, &here = fix.place;
  if (fix.kind != FixKind::kAdd || fix.call.arguments.empty() || !there.known() || !here.known()) return false;
  if (there.at.file != here.at.file || there.at.line <= 0 || here.at.line <= 0 || there.at.line == here.at.line ||
      !is_c_source(here.at.file))
    return false;
  if (SourceLines::changed_since_built(here.at)) return false;
  const SourceTree tree(sources.of(here.at.file));
  if (!tree.sound()) return false;
  int from = node_at(tree, there.at.line), to = node_at(tree, here.at.line);
  if (from < 0 || to < 0 || tree.function_of(from) < 0 || tree.function_of(from) != tree.function_of(to)) return false;
  const int inside = from;
  const int around = tree.around(from, to);
  if (!tree.declares_between(around, inside, fmt::format("{}", fmt::join(fix.call.arguments, " ")))) return false;
  fix.call.arguments_of = whose(fix);
  fix.call.arguments.clear();
  return true;
}

}  // namespace fencepost
