// Processes that have more than one thread. What they did before comes before all that their threads do.
#pragma once

#include <cstdint>

#include "facts/here.h"
#include "ids/ids.h"

namespace fencepost {

class ThreadedProcesses {
 public:
  void on(const event::ThreadCreate&, const Here& here) { threaded_.grown(here.place.process) = 1; }
  void on(const event::ThreadBegin& begin, const Here& here) {
    if (ThreadId(begin.thread) != kMainThread) threaded_.grown(here.place.process) = 1;
  }

  bool has(ProcessId process) const { return threaded_.has(process) && threaded_[process] != 0; }

 private:
  PerProcess<std::uint8_t> threaded_;  // as bool
};

}  // namespace fencepost
