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
  std::uint64_t of(const Job& job, int process, std::uint64_t ticks);

 private:
  std::vector<int> reference_;  // by process: the one whose start is used; -1: not looked up
};

}  // namespace fencepost
