#include "schedule/common_time.h"

namespace fencepost::schedule {

// The process whose clock gives a process's times. All processes of one machine have one clock, exact to the tick; the
// clocks of different machines are related by the wall clock when the processes started.
const ProcessInfo& CommonTime::clock_of(ProcessId process) const {
  const auto is_counter = [](const ProcessInfo& info) { return info.ticks_per_second != 1'000'000'000; };
  const ProcessInfo& own = job_.process(process).info;
  if (own.ticks_per_second == 0) return own;
  ProcessId& reference = clock_of_[process];
  for (const ProcessId other : job_.processes()) {
    if (reference.known()) break;
    const ProcessInfo& info = job_.process(other).info;
    if (info.ticks_per_second != 0 && info.host == own.host && is_counter(info) == is_counter(own)) reference = other;
  }
  return job_.process(reference).info;
}

std::uint64_t CommonTime::of(ProcessId process, std::uint64_t ticks) const {
  const ProcessInfo& clock = clock_of(process);
  if (clock.ticks_per_second == 0) return ticks;
  const double since = static_cast<double>(static_cast<std::int64_t>(ticks - clock.start_ticks));
  return clock.start_unix_nanoseconds + static_cast<std::uint64_t>(static_cast<std::int64_t>(
                                            since * 1e9 / static_cast<double>(clock.ticks_per_second)));
}

std::uint64_t CommonTime::own(ProcessId process, std::uint64_t common) const {
  const ProcessInfo& clock = clock_of(process);
  if (clock.ticks_per_second == 0) return common;
  const double since = static_cast<double>(static_cast<std::int64_t>(common - clock.start_unix_nanoseconds));
  const double ticks =
      static_cast<double>(clock.start_ticks) + since * static_cast<double>(clock.ticks_per_second) / 1e9;
  constexpr double kMost = 9e18;
  return ticks <= 0 ? 0 : ticks >= kMost ? ~std::uint64_t{0} : static_cast<std::uint64_t>(ticks);
}

}  // namespace fencepost::schedule
