#include "advice/hang_moves.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "advice/source_left_out.h"
#include "advice/source_let_go.h"
#include "facts/calls.h"
#include "facts/source_order.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

std::optional<std::int64_t> number_in(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// "rank == 1", with a variable whose name suggests a rank: whether it is true for the process.
bool is_true_of(const std::string& condition, ProcessId process) {
  const std::size_t sign = condition.find("==");
  if (sign == std::string::npos || condition.find_first_of("&|!<>?") != std::string::npos) return false;
  const auto without_blanks = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  const std::string one = without_blanks(condition.substr(0, sign)), other = without_blanks(condition.substr(sign + 2));
  return one.find("rank") != std::string::npos && number_in(other) == process.number();
}

bool is_same(const SourceLocation& one, const SourceLocation& other) {
  return one.line > 0 && one.line == other.line && one.file == other.file;
}

class Moves {
 public:
  Moves(const BlockedCalls& blocked, Words& words) : blocked_(blocked), words_(words) {}

  // The call that `waits` needs from another process, which is at `stands`.
  void look_beside(const BlockedCall& waits, const Place& stands) {
    const std::string function = function_for(waits);
    if (function.empty()) return;
    for (const SourceLocation& frame : words_.symbolizer().frames(stands)) {
      if (frame.file.empty()) continue;
      const auto found = call_beside(frame, function, sources_);
      if (!found) continue;
      const bool innermost = is_same(frame, words_.symbolizer().statement(stands));
      if (found->in_front || innermost) add(waits, stands, frame, function, *found);
      return;
    }
    close(waits, stands);
    call_as_well(waits);
  }

  // First the calls that one rank makes for the other, then changes in the order of collective calls.
  Fixes take() {
    std::ranges::stable_partition(fixes_, [](const Fix& fix) {
      return fix.within.known() ||
             (fix.moved.call != "MPI_Barrier" && fix.moved.call != "MPI_Win_fence" && fix.moved.call != "MPI_Win_free");
    });
    return std::move(fixes_);
  }

 private:
  // Only functions that a replay can add (trial/edited_source.h).
  static std::string function_for(const BlockedCall& waits) {
    const MpiCall call = waits.awaited_call();
    const bool of_all = waits.waits_for == WaitsFor::kProcesses;
    const bool given =
        !of_all || (waits.collective == MpiCall::kNone &&
                    (call == MpiCall::kBarrier || call == MpiCall::kWin_fence || call == MpiCall::kWin_free));
    return given && call != MpiCall::kNone ? std::string(name_of(call)) : "";
  }

  void add(const BlockedCall& waits, const Place& stands, const SourceLocation& frame, const std::string& function,
           const CallBeside& found) {
    if (!is_meant(waits, stands, found)) return;
    if (!found.in_front && !found.condition.empty() && !is_true_of(found.condition, stands.process)) return;
    if (!found.in_front && !goes_on(waits, stands)) return;
    SourceLocation at = frame;
    at.line = found.line;
    at.column = 0;
    Fix fix{.kind = FixKind::kMove, .purpose = FixPurpose::kLetGoOn, .side = FixSide::kBefore};
    fix.place = words_.fix_place(stands);
    fix.moved = {.at = at, .name = fmt::format("{} at {}", function, position_of(at)), .call = function};
    if (found.in_front) fix.within = {.at = frame, .name = position_of(frame)};
    fix.offer = FixOffer::kIfTried;
    const bool known = std::ranges::any_of(
        fixes_, [&](const Fix& one) { return one.moved.is_at(at) && one.place.is_at(fix.place.at); });
    if (!known) fixes_.push_back(std::move(fix));
  }

  // The other process has opened the epoch that `waits` needs closed, and no later call would close it.
  void close(const BlockedCall& waits, const Place& stands) {
    const FixPlace place = words_.fix_place(stands);
    const auto closing = closing_call(waits, stands);
    if (!closing || closing->arguments.empty() || calls_after(place.at, {closing->function}, sources_)) return;
    Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kLetGoOn, .call = *closing, .side = FixSide::kBefore};
    fix.place = place;
    fix.operation = opened(waits, stands);
    // Processes that have opened nothing may come to this place, too.
    if (!stand_in_one_block(fix.operation.at, place.at, sources_)) return;
    fix.window = waits.window;
    fix.offer = FixOffer::kIfTried;
    const bool known = std::ranges::any_of(
        fixes_, [&](const Fix& one) { return one.call == fix.call && one.place.is_at(fix.place.at); });
    if (!known) fixes_.push_back(std::move(fix));
  }
  // A collective call that some processes never reach. All of these wait for something else at one place.
  void call_as_well(const BlockedCall& waits) {
    if (waits.waits_for != WaitsFor::kProcesses || waits.processes.empty() || waits.collective != MpiCall::kNone)
      return;
    for (const ProcessId other : waits.processes)
      if (!blocked_.stuck().contains(other)) return;
    const BlockedCall& first = blocked_.first_of(waits.processes.front());
    const FixPlace place = words_.fix_place(first.place);
    for (const ProcessId other : waits.processes) {
      const BlockedCall& call = blocked_.first_of(other);
      if (call.waits_for == WaitsFor::kProcesses || words_.fix_place(call.place).name != place.name) return;
    }
    const auto missing = same_call_beside(waits, first.place);
    Symbolizer& symbolizer = words_.symbolizer();
    if (!missing || !goes_on(waits, first.place) ||
        may_call_later(symbolizer.frames(first.place), name_of(waits.same_call()), sources_) ||
        !stand_in_branches(symbolizer.frames(waits.place), symbolizer.frames(first.place), sources_))
      return;
    Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kLetGoOn, .side = FixSide::kBefore};
    fix.call = missing->call;
    fix.place = place;
    fix.operation = missing->names;
    fix.window = waits.window;
    fix.only_if.clause = "on " + ranks_of(waits.processes);
    fix.offer = FixOffer::kIfTried;
    const bool known = std::ranges::any_of(
        fixes_, [&](const Fix& one) { return one.call == fix.call && one.place.is_at(fix.place.at); });
    if (!known) fixes_.push_back(std::move(fix));
  }

  // The needed call, with arguments that are known at a place, and the call there that names them; nothing: they are
  // not known.
  struct SameCall {
    FixCall call;
    FixPlace names;
  };
  std::optional<SameCall> same_call_beside(const BlockedCall& waits, const Place& place) {
    FixCall call{.function = std::string(name_of(waits.same_call()))};
    if (waits.same_call() == MpiCall::kBarrier && words_.communicator(waits.communicator) == "MPI_COMM_WORLD") {
      call.arguments = {"MPI_COMM_WORLD"};
      return SameCall{std::move(call), {}};
    }
    const auto named =
        waits.same_call() == MpiCall::kWin_fence ? window_named_beside(waits.window, place, words_) : std::nullopt;
    if (!named) return std::nullopt;
    call.arguments = {"0", named->text};
    return SameCall{std::move(call), words_.fix_place(named->at)};
  }

  // The call that opened the epoch to be closed.
  FixPlace opened(const BlockedCall& waits, const Place& stands) {
    const WindowState& state = words_.job().state(stands.process, waits.window);
    return words_.fix_place(waits.waits_for == WaitsFor::kLock ? state.locks.at(waits.target)->opened
                                                               : state.start->opened);
  }
  std::optional<FixCall> closing_call(const BlockedCall& waits, const Place& stands) {
    if (waits.waits_for != WaitsFor::kComplete && waits.waits_for != WaitsFor::kLock) return std::nullopt;
    const WindowState& state = words_.job().state(stands.process, waits.window);
    if (waits.waits_for == WaitsFor::kComplete) {
      if (!answered(words_.job(), waits, stands.process)) return std::nullopt;
      const Place& opened = state.start->opened;
      const bool at_hand = in_one_function(opened, stands, words_.symbolizer());
      const auto window = window_argument_text(at_hand ? opened : stands, words_);
      if (!window) return std::nullopt;
      return FixCall{.function = std::string(name_of(MpiCall::kWin_complete)), .arguments = {*window}};
    }
    const auto lock = state.locks.find(waits.target);
    if (lock == state.locks.end()) return std::nullopt;
    return unlock_call(lock->second->opened, stands, words_);
  }

  // Whether the call matches what is waited for, as far as its arguments tell.
  bool is_meant(const BlockedCall& waits, const Place& stands, const CallBeside& found) {
    const auto& given = found.arguments;
    switch (waits.waits_for) {
      case WaitsFor::kMessage:
        // (Operations of other processes may change the data that it sends.)
        if (std::string_view(name_of(stands.call)).starts_with("MPI_Win_") &&
            !sends_its_own(given, words_.symbolizer().statement(stands), sources_))
          return false;
        return given.size() == 6 && given[5] == "MPI_COMM_WORLD" &&
               words_.communicator(waits.communicator) == "MPI_COMM_WORLD" &&
               number_in(given[3]) == waits.place.process.number() &&
               (waits.tag < 0 || number_in(given[4]) == waits.tag);
      case WaitsFor::kPost:
        return given.size() == 3 && is_window(given[2], waits);
      case WaitsFor::kComplete:
        return given.size() == 1 && is_window(given[0], waits);
      case WaitsFor::kLock:
        return given.size() == 2 && is_lock(given, waits, stands);
      case WaitsFor::kProcesses:
        if (waits.same_call() == MpiCall::kBarrier) {
          const auto text = argument_text(waits.place, 0, words_);
          return given.size() == 1 && text && *text == given[0];
        }
        if (waits.same_call() == MpiCall::kWin_fence) return given.size() == 2 && is_window(given[1], waits);
        return given.size() == 1 && given[0].starts_with('&') && is_window(given[0].substr(1), waits);
      default:
        return false;
    }
  }
  bool is_window(const std::string& text, const BlockedCall& waits) {
    return window_argument_text(waits.place, words_) == text;
  }
  bool is_lock(const std::vector<std::string>& given, const BlockedCall& waits, const Place& stands) {
    const auto& locks = words_.job().state(stands.process, waits.window).locks;
    if (locks.size() != 1) return false;
    const auto& [target, epoch] = *locks.begin();
    const auto named = argument_text(epoch->opened, 1, words_), window = argument_text(epoch->opened, 3, words_);
    return (named ? *named == given[0] : number_in(given[0]) == target.number()) && window == given[1];
  }

  // Whether the process, once it continues, may reach the call that the other one waits for, according to the source.
  bool goes_on(const BlockedCall& waits, const Place& stands) {
    const auto& stuck = blocked_.calls();
    const auto found = stuck.find(stands.process);
    if (found == stuck.end()) return false;
    const BlockedCall& call = found->second.front();
    const SourceLocation waiting = words_.symbolizer().statement(waits.place);
    if (is_same(waiting, words_.symbolizer().statement(call.place))) return true;  // the same change helps it
    if (call.waits_for == WaitsFor::kMessage)
      return calls_after(waiting, {"MPI_Send", "MPI_Isend", "MPI_Ssend", "MPI_Bsend"}, sources_);
    return call.waits_for == WaitsFor::kProcesses &&
           calls_after(waiting, {std::string(name_of(call.same_call()))}, sources_);
  }

  const BlockedCalls& blocked_;
  Words& words_;
  SourceLines sources_;
  Fixes fixes_;
};

