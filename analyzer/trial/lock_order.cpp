#include "trial/lock_order.h"

#include <deque>

namespace fencepost::trial {

void LockOrder::note(ProcessId process, WindowKey window, Rank target, std::uint64_t sequence, bool released) {
  turns_[{window, target}][sequence] = {process, released};
}

std::uint64_t LockOrder::in_turn(WindowKey window, Rank target, std::uint64_t sequence) const {
  const auto known = turns_.find({window, target});
  if (known == turns_.end()) return sequence;
  std::uint64_t grants = 0;
  std::map<ProcessId, std::deque<std::uint64_t>> held;  // by process: the grants that it holds
  for (const auto& [number, turn] : known->second) {
    auto& own = held[turn.process];
    if (!turn.released) {
      if (number == sequence) return 2 * grants + 1;
      own.push_back(grants++);
    } else if (!own.empty()) {
      const std::uint64_t granted = own.front();
      own.pop_front();
      if (number == sequence) return 2 * granted + 2;
    }
  }
  return sequence;
}

}  // namespace fencepost::trial
