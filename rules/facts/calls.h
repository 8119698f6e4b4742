// Small tools over events that several checks need.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "facts/here.h"
#include "job/job.h"

namespace fencepost {

// The window that a synchronization call names, its state and the caller's rank in it. Null window: the handle is
// unknown or freed; another rule reports that (FP-WINDOW-008).
struct WindowCall {
  const Window* window = nullptr;
  const WindowState* state = nullptr;
  Rank rank;
  explicit operator bool() const { return window != nullptr; }
};
WindowCall window_call(const Job& job, ProcessId process, std::uint64_t window_id);
inline WindowCall window_call(const Here& here, std::uint64_t window_id) {
  return window_call(here.job, here.place.process, window_id);
}

// One process's side of a window.
using Side = std::pair<ProcessId, WindowKey>;  // process, window

// Removes what a check keeps for a window that is gone. Its keys are sides, or pairs with a side as `first`.
template <class BySide>
void forget_sides(BySide& by_side, const Window& window) {
  if (by_side.empty()) return;
  for (const ProcessId process : window.processes) by_side.erase({process, window.key});
}
template <class ByPair, class First>
void forget_pairs(ByPair& by_pair, const First& first) {
  using Second = typename ByPair::key_type::second_type;
  if constexpr (std::is_same_v<Second, Rank>) {
    by_pair.erase(by_pair.lower_bound({first, Rank::kLowest}), by_pair.upper_bound({first, Rank::kHighest}));
  } else {
    using Limits = std::numeric_limits<Second>;
    static_assert(Limits::is_specialized);
    by_pair.erase(by_pair.lower_bound({first, Limits::lowest()}), by_pair.upper_bound({first, Limits::max()}));
  }
}

// Opening calls that the library refused (CallFailed). Their epochs were never open, but the program continues as if
// they were: consequences (operations outside, a closing call too many) are not reported again.
class RefusedEpochs {
 public:
  // After the check has looked at the event.
  void on(const event::StartBegin& start, const Here& here);
  void on(const event::Post& post, const Here& here);
  void on(const event::LockBegin& lock, const Here& here);
  void on(const event::FenceBegin& fence, const Here& here);
  void on(const event::WrongArgument& wrong, const Here& here);
  void on(const event::CallFailed& failed, const Here& here);
  // Whatever the thread does next instead of a CallFailed: its last call was not refused.
  void on(const Notable auto&, const Here& here) { not_refused(here.place.by()); }

  // Whether an opening call of this function was refused for this target. Forgets it, because the closing call is here.
  bool closes(const Side& side, MpiCall opening, Rank target);
  // Whether an opening call was refused and is not yet closed, as far as closes() was asked.
  bool missing(const Side& side, MpiCall opening) const;
  // Whether an access epoch with `target` (kAllTargets: any) is missing for that reason.
  bool access_missing(const Side& side, Rank target) const;

 private:
  void opens(std::uint64_t id, MpiCall call, Rank target, const Here& here);

  struct Opening {
    Side side;
    MpiCall call = MpiCall::kNone;
    Rank target = Rank::kAllTargets;
    friend auto operator<=>(const Opening&, const Opening&) = default;
  };
  void not_refused(ThreadName thread) {
    if (last_.has(thread.process) && !last_[thread.process].empty()) forget_last(thread);
  }
  void forget_last(ThreadName thread);

  // By process: what its threads have opened by their last calls. (Mostly, there is nothing, and the question comes
  // with nearly every event.)
  struct Last {
    ThreadId thread;
    Opening opening;
  };
  PerProcess<std::vector<Last>> last_;
  std::set<Opening> refused_;
};

// Sends or receives a message, or both.
bool moves_message(MpiCall call);
// A call of all members of a communicator or window that does not return before its own part is done.
bool is_blocking_collective(MpiCall call);

// MPI_Rput, MPI_Rget, MPI_Raccumulate, MPI_Rget_accumulate and their large-count forms.
bool is_request_based(MpiCall call);

}  // namespace fencepost
