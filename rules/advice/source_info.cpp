#include "advice/source_info.h"

#include <string>

#include <fmt/format.h>

#include "advice/source_tree.h"
#include "words/words.h"

namespace fencepost {

Fixes leave_out_info(std::string_view info_key, const SourceLocation& given, WindowKey window, SourceLines& sources) {
  if (!can_be_read_as_c(given)) return {};
  const auto& lines = sources.of(given.file);
  const std::string quoted = fmt::format("\"{}\"", info_key);
  SourceLocation at = given;
  at.line = at.column = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(quoted) == std::string::npos) continue;
    if (at.line > 0) return {};
    at.line = static_cast<int>(i) + 1;
  }
  const SourceTree& tree = SourceTree::of(lines);
  const int statement = at.line > 0 && tree.sound() ? tree.statement_at(at.line) : -1;
  if (statement < 0 || !tree.text_of(statement).starts_with("MPI_Info_set")) return {};
  Fix fix{.kind = FixKind::kRemove, .purpose = FixPurpose::kKeepPromise};
  fix.place = {.at = at, .name = "MPI_Info_set at " + position_of(at), .call = "MPI_Info_set"};
  fix.info_key = info_key;
  fix.window = window;
  fix.offer = FixOffer::kIfTried;
  return {fix};
}

}  // namespace fencepost
