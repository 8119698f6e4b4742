// The system's clocks.
#pragma once

#include <cstdint>
#include <ctime>

namespace fencepost::command {

// Nanoseconds. CLOCK_REALTIME: since 1970 (Unix time).
inline std::uint64_t nanoseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace fencepost::command
