#include "epoch_checks/epoch_fixes.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "advice/source_gap.h"
#include "advice/source_left_out.h"
#include "advice/source_loop.h"
#include "facts/source_order.h"
#include "model/template_name.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

// A place as seen from the function of `of`: the statement there, which may call the function that contains the place.
// Nothing: that call does not lead there. (A recursive function may reach the place through another of its calls.)
std::optional<FixPlace> seen_by_function_of(const Place& of, const Place& place, Words& words) {
  std::vector<SourceLocation> of_frames = words.symbolizer().frames(of), frames = words.symbolizer().frames(place);
  for (auto* all : {&of_frames, &frames}) std::erase_if(*all, [](const auto& frame) { return frame.file.empty(); });
  const auto outer = [](const std::vector<SourceLocation>& all, std::size_t inside) {
    return std::span(all).subspan(inside + 1);
  };
  const auto same = [](const SourceLocation& one, const SourceLocation& other) {
    return one.file == other.file && one.line == other.line && one.function == other.function;
  };
  if (of_frames.empty()) return std::nullopt;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const SourceLocation& frame = frames[i];
    if (frame.file != of_frames[0].file || frame.function != of_frames[0].function || frame.line <= 0) continue;
    if (!std::ranges::equal(outer(frames, i), outer(of_frames, 0), same)) continue;
    FixPlace seen = words.fix_place(place);
    if (i > 0)
      seen.name = fmt::format("the call of {} at {}", template_name(frames[i - 1].function), position_of(frame));
    seen.at = frame;
    return seen;
  }
  return std::nullopt;
}

FixPlace place_in_function_of(const Place& of, const Place& place, Words& words) {
  return seen_by_function_of(of, place, words).value_or(words.fix_place(place));
}

// The condition that must hold, however the epoch is closed.
std::string has_to_be_closed(const FixCall& call, const Place& opened, const Place& place, Words& words) {
  const std::string opener = words.call_at(opened), before = words.call_at(place);
  return fmt::format(
      "the epoch that {} opens has to be closed by {} before {}, on each rank that has opened it and on no other",
      opener, text_of(call), before == opener ? "that call is reached again" : before);
}

// A call whose last argument is the window that `opened` names, under its name at `at`.
FixCall of_window(MpiCall function, const Place& opened, const Place& at, Words& words) {
  FixCall call{.function = std::string(name_of(function))};
  const bool at_hand = in_one_function(opened, at, words.symbolizer());
  if (const auto window = window_argument_text(at_hand ? opened : at, words)) {
    call.arguments = {*window};
  } else {
    call.arguments_of = "the window of " + std::string(name_of(opened.call));
  }
  return call;
}

