// The possible states of a window's epochs at one point of a function: one state for each path to it. A call is
// certainly wrong if it is wrong in each of them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lint/call_shape.h"

namespace fencepost::lint {

enum class Epoch {
  kUnknown,  // on entry, and after calls about which nothing is known
  kLost,     // after a reported mistake: its consequences are not reported, until an epoch is opened
  kNone,
  kFence,          // after a fence: an epoch if operations follow
  kFenceUsed,      // they have followed
  kFenceSucceeds,  // after a fence with MPI_MODE_NOSUCCEED
  kStarted,
  kLocked,
  kLockedAll,
  kFreed,
};

struct WindowState {
  Epoch epoch = Epoch::kUnknown;
  // kLocked: the targets, by key; `others`: perhaps others, too (a variable that named one has changed).
  std::set<std::string> targets;
  bool others = false;
  // A lock or start came after a fence that would have opened an epoch, and no fence since then.
  bool within_fences = false;
  bool posted = false;
  bool posts_known = false;
  const void* since = nullptr;  // the call that made it so
  auto operator<=>(const WindowState&) const = default;
};

// What is wrong with a call: the id of a rule. `before`: the call that set the state, or null.
struct Wrong {
  std::string_view rule;
  Epoch epoch = Epoch::kUnknown;
  const void* before = nullptr;
};

// The calls of the chapter, as inputs of the automaton.
enum class Step {
  kCreate,
  kFree,
  kFence,
  kStart,
  kComplete,
  kPost,
  kWait,
  kTest,
  kLock,
  kUnlock,
  kLockAll,
  kUnlockAll,
  kFlush,
  kFlushAll,
  kOperation,
  kRequestOperation,
  kFinalize,
};

// Nothing: the call changes no state and needs none.
std::optional<Step> step_of(const CallShape& shape);

struct StepArguments {
  const void* call = nullptr;
  std::string target;  // key; "": none, or not known
  bool no_precede = false, no_succeed = false;
};

class WindowStates {
 public:
  // Only the unknown state.
  WindowStates() : states_{WindowState{}} {}

  // The states after the call. Returns a rule if the call is wrong in all states before it; then they are lost.
  std::optional<Wrong> step(Step step, const StepArguments& arguments);
  bool are_lost() const { return states_.size() == 1 && states_.begin()->epoch == Epoch::kLost; }
  void forget() { states_ = {WindowState{}}; }
  // The expression that named this target may name another one now.
  void forget_target(const std::string& target);
  // True: there are more states than before.
  bool join(const WindowStates& other);

 private:
  std::set<WindowState> states_;
};

}  // namespace fencepost::lint
