// Times of all processes on one axis.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"

namespace fencepost {

class CommonTime {
 public:
  // Nanoseconds since 1970. Processes of one machine share a clock, so the first of them provides its beginning;
  // machines are related by the wall clock. 0: nothing is known about the process.
  std::uint64_t of(const Job& job, ProcessId process, std::uint64_t ticks);

 private:
  PerProcess<ProcessId> reference_;  // the one whose start is used; none: not looked up
};

}  // namespace fencepost
