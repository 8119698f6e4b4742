#include "epoch_checks/other_window.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "facts/source_order.h"
#include "model/source_lines.h"
#include "model/word_text.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// Around a few operations, which are most likely meant for it; not one that is open all the time.
bool is_narrow(const AccessEpoch& epoch) {
  return epoch.kind == EpochKind::kStart || epoch.kind == EpochKind::kLock;
}

// A narrow one, if there is one.
std::shared_ptr<const AccessEpoch> open_elsewhere(const Job& job, const Operation& operation) {
  std::shared_ptr<const AccessEpoch> found;
  for (const auto& [key, window] : job.windows()) {
    const Rank target = key == operation.window ? Rank::kNone : window->rank_of(operation.target_process);
    if (target == Rank::kNone || window->rank_of(operation.place.process) == Rank::kNone) continue;
    const WindowState& state = job.state(operation.place.process, key);
    const auto epoch = state.freed ? nullptr : state.epoch_for(target);
    if (!epoch || !epoch->active()) continue;
    if (is_narrow(*epoch)) return epoch;
    if (found == nullptr) found = epoch;
  }
  return found;
}

}  // namespace

std::shared_ptr<const AccessEpoch> name_other_window(Violation& violation, const Job& job, const Operation& operation,
                                                     Words& words) {
  std::shared_ptr<const AccessEpoch> epoch = open_elsewhere(job, operation);
  if (epoch == nullptr) return nullptr;
  const std::string window = words.window_short(epoch->window);
  const auto name = window_named_beside(epoch->window, operation.place, words);
  const auto own = call_text(operation, words).window;
  // (Windows that one statement makes, called several times, have the same name here.)
  const bool differs = name && own && name->text != *own;
  violation.why.push_back(fmt::format("The {} is open on {}{} at that time, and would allow it there.",
                                      words.epoch(*epoch), window, differs ? fmt::format(" ({})", name->text) : ""));
  Fix other =
      must_hold(fmt::format("{} has to be on {}, if it is meant for that", words.call_at(operation.place), window));
  if (is_narrow(*epoch)) {
    // An epoch here would let it go to the wrong memory.
    other.holds += ". If it is not, an epoch on its own window has to be opened before it";
    violation.fixes = {std::move(other)};
  } else if (differs && epoch->kind == EpochKind::kFence) {
    Fix pass{.kind = FixKind::kReplaceArgument, .purpose = FixPurpose::kOpenEpoch};
    pass.place = words.fix_place(operation.place);
    pass.argument = {.given = name->text, .instead_of = *own};
    pass.only_if.clause =
        "if it is meant for that window; if it is not, an epoch on its own window has to be opened before it";
    violation.fixes = {std::move(pass)};
  } else {
    violation.fixes.push_back(std::move(other));
  }
  return epoch;
}

std::optional<Fix> close_other_window(const Job& job, const Place& place, WindowKey window, Words& words) {
  for (const auto& [key, other] : job.windows()) {
    if (key == window || other->rank_of(place.process) == Rank::kNone) continue;
    const WindowState& state = job.state(place.process, key);
    if (state.freed) continue;
    const Place* const opened = place.call == MpiCall::kWin_complete ? (state.start ? &state.start->opened : nullptr)
                                : state.exposure                     ? &state.exposure->opened
                                                                     : nullptr;
    if (opened == nullptr) continue;
    Fix fix = must_hold(fmt::format("{1} has to be on the window of {0}, whose epoch is open", words.call_at(*opened),
                                    words.call_at(place)));
    fix.purpose = FixPurpose::kCloseEpoch;
    // The source has no other call that would close it.
    SourceLines sources;
    const auto given = window_argument_text(*opened, words), own = window_argument_text(place, words);
    if (!given || !own || *given == *own || !in_one_function(*opened, place, words.symbolizer())) return fix;
    fix.place = words.fix_place(place);
    const std::string closer = fmt::format("{}({})", name_of(place.call), *given);
    const auto& lines = sources.of(fix.place.at.file);
    if (lines.empty() ||
        std::ranges::any_of(lines, [&](const std::string& line) { return line.find(closer) != std::string::npos; }))
      return fix;
    fix.kind = FixKind::kReplaceArgument;
    fix.argument = {.given = *given, .instead_of = *own};
    fix.window = key;
    return fix;
  }
  return std::nullopt;
}

std::shared_ptr<const AccessEpoch> locked_elsewhere(const Job& job, const Place& unlock, WindowKey window,
                                                    Rank target) {
  const Window* const own = job.window(window);
  const bool all = target == Rank::kAllTargets;
  if (own == nullptr || (!all && !own->has_rank(target))) return nullptr;
  std::shared_ptr<const AccessEpoch> found;
  for (const auto& [key, other] : job.windows()) {
    if (key == window || other->rank_of(unlock.process) == Rank::kNone) continue;
    const WindowState& state = job.state(unlock.process, key);
    if (state.freed) continue;
    const auto lock = all ? state.locks.end() : state.locks.find(other->rank_of(own->processes[target]));
    const std::shared_ptr<const AccessEpoch> epoch = all                         ? state.lock_all
                                                     : lock == state.locks.end() ? nullptr
                                                                                 : lock->second;
    if (epoch == nullptr || epoch->opened.thread != unlock.thread) continue;
    if (found != nullptr) return nullptr;
    found = epoch;
  }
  return found;
}

std::optional<Fix> unlock_other_window(const AccessEpoch& locked, const Place& unlock, Words& words) {
  const auto given = window_argument_text(locked.opened, words), own = window_argument_text(unlock, words);
  if (!given || !own || *given == *own || !in_one_function(locked.opened, unlock, words.symbolizer()))
    return std::nullopt;
  Fix fix{.kind = FixKind::kReplaceArgument, .purpose = FixPurpose::kCloseEpoch};
  fix.place = words.fix_place(unlock);
  fix.operation = words.fix_place(locked.opened);
  SourceLines sources;
  const auto& lines = sources.of(fix.place.at.file);
  const auto unlocks_it = [&](const std::string& line) {
    const std::size_t call = line.find(name_of(unlock.call));
    if (call == std::string::npos) return false;
    return find_word(line, *given, call) != std::string::npos;
  };
  if (lines.empty() || std::ranges::any_of(lines, unlocks_it)) return std::nullopt;
  fix.holds = fmt::format("{} has to be on {}, which {} has locked, not on {}", fix.place.name, *given,
                          fix.operation.name, *own);
  fix.argument = {.given = *given, .instead_of = *own};
  fix.window = locked.window;
  return fix;
}

}  // namespace fencepost
