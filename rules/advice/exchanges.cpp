#include "advice/exchanges.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_tree.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

// The statement and the one behind it; nothing: they are not two plain statements of one block with lines of their own.
std::optional<std::pair<int, int>> pair_at(const SourceTree& tree, int line) {
  const int first = tree.sound() ? tree.statement_at(line) : -1;
  if (first < 0 || tree.node(tree.node(first).parent).kind != SourceTree::Kind::kBlock) return std::nullopt;
  const auto& all = tree.node(tree.node(first).parent).children;
  const auto next = std::next(std::ranges::find(all, first));
  if (next == all.end() || tree.node(*next).kind != SourceTree::Kind::kSimple) return std::nullopt;
  const bool whole = tree.fills_its_lines(first) && tree.fills_its_lines(*next) &&
                     tree.is_whole(tree.node(first).first_line, tree.node(*next).last_line);
  return whole ? std::optional(std::pair(first, *next)) : std::nullopt;
}

// The arguments of MPI_Sendrecv in place of the two; empty: they do not fit together.
std::vector<std::string> both_arguments(const std::string& send, const std::string& receive) {
  if (!send.starts_with("MPI_Ssend(") || !receive.starts_with("MPI_Recv(")) return {};
  const std::vector<std::string> sent = arguments_in(send, "MPI_Ssend"), got = arguments_in(receive, "MPI_Recv");
  if (sent.size() != 6 || got.size() != 7) return {};
  const bool fits = sent[3] == got[3] && sent[4] == got[4] && is_number(sent[4]) && sent[5] == got[5];
  if (!fits || SourceTree::share_a_name(sent[0], got[0]) || calls_a_function(sent[3])) return {};
  return {sent[0], sent[1], sent[2], sent[3], sent[4], got[0], got[1], got[2], got[3], got[4], got[5], got[6]};
}

Fixes send_and_receive(const FixPlace& send, SourceLines& sources) {
  const SourceTree& tree = SourceTree::of(sources.of(send.at.file));
  const auto both = pair_at(tree, send.at.line);
  if (!both) return {};
  Fix fix{.kind = FixKind::kReplaceCall, .certain = true};
  fix.call = {.function = "MPI_Sendrecv",
              .arguments = both_arguments(tree.text_of(both->first), tree.text_of(both->second))};
  if (fix.call.arguments.empty()) return {};
  fix.place = send;
  const SourceLocation at = first_line_of(tree, both->second, send.at);
  fix.also = {{.at = at, .name = "MPI_Recv at " + position_of(at), .call = "MPI_Recv"}};
  return {std::move(fix)};
}

// Whether an operation works on a variable that has no other name, and is in no window as far as the file shows: its
// value is the same before and after the exposure epoch ends.
bool uses_own_variable(const std::string& operation, const SourceTree& tree) {
  constexpr std::array<std::string_view, 3> kOperations = {"MPI_Put", "MPI_Get", "MPI_Accumulate"};
  const auto call = std::ranges::find_if(
      kOperations, [&](std::string_view name) { return operation.starts_with(std::string(name) + "("); });
  if (call == kOperations.end()) return false;
  const std::vector<std::string> given = arguments_in(operation, std::string(*call));
  if (given.size() < 2 || !given.front().starts_with('&')) return false;
  const std::string variable = given.front().substr(1);
  if (!std::ranges::all_of(variable, in_name)) return false;
  for (int at = 0; tree.has(at); ++at) {
    if (tree.node(at).kind != SourceTree::Kind::kSimple) continue;
    const std::string text = tree.text_of(at);
    const bool exposes =
        text.find("MPI_Win_create") != std::string::npos || text.find("MPI_Win_attach") != std::string::npos;
    if (exposes && SourceTree::share_a_name(text, variable)) return false;
  }
  return true;
}

}  // namespace

std::vector<SourceEdit> sent_and_received(const Fix& fix, SourceLines& sources) {
  const SourceLocation& at = fix.place.at;
  if (!can_be_read_as_c(at)) return {};
  const std::vector<std::string>& lines = sources.of(at.file);
  const SourceTree& tree = SourceTree::of(lines);
  const auto both = pair_at(tree, at.line);
  if (!both) return {};
  const std::string& line = lines[static_cast<std::size_t>(tree.node(both->first).first_line) - 1];
  const std::string indent = line.substr(0, line.find_first_not_of(" \t"));
  const auto& given = fix.call.arguments;
  constexpr std::ptrdiff_t kOfSend = 5;
  const std::string begin = indent + "MPI_Sendrecv(";
  SourceEdit edit = replaced(tree, both->first, both->second, at.file, sources);
  edit.added = {
      fmt::format("{}{},", begin, fmt::join(given.begin(), given.begin() + kOfSend, ", ")),
      fmt::format("{}{});", std::string(begin.size(), ' '), fmt::join(given.begin() + kOfSend, given.end(), ", "))};
  return {std::move(edit)};
}

std::optional<FixPlace> own_epoch_behind(const FixPlace& wait, SourceLines& sources) {
  if (!can_be_read_as_c(wait.at)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(wait.at.file));
  const int here = tree.sound() ? tree.statement_at(wait.at.line) : -1;
  if (here < 0 || tree.node(tree.node(here).parent).kind != SourceTree::Kind::kBlock || !tree.fills_its_lines(here))
    return std::nullopt;
  const std::vector<std::string> window = arguments_in(tree.text_of(here), "MPI_Win_wait");
  if (window.size() != 1 || !tree.text_of(here).starts_with("MPI_Win_wait(")) return std::nullopt;
  const auto& all = tree.node(tree.node(here).parent).children;
  bool started = false;
  for (auto next = std::next(std::ranges::find(all, here)); next != all.end(); ++next) {
    const std::string text = tree.text_of(*next);
    if (tree.node(*next).kind != SourceTree::Kind::kSimple || !tree.fills_its_lines(*next)) return std::nullopt;
    if (!started) {
      const std::vector<std::string> given = arguments_in(text, "MPI_Win_start");
      if (!text.starts_with("MPI_Win_start(") || given.size() != 3 || given.back() != window.front())
        return std::nullopt;
      started = true;
    } else if (text == "MPI_Win_complete(" + window.front() + ");") {
      const SourceLocation at = first_line_of(tree, *next, wait.at);
      return FixPlace{.at = at, .name = "MPI_Win_complete at " + position_of(at), .call = "MPI_Win_complete"};
    } else if (!uses_own_variable(text, tree)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

Fixes exchange_at_once(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked, Words& words) {
  if (cycle.size() < 2) return {};
  const BlockedCall& one = blocked.first_of(cycle.front());
  const std::string position = words.position(one.place);
  const auto alike = [&](ProcessId process) {
    const BlockedCall& call = blocked.first_of(process);
    return call.waits_for == one.waits_for && call.place.call == one.place.call && call.window == one.window &&
           words.position(call.place) == position;
  };
  if (!std::ranges::all_of(cycle, alike)) return {};
  const FixPlace place = words.fix_place(one.place);
  if (!can_be_read_as_c(place.at)) return {};
  SourceLines sources;
  if (one.waits_for == WaitsFor::kReceive && one.place.call == MpiCall::kSsend && cycle.size() == 2)
    return send_and_receive(place, sources);
  if (one.waits_for != WaitsFor::kComplete || one.place.call != MpiCall::kWin_wait) return {};
  const auto complete = own_epoch_behind(place, sources);
  if (!complete) return {};
  Fix fix{.kind = FixKind::kMove, .certain = true};
  fix.moved = place;
  fix.place = *complete;
  return {std::move(fix)};
}

}  // namespace fencepost
