#include "job/common_time.h"

namespace fencepost {

std::uint64_t CommonTime::of(const Job& job, ProcessId process, std::uint64_t ticks) {
  if (reference_.empty()) reference_ = PerProcess<ProcessId>(job.processes().size());
  const ProcessInfo& own = job.process(process).info;
  if (own.ticks_per_second == 0) return 0;
  ProcessId& reference = reference_[process];
  for (const ProcessId other : job.processes()) {
    if (reference.known()) break;
    const ProcessInfo& info = job.process(other).info;
    if (info.host == own.host && info.ticks_per_second == own.ticks_per_second) reference = other;
  }
  const ProcessInfo& clock = job.process(reference).info;
  const auto since = static_cast<double>(static_cast<std::int64_t>(ticks - clock.start_ticks));
  const double nanoseconds = since * 1e9 / static_cast<double>(clock.ticks_per_second);
  return clock.start_unix_nanoseconds + static_cast<std::uint64_t>(static_cast<std::int64_t>(nanoseconds));
}

}  // namespace fencepost
