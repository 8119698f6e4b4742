// The grants and releases of locks in a recorded run, and their order if each lock had excluded the others.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "ids/ids.h"

namespace fencepost::trial {

class LockOrder {
 public:
  // As in the run: the number among those of one target.
  void note(ProcessId process, WindowKey window, Rank target, std::uint64_t sequence, bool released);
  // The same event's number if the locks come one after the other, in the order of their grants.
  std::uint64_t in_turn(WindowKey window, Rank target, std::uint64_t sequence) const;

 private:
  struct Turn {
    ProcessId process;
    bool released = false;
  };
  std::map<std::pair<WindowKey, Rank>, std::map<std::uint64_t, Turn>> turns_;  // by target, then number
};

}  // namespace fencepost::trial