bool names_a_number(const FixCall& call) {
  return !call.arguments.empty() &&
         std::ranges::all_of(call.arguments.front(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

Fix added(FixCall call, WindowKey window) {
  return {.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch, .call = std::move(call), .window = window};
}

Fix before(FixCall call, const Place& opened, const Place& place, WindowKey window, Words& words) {
  Fix fix = added(std::move(call), window);
  fix.side = FixSide::kBefore;
  fix.place = place_in_function_of(opened, place, words);
  // (Its arguments are those of the call that opened the epoch.)
  if (in_one_function(opened, place, words.symbolizer())) fix.operation = words.fix_place(opened);
  // The program makes the call, but only after the window is freed: one more would be too many. (Behind another call,
  // it may close a later epoch.)
  if (place.call != MpiCall::kWin_free) return fix;
  SourceLines sources;
  const auto late =
      fix.call.arguments.empty() ? std::nullopt : stands_behind(fix.place.at, {text_of(fix.call) + ";"}, sources);
  if (late) {
    fix.kind = FixKind::kMove;
    fix.moved = {
        .at = *late, .name = fmt::format("{} at {}", fix.call.function, position_of(*late)), .call = fix.call.function};
  }
  return fix;
}

// Nothing: the opening function does not lead there, or only when it is called again.
Fixes behind(FixCall call, const Place& opened, const Place& last, WindowKey window, Words& words) {
  const auto place = seen_by_function_of(opened, last, words);
  Fix fix = added(std::move(call), window);
  fix.within = words.fix_place(opened);
  if (!place || place->at.line < fix.within.at.line) return {};
  fix.place = *place;
  return {std::move(fix)};
}

void append(Fixes& fixes, Fixes more) {
  std::ranges::move(more, std::back_inserter(fixes));
}

// If there are no fixes, or all have to be tried, the condition is added.
Fixes or_say(Fixes fixes, const std::string& holds) {
  for (Fix& fix : fixes) fix.holds = holds;
  if (fixes.empty()) fixes = {must_hold(holds)};
  return fixes;
}

// The program closes the epoch once, after the loop that opens it in each round.
Fixes close_in_loop(const FixCall& closing, const Place& opened, const Place& place, WindowKey window, Words& words) {
  if (opened.stack != place.stack || opened.process != place.process || closing.arguments.empty()) return {};
  Fix fix = added(closing, window);
  fix.operation = words.fix_place(opened);
  SourceLines sources;
  const std::string call = text_of(fix.call);
  const auto found = behind_loop(fix.operation.at, call + ";", sources);
  if (!found) return {};
  fix.kind = FixKind::kMove;
  fix.until.how = FixUntil::kReachedAgain;
  fix.moved = {.at = found->call,
               .name = fmt::format("{} at {}", fix.call.function, position_of(found->call)),
               .call = fix.call.function};
  fix.place = {.at = found->last, .name = "the statement at " + position_of(found->last)};
  fix.offer = FixOffer::kIfTried;
  return {std::move(fix)};
}

// The program closes it in the block that opens it, but only after the statement that leads to `place`.
Fixes close_earlier(const FixCall& call, const Place& opened, const Place& place, WindowKey window, Words& words) {
  if (call.arguments.empty()) return {};
  Fix fix = added(call, window);
  fix.operation = words.fix_place(opened);
  fix.place = place_in_function_of(opened, place, words);
  SourceLines sources;
  const auto closer = closed_behind(fix.operation.at, fix.place.at, text_of(call) + ";", sources);
  if (!closer) return {};
  fix.kind = FixKind::kMove;
  fix.side = FixSide::kBefore;
  fix.moved = {
      .at = *closer, .name = fmt::format("{} at {}", call.function, position_of(*closer)), .call = call.function};
  fix.offer = FixOffer::kIfTried;
  return {std::move(fix)};
}

std::optional<Fix> closed_only_sometimes(const FixCall& closing, const AccessEpoch& epoch, Words& words) {
  Fix closes = added(closing, epoch.window);
  closes.operation = words.fix_place(epoch.opened);
  SourceLines sources;
  return closed_under_condition(closes, sources);
}

}  // namespace

FixCall closing_call(const AccessEpoch& epoch, const Place& at, Words& words) {
  switch (epoch.kind) {
    case EpochKind::kLockAll:
      return of_window(MpiCall::kWin_unlock_all, epoch.opened, at, words);
    case EpochKind::kStart:
      return of_window(MpiCall::kWin_complete, epoch.opened, at, words);
    case EpochKind::kFence: {
      FixCall fence = of_window(MpiCall::kWin_fence, epoch.opened, at, words);
      if (!fence.arguments.empty()) fence.arguments.insert(fence.arguments.begin(), "0");
      fence.on_all_ranks = true;
      return fence;
    }
    case EpochKind::kLock:
      break;
  }
  return unlock_call(epoch.opened, at, words);
}

FixCall closing_call(const ExposureEpoch& epoch, const Place& at, Words& words) {
  return of_window(MpiCall::kWin_wait, epoch.opened, at, words);
}

Fixes close_before(const AccessEpoch& epoch, const Place& place, Words& words) {
  const FixCall call = closing_call(epoch, place, words), own = closing_call(epoch, epoch.opened, words);
  Fix there = before(call, epoch.opened, place, epoch.window, words);
  if (epoch.kind == EpochKind::kFence) {
    // Or where the function that has opened it has made its last operation: before anybody uses what has arrived.
    Fixes both = {std::move(there)};
    if (epoch.last_use.known() && epoch.opened.call == MpiCall::kWin_fence)
      append(both, behind(own, epoch.opened, epoch.last_use, epoch.window, words));
    if (both.size() > 1) both.back().offer = FixOffer::kIfTried;
    return both;
  }
  Fixes fixes = close_in_loop(own, epoch.opened, place, epoch.window, words);
  if (fixes.empty()) fixes = close_earlier(own, epoch.opened, place, epoch.window, words);
  // The name of the lock's target may be unknown there, or may have another value by then.
  if (epoch.kind != EpochKind::kLock || names_a_number(there.call)) fixes.push_back(std::move(there));
  if (auto skipped = closed_only_sometimes(own, epoch, words)) fixes.insert(fixes.begin(), *std::move(skipped));
  // (An epoch that is closed immediately is useless for the loads and stores inside it.)
  if (epoch.last_use.known()) append(fixes, behind(own, epoch.opened, epoch.last_use, epoch.window, words));
  return or_say(std::move(fixes), has_to_be_closed(call, epoch.opened, place, words));
}

Fixes close_before(const ExposureEpoch& epoch, const Place& place, const Place& completed, Words& words) {
  const FixCall call = closing_call(epoch, place, words), own = closing_call(epoch, epoch.opened, words);
  Fixes fixes = close_in_loop(own, epoch.opened, place, epoch.window, words);
  if (fixes.empty()) fixes = close_earlier(own, epoch.opened, place, epoch.window, words);
  if (completed.known()) append(fixes, behind(own, epoch.opened, completed, epoch.window, words));
  fixes.push_back(before(call, epoch.opened, place, epoch.window, words));
  if (!completed.known()) append(fixes, behind(own, epoch.opened, epoch.opened, epoch.window, words));
  return or_say(std::move(fixes), has_to_be_closed(call, epoch.opened, place, words));
}

Fix open_before(FixCall call, const Place& first, const Place& closed, WindowKey window, Words& words) {
  const std::string closer = words.call_at(closed);
  const auto seen = seen_by_function_of(closed, first, words);
  if (!seen && call.on_all_ranks)
    return must_hold(fmt::format("{} needs a call of {} on all ranks before it: {} closes the epoch",
                                 words.call_at(first), call.function, closer));
  Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kOpenEpoch, .call = std::move(call), .side = FixSide::kBefore};
  fix.operation = words.fix_place(closed);
  fix.window = window;
  fix.place = seen.value_or(words.fix_place(first));
  fix.only_if.clause = fmt::format("for {} closes the epoch", closer);
  SourceLines sources;
  if (seen && is_deeper(fix.operation.at, seen->at, sources)) {
    fix.within = fix.operation;
    fix.only_if.clause = "which closes the epoch";
  }
  return fix;
}

Fixes opened_before(const FixCall& call, const Place& first, const Place& closed, WindowKey window, Words& words) {
  Fixes fixes = {open_before(call, first, closed, window, words)};
  if (call.on_all_ranks || !in_one_function(first, closed, words.symbolizer())) return fixes;
  Fix opens{.kind = FixKind::kAdd, .purpose = FixPurpose::kOpenEpoch, .call = call};
  opens.place = words.fix_place(first);
  opens.operation = words.fix_place(closed);
  opens.window = window;
  SourceLines sources;
  if (auto skipped = opened_under_condition(opens, sources)) fixes.insert(fixes.begin(), *std::move(skipped));
  return fixes;
}

Fixes with_take_out(Fixes closing, bool first, const Place& place, WindowKey window, Words& words) {
  Fix out = take_out(place, window, FixPurpose::kCloseEpoch, words);
  out.holds = closing.front().holds;
  closing.insert(first ? closing.begin() : closing.end(), std::move(out));
  return closing;
}

Fix take_out(const Place& place, WindowKey window, FixPurpose purpose, Words& words) {
  return {.kind = FixKind::kRemove, .purpose = purpose, .place = words.fix_place(place), .window = window};
}

Fix call_instead(FixCall call, const Place& place, WindowKey window, FixPurpose purpose, Words& words) {
  return {.kind = FixKind::kReplaceCall,
          .purpose = purpose,
          .call = std::move(call),
          .place = words.fix_place(place),
          .window = window};
}

Fix lock_around(const Operation& first, const FixPlace& last, bool several, Words& words) {
  const CallText text = call_text(first, words);
  Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kOpenEpoch, .side = FixSide::kAround};
  fix.place = words.fix_place(first.place);
  fix.until.place = last;
  fix.window = first.window;
  const MpiCall lock = several ? MpiCall::kWin_lock_all : MpiCall::kWin_lock;
  const MpiCall unlock = several ? MpiCall::kWin_unlock_all : MpiCall::kWin_unlock;
  fix.call.function = std::string(name_of(lock));
  fix.closing.function = std::string(name_of(unlock));
  if (!text.window || (!several && !text.target)) {
    fix.call.arguments_of = fix.closing.arguments_of =
        "the target and window of " + std::string(name_of(first.place.call));
  } else if (several) {
    fix.call.arguments = {"0", *text.window};
    fix.closing.arguments = {*text.window};
  } else {
    fix.call.arguments = {"MPI_LOCK_SHARED", *text.target, "0", *text.window};
    fix.closing.arguments = {*text.target, *text.window};
  }
  return fix;
}

Fix lock_all_around(const Place& place, const std::string& window_text, WindowKey window, Words& words) {
  Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kOpenEpoch, .side = FixSide::kAround};
  fix.place = fix.until.place = words.fix_place(place);
  fix.window = window;
  fix.call = {.function = std::string(name_of(MpiCall::kWin_lock_all)), .arguments = {"0", window_text}};
  fix.closing = {.function = std::string(name_of(MpiCall::kWin_unlock_all)), .arguments = {window_text}};
  return fix;
}

}  // namespace fencepost
