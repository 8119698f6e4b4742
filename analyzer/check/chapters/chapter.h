// The base of every chapter. A chapter has `ready(thread, event)` for events that may have to wait (false: it has
// parked the thread), `apply(thread, event)` for events that change anything, and `foresee(thread, event)` for events
// that matter when they are seen by looking ahead. The Replay calls those that exist.
#pragma once

#include "services/services.h"

namespace fencepost::check {

class Chapter {
 public:
  Chapter(const Chapter&) = delete;
  Chapter& operator=(const Chapter&) = delete;

 protected:
  explicit Chapter(Services& services)
      : job_(services.job),
        observers_(services.observers),
        scheduler_(services.scheduler),
        clocks_(services.clocks),
        definitions_(services.definitions),
        losses_(services.losses),
        accesses_(services.accesses) {}
  ~Chapter() = default;

  Job& job_;
  const Observers& observers_;
  schedule::Scheduler& scheduler_;
  Clocks& clocks_;
  Definitions& definitions_;
  Losses& losses_;
  Accesses& accesses_;
};

inline constexpr Rank kAll = Rank::kAllTargets;

// None: no such rank.
inline ProcessId process_of(const Window& window, Rank rank) {
  return window.has_rank(rank) ? window.processes[rank] : ProcessId();
}

}  // namespace fencepost::check
