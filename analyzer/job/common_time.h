// Times of all processes on one axis.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"

namespace fencepost {

class CommonTime {
 public:
  // Nanoseconds since 1970. Processes of one machine share a clock, so the first of them gives its beginning; machines
  // are tied to each other by the wall clock. 0: nothing is known of the process.
  std::uint64_t of(const Job& job, int process, std::uint64_t ticks);

 private:
  std::vector<int> reference_;  // by process: whose start is taken; -1: not looked up
};

}  // namespace fencepost
