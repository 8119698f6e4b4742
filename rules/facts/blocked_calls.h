// Which processes wait for which when a job is over: which are stuck, and which of these hang together.
//
// A process is stuck if it waits for something that only stuck or ended processes can provide. In doubtful cases (a
// process that computes or was killed, a wait of an unknown kind), a process counts as able to continue: a killed job
// is not a hang.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "job/observer.h"

namespace fencepost {

// It polls by operations whose target is MPI_PROC_NULL: they get nothing, now and later.
inline bool polls_nobody(const BlockedCall& call) {
  return call.waits_for == WaitsFor::kValue && call.target == Rank::kProcNull && call.processes.empty();
}

// Several processes may provide what one needs (a receive from any source, a value in a window): one of them is enough.
inline bool any_is_enough(const BlockedCall& call) {
  return call.any_is_enough || call.waits_for == WaitsFor::kMessage;
}

class BlockedCalls {
 public:
  // The job must outlive this object.
  BlockedCalls(const Job& job, const EndOfRun& end);

  // By process, the calls of each of its threads: first calls of MPI, then waits for other threads.
  const std::map<ProcessId, std::vector<BlockedCall>>& calls() const { return calls_; }
  const BlockedCall& first_of(ProcessId process) const { return calls_.at(process).front(); }

  const std::set<ProcessId>& stuck() const { return stuck_; }
  // All processes connected with it by waiting, itself included, in ascending order.
  std::vector<ProcessId> group_of(ProcessId process) const;
  // The processes that a call waits for, without those that have made the same nonblocking call and wait for it, too.
  // (If the loop around also looks at memory, these may still change that.)
  std::vector<ProcessId> awaited(const BlockedCall& call) const;
  // The shortest cycle in the group, in the order of waiting, starting at its lowest rank; empty: there is none.
  std::vector<ProcessId> cycle_in(const std::vector<ProcessId>& group) const;

  // The same as if stuck processes did not wait for those for which `gives(call, process)` is true.
  BlockedCalls without(const std::function<bool(const BlockedCall&, ProcessId)>& gives) const;

 private:
  enum class Of { kCalls, kAwaited };
  // The stuck processes that a stuck one waits for: all that its calls name, or those that `awaited` leaves of them.
  std::vector<ProcessId> partners(ProcessId process, Of of) const;
  void find_stuck();
  bool may_return(const BlockedCall& call) const;

  const Job* job_;
  bool hung_;
  std::set<ProcessId> with_running_threads_;
  std::map<ProcessId, std::vector<BlockedCall>> calls_;
  std::set<ProcessId> stuck_;
};

// For `wait`, in MPI_Win_wait: the access epoch of `other` that uses this exposure epoch; null: there is none.
const AccessEpoch* answered(const Job& job, const BlockedCall& wait, ProcessId other);

}  // namespace fencepost
