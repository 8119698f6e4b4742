#include "window_checks/window_fixes.h"

#include <algorithm>
#include <utility>
#include <vector>

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

// A window that the process makes at that place.
bool makes_window_at(const std::string& place, ProcessId process, const Words& words) {
  return std::ranges::any_of(words.job().windows(), [&](const auto& known) {
    const Rank rank = known.second->rank_of(process);
    if (rank == Rank::kNone) return false;
    const Place& created = known.second->part(rank).created;
    return created.known() && words.position(created) == place;
  });
}

// Not if a part of the ranks skips the place, as those do that are not in the communicator.
bool all_make_it(const Window& window, const Place& created, const Words& words) {
  const std::string place = words.position(created);
  for (const ProcessId process : words.job().processes())
    if (window.rank_of(process) == Rank::kNone && words.job().process(process).info.present &&
        !makes_window_at(place, process, words))
      return false;
  return true;
}

}  // namespace

std::string who_frees(const Window& window, const Place& created, Words& words) {
  if (all_make_it(window, created, words)) return "all ranks";
  std::vector<ProcessId> members;
  for (const ProcessId process : words.job().processes())
    if (window.rank_of(process) != Rank::kNone) members.push_back(process);
  return fmt::format("the ranks of its communicator ({})", ranks_of(members));
}

std::string freeing_call(const Place& created, const Place& place, Words& words) {
  const auto text = handle_text(created, words);
  if (text && in_one_function(created, place, words.symbolizer())) return fmt::format("MPI_Win_free({})", *text);
  return "MPI_Win_free for the window of " + words.call_at(created);
}

Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, const Window& window,
                         Words& words) {
  const auto text = handle_text(created, words);
  // (Ranks without the window have no handle that they could free.)
  if (!text || !all_make_it(window, created, words)) return {};
  Fix fix{.kind = FixKind::kAdd, .side = FixSide::kBefore, .window = window.key};
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
