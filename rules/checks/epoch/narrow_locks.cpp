#include "epoch_checks/narrow_locks.h"

#include <vector>

#include <fmt/format.h>

#include "words/call_text.h"

namespace fencepost {

void NarrowLocks::miss(Report::Number finding, const Operation& operation, const AccessEpoch& epoch) {
  Words& words = report_.words();
  const std::string call = words.call_at(epoch.opened);
  Lock& lock = locks_.try_emplace(call, Lock{finding, {}, false}).first->second;
  if (lock.finding != finding && !report_.is_consequence(finding)) {
    report_.follows(finding, lock.finding);
    report_.advise(finding, fmt::format("Open the epoch as {} describes.", report_.finding(lock.finding).rule));
  }
  std::set<Rank>& targets = lock.targets[{operation.place.process, epoch.opened_at.tick}];
  targets.insert(operation.target);
  if (epoch.operations > 0) targets.insert(epoch.targets.begin(), epoch.targets.end());
  if (targets.size() < 2 || lock.told) return;
  lock.told = true;
  const std::string window = window_text(epoch.opened, words);
  const std::vector<Rank> ranks(targets.begin(), targets.end());
  report_.advise(lock.finding,
                 {must_hold(fmt::format(
                     "MPI_Win_lock_all(0, {0}) has to open the epoch in place of {1}, and MPI_Win_unlock_all({0}) has "
                     "to end it in place of MPI_Win_unlock: rank {2} accesses {3} in it",
                     window, call, operation.place.process, words.targets(epoch.window, ranks)))});
}

}  // namespace fencepost
