#include "checks_base/check.h"

namespace fencepost {

void Check::never_freed_follows(const Window& window, ProcessId process, Report::Number cause) {
  const Rank rank = window.rank_of(process);
  if (rank == Rank::kNone) return;
  const Place& created = window.part(rank).created;
  if (const auto never = report().number_of(rule::kNeverFreed, created, window.key.number()))
    report().follows(*never, cause);
}

}  // namespace fencepost
