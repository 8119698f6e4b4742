#include "window_checks/window_fixes.h"

#include <utility>

#include <fmt/format.h>

#include "facts/source_order.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// "&win", with the variable that receives the handle.
std::optional<std::string> handle_text(const Place& created, Words& words) {
  const int index = created.call == MpiCall::kWin_create_dynamic ? 2 : 5;
  return argument_text(created, index, words);
}

}  // namespace

std::string freeing_call(const Place& created, const Place& place, Words& words) {
  const auto text = handle_text(created, words);
  if (text && in_one_function(created, place, words.symbolizer())) return fmt::format("MPI_Win_free({})", *text);
  return "MPI_Win_free for the window of " + words.call_at(created);
}

Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, WindowKey window, Words& words) {
  const auto text = handle_text(created, words);
  if (!text) return {};
  Fix fix{.kind = FixKind::kAdd, .side = FixSide::kBefore, .window = window};
  fix.call = {.function = "MPI_Win_free", .arguments = {*text}, .on_all_ranks = true};
  fix.operation = words.fix_place(created);
  if (!in_one_function(created, place, words.symbolizer())) {
    SourceLines sources;
    const SourceLocation there = words.symbolizer().statement(place);
    const auto named = named_by_caller(*text, words.symbolizer().frames(created), there, sources);
    if (!named) return {};
    fix.call.arguments = {named->text};
    fix.operation.at = named->at;
  }
  fix.place = std::move(statement);
  fix.offer = FixOffer::kIfTried;
  return {std::move(fix)};
}

}  // namespace fencepost
