#include "epoch_checks/narrow_locks.h"

#include <utility>
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
  if (targets.size() > 1 && !lock.told) tell(lock, epoch, targets, {});
}

void NarrowLocks::uses(const AccessEpoch& epoch) {
  for (auto& [call, lock] : locks_) {
    const auto targets = lock.targets.find({epoch.process, epoch.opened_at.tick});
    if (lock.told || targets == lock.targets.end() || call != report_.words().call_at(epoch.opened)) continue;
    targets->second.insert(epoch.targets.begin(), epoch.targets.end());
    // (A lock of its own for the operation is right as well.)
    Fixes own = report_.finding(lock.finding).fixes;
    std::erase_if(own, [](const Fix& fix) { return fix.kind != FixKind::kAdd; });
    tell(lock, epoch, targets->second, std::move(own));
  }
}

void NarrowLocks::tell(Lock& lock, const AccessEpoch& epoch, const std::set<Rank>& targets, Fixes fixes) {
  lock.told = true;
  Words& words = report_.words();
  const std::vector<Rank> ranks(targets.begin(), targets.end());
  fixes.push_back(must_hold(fmt::format(
      "MPI_Win_lock_all(0, {0}) has to open the epoch in place of {1}, and MPI_Win_unlock_all({0}) has to end it in "
      "place of MPI_Win_unlock: rank {2} accesses {3} in it",
      window_text(epoch.opened, words), words.call_at(epoch.opened), epoch.process,
      words.targets(epoch.window, ranks))));
  report_.advise(lock.finding, std::move(fixes));
}

}  // namespace fencepost
