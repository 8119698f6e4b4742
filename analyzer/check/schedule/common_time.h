// Nanoseconds on a common axis for all processes, whose times are ticks of their own clocks.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"

namespace fencepost::schedule {

class CommonTime {
 public:
  explicit CommonTime(const Job& job) : job_(job), clock_of_(job.processes().size()) {}

  std::uint64_t of(ProcessId process, std::uint64_t ticks) const;
  // The reverse, to compare many of its times with one: times beyond the range of ticks become its end.
  std::uint64_t own(ProcessId process, std::uint64_t common) const;

 private:
  const ProcessInfo& clock_of(ProcessId process) const;

  const Job& job_;
  mutable PerProcess<ProcessId> clock_of_;  // another process with the same clock; none: not known yet
};

}  // namespace fencepost::schedule
