#include "advice/source_scope.h"

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/fortran_call.h"
#include "advice/source_argument.h"
#include "advice/source_line.h"
#include "advice/source_tree.h"
#include "model/source_language.h"

namespace fencepost {
namespace {

// Whose arguments the words are: "the request of MPI_Rget of rank 0 at halo.c:23".
std::string whose(const Fix& fix) {
  const std::string& function = fix.call.function;
  if (function == "MPI_Wait") return "the request of " + fix.operation.name;
  if (function == "MPI_Waitall") return "the requests of " + fix.operation.name;
  const bool of_target = fix.call.arguments.size() > 1 && function != "MPI_Win_fence";
  return fmt::format("the {} of {}", of_target ? "target and window" : "window", fix.operation.name);
}

bool leave_out(Fix& fix) {
  fix.call.arguments_of = whose(fix);
  fix.call.arguments.clear();
  return true;
}

}  // namespace

bool KnownNames::leave_out_others(Fix& fix) {
  const FixPlace &there = fix.operation, &here = fix.place;
  if (fix.kind != FixKind::kAdd || fix.call.arguments.empty() || !there.known() || !here.known()) return false;
  if (there.at.file != here.at.file || there.at.line <= 0 || there.at.line == here.at.line) return false;
  if (!can_be_read_as_c(here.at)) return false;
  const SourceTree& source = SourceTree::of(sources_.of(here.at.file));
  if (!source.sound()) return false;
  int from = source.statement_or_part_at(there.at.line), to = source.statement_or_part_at(here.at.line);
  if (from < 0 || to < 0 || source.function_of(from) < 0 || source.function_of(to) < 0) return false;
  const std::string names = fmt::format("{}", fmt::join(fix.call.arguments, " "));
  if (source.function_of(from) != source.function_of(to)) {
    if (!names_local(there.at, names, sources_)) return false;
    return leave_out(fix);
  }
  const int inside = from;
  const int around = source.around(from, to);
  return source.declares_between(around, inside, names) && leave_out(fix);
}

bool KnownNames::add_error_argument(Fix& fix) {
  const SourceLocation& at = fix.place.known() ? fix.place.at : fix.operation.at;
  if (!is_fortran_source(at.file) || at.line <= 0) return false;
  const auto& lines = sources_.of(at.file);
  if (static_cast<std::size_t>(at.line) > lines.size()) return false;
  const std::string error = error_variable(code_of(lines[static_cast<std::size_t>(at.line) - 1], true), lines);
  if (error.empty()) return false;
  bool added = false;
  for (FixCall* call : {&fix.call, &fix.before_it, &fix.closing, &fix.sync.call, &fix.sync.epoch})
    if (call->function.starts_with("MPI_") && !call->arguments.empty()) {
      call->error_argument = error;
      added = true;
    }
  return added;
}

std::optional<SourceLocation> end_of_its_block(const SourceLocation& used, const std::string& name,
                                               const SourceLocation& later, SourceLines& sources) {
  if (used.file != later.file || used.line <= 0 || later.line <= used.line || !can_be_read_as_c(used)) return {};
  const SourceTree& source = SourceTree::of(sources.of(used.file));
  if (!source.sound()) return {};
  const int inside = source.statement_or_part_at(used.line), outside = source.statement_or_part_at(later.line);
  if (inside < 0 || outside < 0 || source.function_of(inside) < 0) return {};
  if (source.function_of(inside) != source.function_of(outside)) return {};
  int one = inside, other = outside;
  const int around = source.around(one, other);
  if (around < 0 || one == other || source.node(around).kind != SourceTree::Kind::kBlock) return {};
  if (source.node(one).begin > source.node(other).begin) return {};
  const int owner = source.node(around).parent;
  if (owner >= 0 && source.text_of(owner).starts_with("switch")) return {};
  for (int at = inside; at >= 0 && at != around; at = source.node(at).parent) {
    if (source.node(at).kind == SourceTree::Kind::kSimple) continue;
    if (!source.declares_between(source.node(at).parent, at, name)) continue;
    SourceLocation end = used;
    end.line = source.node(at).last_line;
    end.column = 0;
    return end;
  }
  return {};
}

}  // namespace fencepost
