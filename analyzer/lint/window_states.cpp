#include "lint/window_states.h"

#include <algorithm>

#include "registry/rule_ids.h"

namespace fencepost::lint {
namespace {

constexpr std::size_t kMostStates = 16;

bool is_constant(const std::string& target) {
  return target.starts_with('#');
}

bool is_fence(Epoch epoch) {
  return epoch == Epoch::kFence || epoch == Epoch::kFenceUsed || epoch == Epoch::kFenceSucceeds;
}

// The target is certainly not locked: the numbers differ. (Two variables may have the same value.)
bool is_another(const WindowState& state, const StepArguments& arguments) {
  return !state.others && !arguments.target.empty() && is_constant(arguments.target) &&
         std::ranges::all_of(state.targets, is_constant) && !state.targets.contains(arguments.target);
}

bool is_access_epoch(Epoch epoch) {
  return epoch == Epoch::kStarted || epoch == Epoch::kLocked || epoch == Epoch::kLockedAll;
}

void become(WindowState& state, const StepArguments& arguments, Epoch epoch) {
  state.epoch = epoch;
  state.targets.clear();
  state.others = false;
  state.since = arguments.call;
}

// Its end.
std::string_view end(WindowState& state, Step step, const StepArguments& arguments) {
  const Epoch before = state.epoch;
  switch (step) {
    case Step::kFree: {
      const bool open = is_access_epoch(before) || (state.posts_known && state.posted);
      become(state, arguments, Epoch::kFreed);
      return open ? rule::kEpochOpenAtFree : "";
    }
    case Step::kFinalize:
      if (before == Epoch::kUnknown) return "";
      return is_access_epoch(before) ? rule::kEpochOpenAtFinalize : rule::kNeverFreed;
    default:
      return "";
  }
}

// Fences, and post, start, complete, wait.
std::string_view synchronize_actively(WindowState& state, Step step, const StepArguments& arguments) {
  const Epoch before = state.epoch;
  switch (step) {
    case Step::kFence:
      state.within_fences = false;
      become(state, arguments, arguments.no_succeed ? Epoch::kFenceSucceeds : Epoch::kFence);
      if (before == Epoch::kFenceUsed && arguments.no_precede) return rule::kFenceNoprecede;
      return is_access_epoch(before) ? rule::kEpochsOverlap : "";
    case Step::kStart:
      state.within_fences |= before == Epoch::kFence;
      become(state, arguments, Epoch::kStarted);
      if (before == Epoch::kStarted) return rule::kStartWhileStarted;
      return before == Epoch::kFenceUsed || before == Epoch::kLocked || before == Epoch::kLockedAll
                 ? rule::kEpochsOverlap
                 : "";
    case Step::kComplete:
      become(state, arguments, Epoch::kNone);
      return before == Epoch::kStarted || before == Epoch::kUnknown ? "" : rule::kCompleteWithoutStart;
    case Step::kPost: {
      const bool wrong = state.posts_known && state.posted;
      state.posted = state.posts_known = true;
      return wrong ? rule::kPostWhilePosted : "";
    }
    case Step::kWait:
    case Step::kTest: {
      const bool wrong = state.posts_known && !state.posted;
      state.posts_known = step == Step::kWait;  // a test may have found the epoch's end
      state.posted = false;
      return wrong ? rule::kWaitWithoutPost : "";
    }
    default:
      return "";
  }
}

// Locks and flushes.
std::string_view synchronize_passively(WindowState& state, Step step, const StepArguments& arguments) {
  const Epoch before = state.epoch;
  switch (step) {
    case Step::kLock: {
      if (before == Epoch::kStarted || before == Epoch::kFenceUsed) {
        become(state, arguments, Epoch::kUnknown);
        return rule::kEpochsOverlap;
      }
      const bool twice = before == Epoch::kLockedAll || (before == Epoch::kLocked && !arguments.target.empty() &&
                                                         state.targets.contains(arguments.target));
      state.within_fences |= before == Epoch::kFence;
      if (before != Epoch::kLocked) become(state, arguments, Epoch::kLocked);
      if (before == Epoch::kUnknown) state.others = true;
      if (arguments.target.empty()) {
        state.others = true;
      } else {
        state.targets.insert(arguments.target);
      }
      return twice ? rule::kAlreadyLocked : "";
    }
    case Step::kUnlock: {
      if (before == Epoch::kUnknown) return "";
      if (before != Epoch::kLocked) {
        become(state, arguments, Epoch::kUnknown);
        return rule::kUnlockWithoutLock;
      }
      if (is_another(state, arguments)) return rule::kUnlockWithoutLock;
      if (state.others || arguments.target.empty() || !state.targets.contains(arguments.target)) {
        // It is not known which of them.
        become(state, arguments, Epoch::kUnknown);
        return "";
      }
      state.targets.erase(arguments.target);
      if (state.targets.empty()) become(state, arguments, state.others ? Epoch::kUnknown : Epoch::kNone);
      return "";
    }
    case Step::kLockAll:
      state.within_fences |= before == Epoch::kFence;
      become(state, arguments, Epoch::kLockedAll);
      if (before == Epoch::kStarted || before == Epoch::kFenceUsed) return rule::kEpochsOverlap;
      return before == Epoch::kLocked || before == Epoch::kLockedAll ? rule::kAlreadyLocked : "";
    case Step::kUnlockAll:
      become(state, arguments, Epoch::kNone);
      return before == Epoch::kUnknown || before == Epoch::kLockedAll ? "" : rule::kUnlockWithoutLock;
    case Step::kFlush:
      if (before == Epoch::kUnknown || before == Epoch::kLockedAll) return "";
      return before == Epoch::kLocked && !is_another(state, arguments) ? "" : rule::kFlushOutsidePassiveEpoch;
    case Step::kFlushAll:
      return before == Epoch::kUnknown || before == Epoch::kLockedAll || before == Epoch::kLocked
                 ? ""
                 : rule::kFlushOutsidePassiveEpoch;
    default:
      return "";
  }
}

std::string_view operate(WindowState& state, Step step, const StepArguments& arguments) {
  const Epoch before = state.epoch;
  if (before == Epoch::kNone) return state.within_fences ? rule::kEpochsOverlap : rule::kOperationOutsideEpoch;
  if (before == Epoch::kFenceSucceeds) return rule::kFenceNosucceed;
  if (before == Epoch::kLocked && is_another(state, arguments)) return rule::kTargetNotInEpoch;
  if (step == Step::kRequestOperation && (is_fence(before) || before == Epoch::kStarted))
    return rule::kRequestOperationOutsidePassiveEpoch;
  if (before == Epoch::kFence) become(state, arguments, Epoch::kFenceUsed);
  return "";
}

// The rule that the call breaks in this state; "": none. Changes the state to the one after the call.
std::string_view apply(WindowState& state, Step step, const StepArguments& arguments) {
  const Epoch before = state.epoch;
  if (step == Step::kCreate) {
    state = {};
    become(state, arguments, Epoch::kNone);
    state.posts_known = true;
    return "";
  }
  if (before == Epoch::kLost) {
    // After a call that opens an epoch, the state is known again.
    if (step == Step::kFence || step == Step::kStart || step == Step::kLock || step == Step::kLockAll) {
      state.epoch = Epoch::kUnknown;
      return apply(state, step, arguments);
    }
    const bool closes = step == Step::kComplete || step == Step::kUnlock || step == Step::kUnlockAll;
    if (closes) become(state, arguments, Epoch::kUnknown);
    return "";
  }
  if (before == Epoch::kFreed) return step == Step::kFinalize ? "" : rule::kUseAfterFree;
  switch (step) {
    case Step::kCreate:
      return "";
    case Step::kFree:
    case Step::kFinalize:
      return end(state, step, arguments);
    case Step::kFence:
    case Step::kStart:
    case Step::kComplete:
    case Step::kPost:
    case Step::kWait:
    case Step::kTest:
      return synchronize_actively(state, step, arguments);
    case Step::kLock:
    case Step::kUnlock:
    case Step::kLockAll:
    case Step::kUnlockAll:
    case Step::kFlush:
    case Step::kFlushAll:
      return synchronize_passively(state, step, arguments);
    case Step::kOperation:
    case Step::kRequestOperation:
      return operate(state, step, arguments);
  }
  return "";
}

}  // namespace

std::optional<Step> step_of(const CallShape& of) {
  switch (of.kind) {
    case CallKind::kCreate:
      return Step::kCreate;
    case CallKind::kFree:
      return Step::kFree;
    case CallKind::kFence:
      return Step::kFence;
    case CallKind::kStart:
      return Step::kStart;
    case CallKind::kComplete:
      return Step::kComplete;
    case CallKind::kPost:
      return Step::kPost;
    case CallKind::kWait:
      return Step::kWait;
    case CallKind::kTest:
      return Step::kTest;
    case CallKind::kLock:
      return Step::kLock;
    case CallKind::kUnlock:
      return Step::kUnlock;
    case CallKind::kLockAll:
      return Step::kLockAll;
    case CallKind::kUnlockAll:
      return Step::kUnlockAll;
    case CallKind::kFlush:
    case CallKind::kFlushLocal:
      return Step::kFlush;
    case CallKind::kFlushAll:
    case CallKind::kFlushLocalAll:
      return Step::kFlushAll;
    case CallKind::kPut:
    case CallKind::kGet:
    case CallKind::kAccumulate:
      return of.request >= 0 ? Step::kRequestOperation : Step::kOperation;
    default:
      return std::nullopt;
  }
}

std::optional<Wrong> WindowStates::step(Step step, const StepArguments& arguments) {
  std::set<WindowState> after;
  std::optional<Wrong> wrong;
  bool always_wrong = true;
  for (const WindowState& state : states_) {
    WindowState next = state;
    const std::string_view rule = apply(next, step, arguments);
    if (rule.empty()) {
      always_wrong = false;
    } else if (!wrong) {
      wrong = Wrong{rule, state.epoch, state.since};
    } else if (wrong->rule != rule) {
      always_wrong = false;  // wrong in different ways: it is not known which
    }
    // (After some mistakes, the following state is certain.)
    const bool goes_on = step == Step::kFree || step == Step::kFinalize || rule == rule::kTargetNotInEpoch ||
                         rule == rule::kFlushOutsidePassiveEpoch ||
                         rule == rule::kRequestOperationOutsidePassiveEpoch || rule == rule::kFenceNoprecede;
    if (rule.empty() || goes_on) after.insert(std::move(next));
  }
  if (after.size() > kMostStates) after = {WindowState{}};
  if (after.empty()) after = {WindowState{.epoch = always_wrong ? Epoch::kLost : Epoch::kUnknown}};
  states_ = std::move(after);
  return always_wrong ? wrong : std::nullopt;
}

void WindowStates::forget_target(const std::string& target) {
  std::set<WindowState> after;
  for (WindowState state : states_) {
    if (state.targets.erase(target) != 0) state.others = true;
    after.insert(std::move(state));
  }
  states_ = std::move(after);
}

bool WindowStates::join(const WindowStates& other) {
  const std::size_t before = states_.size();
  if (before == 1 && states_.begin()->epoch == Epoch::kUnknown && !states_.begin()->posts_known) return false;
  states_.insert(other.states_.begin(), other.states_.end());
  if (states_.size() > kMostStates) {
    forget();
    return true;
  }
  return states_.size() != before;
}

}  // namespace fencepost::lint
