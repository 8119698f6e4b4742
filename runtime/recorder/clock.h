// The clock of traces.
#pragma once

#include <cstdint>

namespace fencepost::record::detail {

extern bool clock_is_counter;  // the time stamp counter; else nanoseconds of CLOCK_MONOTONIC
std::uint64_t clock_nanoseconds() noexcept;

// By its builtin: the header that declares __rdtsc() is slow to compile, and everything that records includes this one.
inline std::uint64_t clock_ticks() noexcept {
#if defined(__x86_64__)
  if (clock_is_counter) [[likely]]
    return __builtin_ia32_rdtsc();
#endif
  return clock_nanoseconds();
}

struct ClockReading {
  std::uint64_t ticks = 0;
  std::uint64_t ticks_per_second = 0;
  std::uint64_t unix_nanoseconds = 0;  // at `ticks`
};
// Chooses the clock and finds its speed. Takes up to two milliseconds the first time, less if the process is older.
ClockReading calibrate_clock() noexcept;

}  // namespace fencepost::record::detail
