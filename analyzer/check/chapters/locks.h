// Passive target: locks, flushes.
//
// The lock call itself waits only for the lock of one's own rank (whose loads
// and stores follow immediately). A grant opens the target to the operations
// of the epoch. The first call that completes one of them waits for the grant.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "chapters/chapter.h"
#include "chapters/operations.h"
#include "match/locks.h"

namespace fencepost::check {

class LockChapter : public Chapter {
 public:
  LockChapter(Services& services, OperationChapter& operations, ReadsFromChapter& reads_from)
      : Chapter(services),
        locks_held_(services.locks_held),
        in_flight_(services.in_flight),
        operations_(operations),
        reads_from_(reads_from),
        windows_(services.job.processes().size()) {}

  bool ready(Thread&, const event::LockGranted&);
  bool ready(Thread&, const event::UnlockEnd&);
  bool ready(Thread&, const event::FlushEnd&);
  void apply(Thread&, const event::LockBegin&);
  void apply(Thread&, const event::LockEnd&);
  void apply(Thread&, const event::LockGranted&);
  void apply(Thread&, const event::LockReleased&);
  void apply(Thread&, const event::UnlockBegin&);
  void apply(Thread&, const event::UnlockEnd&);
  void apply(Thread&, const event::FlushBegin&);
  void apply(Thread&, const event::FlushEnd&);
  void foresee(Thread&, const event::LockGranted&);
  void foresee(Thread&, const event::LockReleased&);

  // What had happened before the target opens to an operation that is issued now, in a lock's epoch. Null: the
  // operation waits for the grant, and is placed then.
  SharedClocks opening_by_grant(const std::shared_ptr<RmaOperation>& operation);
  // The thread learns of the grants on the window of `target` (kAll: of all targets) that it has waited for by now: at
  // a flush, an unlock, a fetch.
  void wait_for_grants(Thread& thread, WindowKey window, Rank target);
  // Operations whose target side has not started yet; some may have started meanwhile (target_placed).
  template <class Visit>
  void each_deferred(Visit&& visit) const {
    windows_.each([&](const Grants& grants) {
      for (const auto& [target, grant] : grants) std::ranges::for_each(grant.deferred, visit);
    });
  }

  bool is_idle(ProcessId process, WindowKey window) const;
  void forget_window(ProcessId process, WindowKey window) { windows_.forget(process, window); }
  void forget_window(WindowKey window) { locks_.forget_window(window); }

  // ---- at the end of the run
  // For locks whose grant never came: their operations have begun nevertheless.
  void place_all_deferred();
  std::shared_ptr<AccessEpoch> lock_epoch(ProcessId process, WindowKey window, Rank target) const;
  // Whether the grant of a lock that the process has requested was seen.
  bool is_granted(ProcessId process, WindowKey window, Rank target) const;
  std::vector<Rank> granted_targets(ProcessId process, WindowKey window) const;
  // Processes that hold a lock that prevents the grant of the process's lock of the target.
  std::vector<ProcessId> holders_in_the_way(ProcessId process, const Window& window, Rank target) const;

 private:
  struct Grant {
    bool granted = false;
    order::Clock released;  // observed: what the grant has waited for
    order::NodeName node;
    OperationList deferred;  // issued before the grant was seen
  };
  using Grants = std::map<Rank, Grant>;  // by target
  struct InCall {
    std::shared_ptr<AccessEpoch> epoch;
    OperationList fetches;  // completed in this call; what they read from is known at its end
  };
  void place_deferred(Grant& grant);
  void refresh(ProcessId process, WindowKey window) { locks_held_.refresh(process, window, clocks_.order()); }
  std::shared_ptr<AccessEpoch> new_epoch(Thread& thread, const Window& window, const event::LockBegin& event);

  // For native runs: see services/native_runs.h.
  bool goes_by_time(ProcessId process) const;
  void grant_natively(Thread& thread, WindowKey window, Rank target);
  void release_natively(Thread& thread, const Window& window, Rank target);

  LocksHeld& locks_held_;
  InFlight& in_flight_;
  OperationChapter& operations_;
  ReadsFromChapter& reads_from_;
  match::Locks locks_;
  ByWindow<Grants> windows_;
  OfCalls<InCall> calls_;
};

}  // namespace fencepost::check
