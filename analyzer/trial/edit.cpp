#include "trial/edit.h"

#include <charconv>
#include <string>
#include <utility>

namespace fencepost::trial {
namespace {

MpiCall completing(const std::string& function) {
  for (const MpiCall call : {MpiCall::kWin_fence, MpiCall::kWin_flush, MpiCall::kWin_flush_all,
                             MpiCall::kWin_flush_local, MpiCall::kWin_flush_local_all})
    if (function == name_of(call)) return call;
  return MpiCall::kNone;
}

std::optional<std::int64_t> number_in(const FixCall& call) {
  if (call.arguments.size() != 2) return std::nullopt;
  const std::string& text = call.arguments.front();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
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
          .call = completing(fix.call.function),
          .place = fix.place,
          .operation = fix.operation,
          .target = number_in(fix.call),
          .window = fix.window};
}

// What other ranks wait for besides: a barrier, where the source says that all come to it. False: it does not.
bool add_meeting(Edit& edit, const Fix& fix, SourceLines& sources) {
  if (!fix.met_by) return true;
  if (fix.met_by->thread >= 0 || fix.next_round || !fix.epoch.function.empty()) return false;
  edit.meeting = MpiCall::kBarrier;
  edit.synchronizes = !fix.sync.function.empty();
  edit.gaps = gaps_of(fix, edit.synchronizes && !fix.sync.arguments.empty() ? fix.sync.arguments.front() : "", sources);
  return !edit.gaps.empty();
}

std::vector<Edit> additions(const Fix& fix, SourceLines& sources) {
  Edit edit = begun(EditKind::kAdd, fix);
  // What has to come before is no part of an edit.
  if (!fix.before_it.function.empty() || fix.until_lets_go || !add_meeting(edit, fix, sources)) return {};
  if (fix.call.function.empty() && fix.met_by) {
    edit.kind = EditKind::kMeet;
    return {edit};
  }
  if (edit.call == MpiCall::kNone) return {};
  edit.after = fix.side != FixSide::kBefore;
  if (fix.side != FixSide::kBetween) return {edit};
  if (edit.call == MpiCall::kWin_fence && fix.call.arguments.size() == 2) {
    Edit met = edit;
    met.kind = EditKind::kMeet;
    met.meeting = MpiCall::kWin_fence;
    met.gaps = gaps_of(fix, fix.call.arguments.back(), sources);
    if (!met.gaps.empty()) return {met};
  }
  // A fence is a call of all, wherever each of them comes to it.
  Edit before = edit;
  before.after = false;
  before.place = fix.until;
  Edit each_side = edit;
  each_side.otherwise_before = fix.until;
  return {each_side, before, edit};
}

}  // namespace

std::vector<Edit> edits_of(const Fix& fix, SourceLines& sources) {
  switch (fix.kind) {
    case FixKind::kAdd:
      return additions(fix, sources);
    case FixKind::kRemove:
      return {begun(EditKind::kRemove, fix)};
    case FixKind::kReplaceCall: {
      Edit edit = begun(EditKind::kReplace, fix);
      if (edit.call == MpiCall::kNone || !add_meeting(edit, fix, sources)) return {};
      return {edit};
    }
    case FixKind::kMove: {
      Edit edit = begun(EditKind::kMove, fix);
      edit.moved = fix.moved;
      if (fix.side == FixSide::kBefore && fix.place.call.empty() && can_move_up(fix.moved, fix.place, sources)) {
        // The call comes to before the accesses in front of it: they come behind it.
        std::swap(edit.moved, edit.place);
        return {edit};
      }
      // Calls that are moved have results that the rest of the run depends on.
      if (fix.side == FixSide::kBefore || !fix.moved.call.empty() || !fix.place.known()) return {};
      return {edit};
    }
    case FixKind::kReplaceArgument: {
      Edit edit = begun(EditKind::kLeaveOut, fix);
      edit.assertion = assertion_named(fix.instead_of);
      if (!fix.argument.empty() || edit.assertion == 0) return {};
      return {edit};
    }
    case FixKind::kMustHold:
      break;
  }
  return {};
}

}  // namespace fencepost::trial
