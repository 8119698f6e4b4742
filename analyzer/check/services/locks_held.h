// The RMA locks that each process holds, as its accesses see them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <boost/container/flat_set.hpp>

#include "index/locks_held.h"
#include "job/job.h"
#include "services/language_atomics.h"

namespace fencepost::check {

class LocksHeld {
 public:
  LocksHeld(const Job& job, const UnseenOrder& unseen_order)
      : job_(job), unseen_order_(unseen_order), processes_(job.processes().size()) {}

  // At this position of the replay, the process's locks of the window have changed.
  void refresh(ProcessId process, WindowKey window, std::uint64_t order);

  index::LockSets& sets() { return sets_; }
  const index::LockSets& sets() const { return sets_; }
  // All locks, as RMA operations see them; and those that cover loads and stores.
  index::LockSet all(ProcessId process) const { return of(process).all; }
  index::LockSet own(ProcessId process) const { return of(process).own; }
  // The same. If order between its threads is not seen: the locks that covered them at any time since.
  index::LockSet own_or_ever(ProcessId process) const {
    const OfProcess& held = of(process);
    return held.own_ever != 0 ? held.own_ever : held.own;
  }
  // A passive epoch to itself is open, even one of MPI_MODE_NOCHECK.
  bool in_own_epoch(ProcessId process) const { return of(process).in_own_epoch; }
  // The position of the replay since which it is held (Moment::order); nothing: it is not held.
  std::optional<std::uint64_t> held_since(ProcessId process, const index::Lock& lock) const;

  // Nobody takes locks of freed windows any more: forgets the sets that are not in use. mark_others(mark) calls
  // mark(set) for the sets that accesses and operations have.
  template <class MarkOthers>
  void forget_unused(MarkOthers&& mark_others) {
    if (!sets_.has_many()) return;
    std::vector<bool> in_use(sets_.numbers());
    const auto mark = [&](index::LockSet set) { in_use[set] = true; };
    for (const OfProcess& held : processes_) {
      for (const index::LockSet set : {held.all, held.own, held.own_ever}) mark(set);
    }
    mark_others(mark);
    sets_.keep_only(in_use);
  }

 private:
  struct OfProcess {
    boost::container::flat_set<WindowKey> windows;  // on which it has passive epochs
    index::LockSet all = 0;
    std::map<index::Lock, std::uint64_t> since;  // since when it holds each of these
    index::LockSet own = 0, own_ever = 0;
    bool in_own_epoch = false;
  };
  const OfProcess& of(ProcessId process) const { return processes_[process]; }

  const Job& job_;
  const UnseenOrder& unseen_order_;
  index::LockSets sets_;
  PerProcess<OfProcess> processes_;
};

}  // namespace fencepost::check
