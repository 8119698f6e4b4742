// Who waits for whom when a job is over: which processes are stuck, and which of them hang together.
//
// A process is stuck if what it waits for can only come from processes that are stuck or have ended. Everything
// doubtful (a process that computes or was killed, a wait of an unknown kind) counts as able to go on: a killed job is
// not a hang.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "job/observer.h"

namespace fencepost {

// Several processes may give what one needs (a receive from any source, a value in a window): one of them is enough.
inline bool any_is_enough(const BlockedCall& call) {
  return call.any_is_enough || call.waits_for == WaitsFor::kMessage;
}

class BlockedCalls {
 public:
  // The job has to outlive this.
  BlockedCalls(const Job& job, const EndOfRun& end);

  // By process, of each the calls of its threads in their order: first those of MPI, then waits for other threads.
  const std::map<int, std::vector<BlockedCall>>& calls() const { return calls_; }
  const BlockedCall& first_of(int process) const { return calls_.at(process).front(); }

  const std::set<int>& stuck() const { return stuck_; }
  // The stuck ones that a stuck one waits for.
  std::vector<int> partners(int process) const;
  // All that are connected with it by waiting, ascending, itself among them.
  std::vector<int> group_of(int process) const;
  // The shortest cycle among the group, in the order of waiting, which starts at its lowest rank; empty: there is none.
  std::vector<int> cycle_in(const std::vector<int>& group) const;

  // As if stuck processes did not wait for those that `gives(call, process)` is true of.
  BlockedCalls without(const std::function<bool(const BlockedCall&, int)>& gives) const;

 private:
  void find_stuck();
  bool may_return(const BlockedCall& call) const;

  const Job* job_;
  bool hung_;
  std::set<int> with_running_threads_;
  std::map<int, std::vector<BlockedCall>> calls_;
  std::set<int> stuck_;
};

// Of `wait`, in MPI_Win_wait: the access epoch of `other` that has begun to use this exposure; null: there is none.
const AccessEpoch* answered(const Job& job, const BlockedCall& wait, int other);

}  // namespace fencepost
