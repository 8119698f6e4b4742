// Calls with another window or another target than in the recorded run.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ids/ids.h"
#include "job/source.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

// False: the event has no window.
bool give_window(AnyEvent& any, std::uint64_t window);

// A lock whose target is that of an operation after it. It is held until then.
class HeldLock {
 public:
  bool holds() const { return !events_.empty(); }
  // Takes an event: the lock, or what comes before the operation.
  void take(const TimedEvent& event) { events_.push_back(event); }
  // Whether it may wait together with the lock: other events have lists in the trace's memory, or others wait for them.
  static bool can_wait(const AnyEvent& any);
  // All events, with this target in the lock. Nothing: the target is not known.
  std::vector<TimedEvent> given(std::optional<Rank> target);

 private:
  std::vector<TimedEvent> events_;
};

}  // namespace fencepost::trial
