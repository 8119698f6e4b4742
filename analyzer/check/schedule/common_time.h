// Nanoseconds on one axis for all processes, whose times are ticks of clocks of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.h"

namespace fencepost::schedule {

class CommonTime {
 public:
  explicit CommonTime(const Job& job) : job_(job), clock_of_(static_cast<std::size_t>(job.processes()), -1) {}

  std::uint64_t of(int process, std::uint64_t ticks) const;
  // The other way, for comparing many of its times with one: what lies beyond the range of ticks is its end.
  std::uint64_t own(int process, std::uint64_t common) const;

 private:
  const ProcessInfo& clock_of(int process) const;

  const Job& job_;
  mutable std::vector<int> clock_of_;  // by process: another whose clock is the same; -1: not known yet
};

}  // namespace fencepost::schedule
