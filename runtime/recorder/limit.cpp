#include "recorder/limit.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <climits>

#include "record/format.h"
#include "record/reading_along.h"
#include "recorder/clock.h"

namespace fencepost::record {
namespace detail {

namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;
constinit std::uint64_t longest_rest = 10'000 * kMillisecond;
constexpr std::uint64_t kAltogether = 120'000 * kMillisecond;
constexpr std::uint64_t kPause = 2 * kMillisecond;

constexpr std::size_t kSmallestGrowth = std::size_t{256} << 10;
constexpr std::size_t kLargestGrowth = std::size_t{4} << 20;
constexpr std::uint64_t kNever = ~std::uint64_t{0};

constinit std::uint64_t next_limit = 0;
constinit std::uint64_t limit_of_process = 0;
constinit std::atomic<std::uint64_t> gave_up_at{kNever};  // how far the reader was then
constinit char reader_path[PATH_MAX] = {};

// How far the reader got; false: there is none.
bool reader_progress(std::uint64_t& progress) {
  const int file = ::open(reader_path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool alone = flock(file, LOCK_SH | LOCK_NB) == 0;
  if (!alone && pread(file, &progress, sizeof progress, 0) != sizeof progress) progress = 0;
  ::close(file);
  return !alone;
}

}  // namespace

void begin_limit(const char* directory) noexcept {
  limit_of_process = next_limit;
  gave_up_at = kNever;
  reader_path[0] = 0;
  char absolute[PATH_MAX];
  if (realpath(directory, absolute) == nullptr) return;  // the program may change its directory
  const int length = snprintf(reader_path, sizeof reader_path, "%s/%s", absolute, format::kReaderFile);
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof reader_path) reader_path[0] = 0;
}

void reader_may_rest(std::uint64_t milliseconds) noexcept {
  longest_rest = milliseconds * kMillisecond;
}

std::size_t smallest_growth() noexcept {
  return std::min(kSmallestGrowth, largest_growth());
}

std::size_t largest_growth() noexcept {
  if (limit_of_process == 0) return kLargestGrowth;
  const std::uint64_t fine = limit_of_process / 8 / format::kBlockSize * format::kBlockSize;
  return fine < format::kBlockSize ? format::kBlockSize : fine < kLargestGrowth ? fine : kLargestGrowth;
}

bool Patience::wait() noexcept {
  std::uint64_t progress = 0;
  if (!reader_progress(progress)) return false;
  const std::uint64_t now = clock_nanoseconds();
  if (begun_ == 0) begun_ = last_sign_ = now;
  if (progress != progress_) last_sign_ = now;
  progress_ = progress;
  // One thread has waited for this already: the others need not, nor those that are yet to be created.
  if (progress == gave_up_at) return false;
  if (now - last_sign_ > longest_rest || now - begun_ > kAltogether) {
    gave_up_at = progress;
    return false;
  }
  const timespec pause{.tv_sec = 0, .tv_nsec = kPause};
  nanosleep(&pause, nullptr);
  return true;
}

std::uint64_t limit() noexcept {
  return limit_of_process;
}

}  // namespace detail

void limit_traces(std::uint64_t bytes) noexcept {
  detail::next_limit = bytes;
}

}  // namespace fencepost::record
