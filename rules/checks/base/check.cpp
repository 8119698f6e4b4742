#include "checks_base/check.h"

namespace fencepost {

void Check::never_freed_follows(const Window& window, int process, Report::Number cause) {
  const int rank = window.rank_of(process);
  if (rank < 0) return;
  const Place& created = window.parts[static_cast<std::size_t>(rank)].created;
  if (const auto never = report().number_of(rule::kNeverFreed, created, window.key.number()))
    report().follows(*never, cause);
}

}  // namespace fencepost
