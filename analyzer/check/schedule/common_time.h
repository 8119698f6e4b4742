// Nanoseconds on a common axis for all processes, whose times are ticks of their own clocks.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"

namespace fencepost::schedule {

class CommonTime {
 public:
  explicit CommonTime(const Job& job) : job_(job), clock_of_(static_cast<std::size_t>(job.processes()), -1) {}

  std::uint64_t of(int process, std::uint64_t ticks) const;
  // The reverse, to compare many of its times with one: times beyond the range of ticks become its end.
  std::uint64_t own(int process, std::uint64_t common) const;

 private:
  const ProcessInfo& clock_of(int process) const;

  const Job& job_;
  mutable std::vector<int> clock_of_;  // by process: another process with the same clock; -1: not known yet
};

}  // namespace fencepost::schedule
