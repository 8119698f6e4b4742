#include "trial/edit.h"

#include <charconv>
#include <string>

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

Edit begun(EditKind kind, const Fix& fix) {
  return {.kind = kind,
          .call = completing(fix.call.function),
          .place = fix.place,
          .operation = fix.operation,
          .target = number_in(fix.call),
          .window = fix.window};
}

std::vector<Edit> additions(const Fix& fix) {
  Edit edit = begun(EditKind::kAdd, fix);
  // What other ranks wait for besides, and what has to come before, is no part of an edit.
  if (edit.call == MpiCall::kNone || fix.met_by || !fix.before_it.function.empty() || fix.until_lets_go) return {};
  edit.after = fix.side != FixSide::kBefore;
  if (fix.side != FixSide::kBetween) return {edit};
  // A fence is a call of all, wherever each of them comes to it.
  Edit before = edit;
  before.after = false;
  before.place = fix.until;
  Edit each_side = edit;
  each_side.otherwise_before = fix.until;
  return {each_side, before, edit};
}

}  // namespace

std::vector<Edit> edits_of(const Fix& fix) {
  switch (fix.kind) {
    case FixKind::kAdd:
      return additions(fix);
    case FixKind::kRemove:
      return {begun(EditKind::kRemove, fix)};
    case FixKind::kReplaceCall: {
      const Edit edit = begun(EditKind::kReplace, fix);
      if (edit.call == MpiCall::kNone || fix.met_by) return {};
      return {edit};
    }
    case FixKind::kMove: {
      Edit edit = begun(EditKind::kMove, fix);
      edit.moved = fix.moved;
      // Calls that are moved have results that the rest of the run depends on.
      if (fix.side == FixSide::kBefore || !fix.moved.call.empty() || !fix.place.known()) return {};
      return {edit};
    }
    case FixKind::kReplaceArgument:
    case FixKind::kMustHold:
      break;
  }
  return {};
}

}  // namespace fencepost::trial
