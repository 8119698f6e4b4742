#include "recorder/clock.h"

#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace fencepost::record::detail {

constinit bool clock_is_counter = false;

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
// Over this time the error of the speed is some ten parts in a million.
constexpr std::uint64_t kShortestCalibration = 2'000'000;

std::uint64_t read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

#if defined(__x86_64__)
// Whether the counter runs at one speed in all states of the processor.
bool counter_is_invariant() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;
}

struct Pair {
  std::uint64_t ticks = 0;
  std::uint64_t nanoseconds = 0;
};
// The two clocks at one time: the closest of some tries.
Pair read_pair() {
  Pair best;
  std::uint64_t smallest = ~std::uint64_t{0};
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t before = __builtin_ia32_rdtsc();
    const std::uint64_t nanoseconds = read(CLOCK_MONOTONIC);
    const std::uint64_t width = __builtin_ia32_rdtsc() - before;
    if (width < smallest) {
      smallest = width;
      best = {before + width / 2, nanoseconds};
    }
  }
  return best;
}

constinit Pair first_pair;
// As early as possible in the process: by the time of MPI_Init the calibration is long enough already.
__attribute__((constructor)) void read_first_pair() {
  first_pair = read_pair();
}
#endif

}  // namespace

std::uint64_t clock_nanoseconds() noexcept {
  return read(CLOCK_MONOTONIC);
}

ClockReading calibrate_clock() noexcept {
  ClockReading reading{.ticks_per_second = kSecond};
#if defined(__x86_64__)
  if (counter_is_invariant()) {
    clock_is_counter = true;
    if (first_pair.nanoseconds == 0) read_first_pair();
    Pair now = read_pair();
    while (now.nanoseconds - first_pair.nanoseconds < kShortestCalibration) now = read_pair();
    reading.ticks_per_second =
        static_cast<std::uint64_t>(static_cast<double>(now.ticks - first_pair.ticks) * kSecond /
                                   static_cast<double>(now.nanoseconds - first_pair.nanoseconds));
  }
#endif
  reading.ticks = clock_ticks();
  reading.unix_nanoseconds = read(CLOCK_REALTIME);
  return reading;
}

}  // namespace fencepost::record::detail