// The process has an epoch open whose MPI_Win_complete it makes only under a condition.
std::optional<Fix> completed_only_sometimes(ProcessId process, WindowKey window, Words& words) {
  const std::shared_ptr<AccessEpoch> epoch = words.job().state(process, window).start;
  const auto name = epoch ? window_argument_text(epoch->opened, words) : std::nullopt;
  if (!name) return std::nullopt;
  Fix closes{.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch};
  closes.call = {.function = std::string(name_of(MpiCall::kWin_complete)), .arguments = {*name}};
  closes.operation = words.fix_place(epoch->opened);
  closes.window = window;
  SourceLines sources;
  return closed_under_condition(closes, sources);
}

}  // namespace

Fixes moves_that_let_go(const std::vector<ProcessId>& group, const BlockedCalls& blocked, const BeforeHang& before,
                        Words& words) {
  Moves moves(blocked, words);
  Fixes completed;
  for (const ProcessId process : group) {
    const BlockedCall& waits = blocked.first_of(process);
    for (const ProcessId other : waits.processes) {
      if (other == process) continue;
      if (waits.waits_for == WaitsFor::kComplete && blocked.stuck().contains(other))
        if (auto fix = completed_only_sometimes(other, waits.window, words)) completed.push_back(*std::move(fix));
      if (blocked.stuck().contains(other)) {
        moves.look_beside(waits, blocked.first_of(other).place);
      } else if (const auto ended = before.finalize_at.find(other); ended != before.finalize_at.end()) {
        moves.look_beside(waits, ended->second);
      }
    }
  }
  Fixes all = moves.take();
  all.insert(all.begin(), std::make_move_iterator(completed.begin()), std::make_move_iterator(completed.end()));
  return all;
}

}  // namespace fencepost
