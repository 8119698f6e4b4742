// What may be the state of a window's epochs at one point of a function: one state for each way to it. A call is wrong
// for certain if it is wrong in each of them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lint/call_shape.h"

namespace fencepost::lint {

enum class Epoch {
  kUnknown,  // on entry, and after calls of which nothing is known
  kLost,     // behind a mistake that has been told: what follows from it is not, until an epoch is opened
  kNone,
  kFence,          // behind a fence: an epoch if operations follow
  kFenceUsed,      // they have
  kFenceSucceeds,  // behind a fence with MPI_MODE_NOSUCCEED
  kStarted,
  kLocked,
  kLockedAll,
  kFreed,
};

struct WindowState {
  Epoch epoch = Epoch::kUnknown;
  // kLocked: the targets, by key; `others`: maybe others, too (a variable that named one has changed).
  std::set<std::string> targets;
  bool others = false;
  // A lock or start came after a fence that would have opened an epoch, and no fence since.
  bool within_fences = false;
  bool posted = false;
  bool posts_known = false;
  const void* since = nullptr;  // the call that made it so
  auto operator<=>(const WindowState&) const = default;
};

// What is wrong with a call: a rule's id. `before`: the call from which the state is, or null.
struct Wrong {
  std::string_view rule;
  Epoch epoch = Epoch::kUnknown;
  const void* before = nullptr;
};

// The calls of the chapter as they concern the automaton.
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
  std::string target;  // key; "": none, or not to be told
  bool no_precede = false, no_succeed = false;
};

class WindowStates {
 public:
  // Only the unknown one.
  WindowStates() : states_{WindowState{}} {}

  // The states behind the call. A rule if it is wrong in all states before; then they are lost.
  std::optional<Wrong> step(Step step, const StepArguments& arguments);
  bool are_lost() const { return states_.size() == 1 && states_.begin()->epoch == Epoch::kLost; }
  void forget() { states_ = {WindowState{}}; }
  // What named this target names another now.
  void forget_target(const std::string& target);
  // True: there are more states than before.
  bool join(const WindowStates& other);

 private:
  std::set<WindowState> states_;
};

}  // namespace fencepost::lint
