#include "trial/edit.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>
#include <utility>

#include "advice/certain_fixes.h"
#include "advice/source_left_out.h"
#include "advice/source_line.h"
#include "advice/source_pass.h"
#include "advice/source_tree.h"
#include "record/call_arguments.h"

namespace fencepost::trial {
namespace {

// Calls that made_calls.h can make.
MpiCall can_be_made(const std::string& function) {
  for (const MpiCall call :
       {MpiCall::kWin_fence, MpiCall::kWin_flush, MpiCall::kWin_flush_all, MpiCall::kWin_flush_local,
        MpiCall::kWin_flush_local_all, MpiCall::kWin_lock, MpiCall::kWin_lock_all, MpiCall::kWin_unlock,
        MpiCall::kWin_unlock_all, MpiCall::kWin_complete, MpiCall::kWin_wait, MpiCall::kWin_free, MpiCall::kWin_sync,
        MpiCall::kWait})
    if (function == name_of(call)) return call;
  return MpiCall::kNone;
}

// The target in the call, if it is a number: MPI_Win_flush(1, win), MPI_Win_lock(type, 1, 0, win).
std::optional<Rank> target_in(const FixCall& call) {
  const std::size_t index = call.function == name_of(MpiCall::kWin_lock) ? 1 : 0;
  if (call.arguments.size() != 2 * (index + 1)) return std::nullopt;
  const std::string& text = call.arguments[index];
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(Rank(number)) : std::nullopt;
}

std::uint64_t assertion_named(const std::string& name) {
  constexpr std::pair<const char*, std::uint64_t> kNames[] = {{"MPI_MODE_NOCHECK", kNoCheck},
                                                              {"MPI_MODE_NOSTORE", kNoStore},
                                                              {"MPI_MODE_NOPUT", kNoPut},
                                                              {"MPI_MODE_NOPRECEDE", kNoPrecede},
                                                              {"MPI_MODE_NOSUCCEED", kNoSucceed}};
  for (const auto& [known, bit] : kNames)
    if (name == known) return bit;
  return 0;
}

Edit begun(EditKind kind, const Fix& fix) {
  return {.kind = kind,
          .call = can_be_made(fix.call.function),
          .closing = can_be_made(fix.closing.function),
          .place = fix.place,
          .also = fix.also,
          .accepts = fix.purpose == FixPurpose::kOpenEpoch || fix.purpose == FixPurpose::kCloseEpoch,
          .operation = fix.operation,
          .target = target_in(fix.call),
          .window = fix.window};
}

// Calls that let_go.h can make.
MpiCall can_let_go(const std::string& function) {
  for (const MpiCall call : {MpiCall::kSend, MpiCall::kBarrier, MpiCall::kWin_fence, MpiCall::kWin_free,
                             MpiCall::kWin_post, MpiCall::kWin_complete, MpiCall::kWin_unlock})
    if (function == name_of(call)) return call;
  return MpiCall::kNone;
}

bool is_atomic_instead(const Fix& fix) {
  const auto named = [](const std::string& name, std::initializer_list<MpiCall> calls) {
    return std::ranges::any_of(calls, [&](MpiCall call) { return name == name_of(call); });
  };
  return named(fix.place.call, {MpiCall::kPut, MpiCall::kGet}) &&
         named(fix.call.function, {MpiCall::kAccumulate, MpiCall::kFetch_and_op, MpiCall::kGet_accumulate});
}

// Adds what other ranks wait for: a barrier, if the source shows that all reach it. False: it does not.
bool add_meeting(Edit& edit, const Fix& fix, SourceLines& sources) {
  if (!fix.met_by) return true;
  if (fix.met_by->thread >= 0 || !fix.sync.epoch.function.empty()) return false;
  edit.meeting = MpiCall::kBarrier;
  edit.synchronizes = fix.sync.is_needed();
  edit.gaps = gaps_of(fix, edit.synchronizes && !fix.sync.call.arguments.empty() ? fix.sync.call.arguments.front() : "",
                      sources);
  return !edit.gaps.empty();
}

// The source's words for the window of the call at a place; "": not known.
std::string window_words(const FixPlace& place, SourceLines& sources) {
  const auto& lines = sources.of(place.at.file);
  if (place.call.empty() || place.at.line <= 0 || std::cmp_greater(place.at.line, lines.size())) return "";
  if (!can_be_read(place.at)) return "";
  const SourceTree& tree = tree_of(place.at.file, lines);
  const int statement = tree.sound() ? tree.statement_at(place.at.line) : -1;
  const bool fortran = is_free_fortran(place.at.file);
  const auto arguments =
      statement < 0 ? std::vector<std::string>()
                    : arguments_in(tree.text_of(statement), fortran ? in_small_letters(place.call) : place.call);
  // (Of Fortran, the error argument comes last.)
  const std::size_t count = arguments_of_call(place.call).value_or(arguments.size());
  if (arguments.empty() || count == 0 || arguments.size() < count) return "";
  const std::string& last = arguments[count - 1];
  return last.starts_with('&') ? last.substr(1) : last;
}

// A call on that window, near one that names it in the same words.
void name_window(Edit& edit, const Fix& fix, SourceLines& sources) {
  if (fix.call.arguments.empty()) return;
  const std::string& given = fix.call.arguments.back();
  std::string own = given.starts_with('&') ? given.substr(1) : given;
  if (is_free_fortran(fix.place.at.file)) own = in_small_letters(own);
  for (const FixPlace* place : {&fix.within, &fix.place})
    if (place->known() && place->call.starts_with("MPI_Win_") && window_words(*place, sources) == own) {
      edit.names_window = *place;
      return;
    }
}

// Additions between statements of a block; or around one statement, if the source does not show the block.
std::vector<Edit> additions_in_blocks(const Fix& fix, SourceLines& sources) {
  Edit edit = begun(EditKind::kAddInBlocks, fix);
  name_window(edit, fix, sources);
  edit.on_upcoming_window = fix.side == FixSide::kBefore && edit.names_window.known();
  for (const AddedCall& one : calls_added_by(fix, sources))
    edit.added.push_back({one.gap, can_be_made(one.call.function), target_in(one.call)});
  if (!edit.added.empty()) {
    const bool known = std::ranges::all_of(edit.added, [](const CallMade& one) { return one.call != MpiCall::kNone; });
    return known ? std::vector<Edit>{edit} : std::vector<Edit>{};
  }
  if (fix.within.known() && fix.within.is_at(fix.place.at) && edit.call != MpiCall::kNone) {
    edit.kind = EditKind::kAdd;
    return {edit};
  }
  const bool one_statement =
      fix.side == FixSide::kAround && (!fix.until.place.known() || fix.until.place.is_at(fix.place.at));
  if (!one_statement || edit.call == MpiCall::kNone || edit.closing == MpiCall::kNone) return {};
  edit.kind = EditKind::kAdd;
  edit.after = false;
  return {edit};
}

// A call that moves to a place of a block.
std::vector<Edit> moved_call(const Fix& fix, SourceLines& sources) {
  Edit edit = begun(EditKind::kAddInBlocks, fix);
  for (const AddedCall& one : calls_added_by(fix, sources))
    edit.added.push_back({one.gap, can_be_made(one.call.function), target_in(one.call)});
  edit.place = fix.moved;
  edit.moved_there = true;
  return edit.added.size() == 1 && edit.call != MpiCall::kNone ? std::vector<Edit>{edit} : std::vector<Edit>{};
}

// A fence of all ranks, before which a request is waited for.
std::vector<Edit> wait_and_fence(Edit edit, const Fix& fix, SourceLines& sources) {
  const bool known = fix.side == FixSide::kBetween && edit.call == MpiCall::kWin_fence &&
                     fix.call.arguments.size() == 2 && fix.before_it.function == name_of(MpiCall::kWait);
  if (!known) return {};
  edit.kind = EditKind::kMeet;
  edit.meeting = MpiCall::kWin_fence;
  edit.waits = true;
  edit.operation = fix.place;
  edit.gaps = gaps_of(fix, fix.call.arguments.back(), sources);
  return edit.gaps.empty() ? std::vector<Edit>() : std::vector{edit};
}

std::vector<Edit> additions(const Fix& fix, SourceLines& sources) {
  if (fix.purpose == FixPurpose::kLetGoOn) {
    Edit letting = begun(EditKind::kLetGo, fix);
    letting.call = can_let_go(fix.call.function);
    return letting.call == MpiCall::kNone ? std::vector<Edit>() : std::vector{letting};
  }
  if (fix.side == FixSide::kAround || fix.within.known()) return additions_in_blocks(fix, sources);
  Edit edit = begun(EditKind::kAdd, fix);
  name_window(edit, fix, sources);
  // The run does not show where it has left a function early: here all paths after the operation get the call.
  const bool early = leaves(fix.place.call) && fix.operation.known();
  if (early) edit.place = fix.operation;
  if (!fix.before_it.function.empty()) return wait_and_fence(std::move(edit), fix, sources);
  if (!add_meeting(edit, fix, sources)) return {};
  if (fix.call.function.empty() && fix.met_by) {
    edit.kind = EditKind::kMeet;
    return {edit};
  }
  if (edit.call == MpiCall::kNone) return {};
  edit.after = early || fix.side != FixSide::kBefore;
  if (fix.side != FixSide::kBetween) {
    // The recorded run does not show how often each rank makes an access: accesses of a loop are recorded as one.
    // (Memory is freed once for each window, and so is the window.)
    const bool counted = !fix.call.on_all_ranks || !fix.place.call.empty() || edit.call == MpiCall::kWin_free;
    return counted ? std::vector<Edit>{edit} : std::vector<Edit>{};
  }
  // If the source has the two in reverse order, the second one is that of the next round.
  const bool turned = fix.place.at.file == fix.until.place.at.file &&
                      fix.place.at.function == fix.until.place.at.function &&
                      fix.place.at.line > fix.until.place.at.line;
  if (edit.call == MpiCall::kWin_fence && fix.call.arguments.size() == 2) {
    Edit met = edit;
    met.kind = EditKind::kMeet;
    met.meeting = MpiCall::kWin_fence;
    Fix in_source = fix;
    in_source.until.next_round = in_source.until.next_round || turned;
    met.gaps = gaps_of(in_source, fix.call.arguments.back(), sources);
    if (!met.gaps.empty()) return {met};
    if (fix.until.splits) return {};
  }
  if (turned) return {};
  // A fence is a call of all ranks, wherever each of them reaches it.
  Edit before = edit;
  before.after = false;
  before.place = fix.until.place;
  Edit each_side = edit;
  each_side.otherwise_before = fix.until.place;
  return {each_side, before, edit};
}

std::vector<Edit> other_arguments(const Fix& fix) {
  if (fix.argument.given == "MPI_LOCK_EXCLUSIVE" || fix.argument.given == "MPI_LOCK_SHARED") {
    Edit locking = begun(EditKind::kLockType, fix);
    locking.shared = fix.argument.given == "MPI_LOCK_SHARED";
    return {locking};
  }
  if (passes_window(fix)) {
    Edit named = begun(EditKind::kOtherWindow, fix);
    named.call = MpiCall::kNone;
    if (fix.purpose == FixPurpose::kCloseEpoch) named.names_window = fix.operation;
    return {named};
  }
  if (passes_target(fix)) return {begun(EditKind::kOtherTarget, fix)};
  if (fix.argument.given == "MPI_THREAD_MULTIPLE") return {begun(EditKind::kThreadLevel, fix)};
  Edit edit = begun(EditKind::kLeaveOut, fix);
  edit.assertion = assertion_named(fix.argument.instead_of);
  if (!fix.argument.given.empty() || edit.assertion == 0) return {};
  return {edit};
}

}  // namespace

std::vector<Edit> edits_of(const Fix& fix, SourceLines& sources) {
  switch (fix.kind) {
    case FixKind::kAdd:
      return additions(fix, sources);
    case FixKind::kRemove: {
      Edit edit = begun(fix.info_key.empty() ? EditKind::kRemove : EditKind::kDropInfo, fix);
      edit.info = fix.info_key;
      edit.accepts = edit.accepts || edit.kind == EditKind::kDropInfo;
      return {edit};
    }
    case FixKind::kReplaceCall: {
      if (is_atomic_instead(fix)) return {begun(EditKind::kAtomic, fix)};
      if (fix.call.function == name_of(MpiCall::kSsend)) return {begun(EditKind::kWaitForReceive, fix)};
      Edit edit = begun(EditKind::kReplace, fix);
      // The other arguments of the same call are not
      // known. (An unlock is for what is locked.)
      if (fix.call.arguments.empty() && !fix.call.same_arguments && fix.call.function == fix.place.call &&
          edit.call != MpiCall::kWin_unlock)
        return {};
      if (edit.call == MpiCall::kNone || !add_meeting(edit, fix, sources)) return {};
      return {edit};
    }
    case FixKind::kMove: {
      if (fix.purpose == FixPurpose::kLetGoOn) {
        Edit letting = begun(EditKind::kLetGo, fix);
        letting.call = can_let_go(fix.moved.call);
        letting.comes_earlier = fix.within.known();
        return letting.call == MpiCall::kNone ? std::vector<Edit>() : std::vector{letting};
      }
      if (leaves_its_condition(fix)) {
        Edit edit = begun(EditKind::kAddInBlocks, fix);
        edit.names_window = fix.operation;
        for (const AddedCall& one : calls_added_by(fix, sources))
          edit.added.push_back({one.gap, can_be_made(one.call.function), target_in(one.call)});
        if (fix.purpose != FixPurpose::kComplete) {
          // One call is enough: those that are made at the old place are removed.
          edit.place = fix.moved;
          edit.moved_there = true;
          return edit.added.empty() ? std::vector<Edit>() : std::vector{edit};
        }
        // In rounds that leave no other trace, the run does not show when a thread came to that place. Nothing that
        // needs the call comes before it, so it may as well follow the operation.
        Edit at_once = begun(EditKind::kAdd, fix);
        at_once.place = fix.operation;
        return edit.added.empty() ? std::vector<Edit>() : std::vector{edit, at_once};
      }
      if (moves_into_loop(fix) || closes_earlier(fix)) return moved_call(fix, sources);
      Edit edit = begun(EditKind::kMove, fix);
      edit.moved = fix.moved;
      if (fix.side == FixSide::kBefore && fix.place.known() && fix.moved.call.empty() && passed_up(fix, sources)) {
        edit.kind = EditKind::kMoveUp;
        return {edit};
      }
      if (fix.side == FixSide::kBefore && fix.place.call.empty() && can_move_up(fix.moved, fix.place, sources)) {
        // The call moves to before the accesses that precede it: these come after it.
        std::swap(edit.moved, edit.place);
        return {edit};
      }
      if (fix.moved.call == name_of(MpiCall::kWin_free) && fix.place.call.empty() && passed_down(fix, sources)) {
        edit.kind = EditKind::kMoveUp;
        std::swap(edit.moved, edit.place);
        return {edit};
      }
      // The rest of the run depends on the results of moved calls.
      if (fix.side == FixSide::kBefore || !fix.moved.call.empty() || !fix.place.known()) return {};
      return {edit};
    }
    case FixKind::kReplaceArgument:
      return other_arguments(fix);
    case FixKind::kGuard:
    case FixKind::kMustHold:
      break;
  }
  return {};
}

}  // namespace fencepost::trial
