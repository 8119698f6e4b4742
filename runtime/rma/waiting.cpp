#include "rma/waiting.h"

#include <cerrno>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace fencepost::rma {
namespace {

constexpr int kSpinsWithOwnProcessor = 2000;  // some 30 µs
constexpr int kSpinsWhenShared = 20;
constexpr long kFirstTimeout = 50;  // microseconds
constexpr long kLongestTimeout = 2000;

std::atomic<int> spins{kSpinsWhenShared};
std::atomic<void (*)()> progress_function{nullptr};
std::atomic<void (*)()> serve_function{nullptr};
constinit std::atomic<std::uint32_t> nothing_asked{0};

}  // namespace

void set_ranks_on_node(int ranks) {
  spins.store(ranks <= sysconf(_SC_NPROCESSORS_ONLN) ? kSpinsWithOwnProcessor : kSpinsWhenShared,
              std::memory_order_relaxed);
}

bool everybody_has_a_processor() {
  return spins.load(std::memory_order_relaxed) == kSpinsWithOwnProcessor;
}

int Bell::spin_limit() {
  return spins.load(std::memory_order_relaxed);
}

constinit std::atomic<const std::atomic<std::uint32_t>*> detail::asked{&nothing_asked};

void set_attention(const std::atomic<std::uint32_t>& asked, void (*serve)()) {
  serve_function.store(serve, std::memory_order_relaxed);
  detail::asked.store(&asked, std::memory_order_release);
}

void detail::serve() {
  serve_function.load(std::memory_order_relaxed)();
}

void set_progress(void (*progress)()) {
  progress_function.store(progress, std::memory_order_release);
}

void make_progress() {
  if (auto* const progress = progress_function.load(std::memory_order_acquire)) progress();
}

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, long microseconds) {
  const int error = errno;
  const timespec timeout{microseconds / 1000000, (microseconds % 1000000) * 1000};
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, &timeout, nullptr, 0);
  errno = error;
}

void futex_wake_all(std::atomic<std::uint32_t>& word) {
  const int error = errno;
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  errno = error;
}

std::uint64_t now_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

void Bell::yield() {
  make_progress();
  sched_yield();
}

void Bell::wake() {
  if (rung_.exchange(1, std::memory_order_seq_cst) != 0) return;
  value_.fetch_add(1, std::memory_order_seq_cst);
  futex_wake_all(value_);
}

// Rings wake it from now on; earlier rings show in what is looked at next.
void Bell::Sleep::listen() {
  heard_ = bell_.value_.load(std::memory_order_seq_cst);
  bell_.rung_.store(0, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

Bell::Sleep::Sleep(Bell& bell) : bell_(bell) {
  bell_.sleepers_.fetch_add(1, std::memory_order_seq_cst);
  listen();
}

Bell::Sleep::~Sleep() {
  bell_.sleepers_.fetch_sub(1, std::memory_order_seq_cst);
}

void Bell::Sleep::sleep() {
  make_progress();
  const long timeout = kFirstTimeout << rounds_;
  futex_wait(bell_.value_, heard_, timeout < kLongestTimeout ? timeout : kLongestTimeout);
  if (timeout < kLongestTimeout) ++rounds_;
  listen();
}

}  // namespace fencepost::rma
