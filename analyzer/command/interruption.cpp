#include "command/interruption.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/quiet_thread.h"

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

// Shares of the time of grace: when the program is ended, the analysis cut short, and everything given up.
constexpr double kForProgram = 0.4, kForAnalysis = 0.75, kForReports = 0.92;
// A second request leaves this much time to write the reports.
constexpr auto kForReportsAtOnce = 2s;
constexpr auto kForAnalysisAtOnce = 500ms;
// Signals within this time are one request: `timeout` and batch systems signal both a process and its group.
constexpr std::int64_t kSameRequest = 300'000'000;

std::atomic<pid_t> g_child = 0;
std::atomic<int> g_signal = 0;
std::atomic<int> g_requests = 0;
std::atomic<bool> g_asked = false;     // g_requests is not 0
std::atomic<std::int64_t> g_last = 0;  // nanoseconds
std::atomic<int> g_wake = -1;
std::atomic<bool> g_end = false;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// The terminal sends its signals to all processes in the foreground; only a signal that was sent to us alone is passed
// on. Our own limit on processor time is not the program's, but the program must end all the same.
void pass_on(int number, const siginfo_t* info) {
  const pid_t child = g_child;
  if (child <= 0) return;
  if (number == SIGXCPU) {
    kill(child, SIGTERM);
  } else if (info->si_code != SI_KERNEL) {
    kill(child, number);
  }
}

// Handlers: only what POSIX allows in one.
void on_request(int number, siginfo_t* info, void*) {
  const int error = errno;
  pass_on(number, info);
  const std::int64_t time = now();
  const bool by_a_process = info->si_code == SI_USER;  // and not by a person at a keyboard
  if (g_requests == 0 || !by_a_process || time - g_last > kSameRequest) {
    int none = 0;
    g_signal.compare_exchange_strong(none, number);
    ++g_requests;
    g_asked = true;
  }
  g_last = time;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = write(g_wake, &byte, 1);
  errno = error;
}

void on_passed_on(int number, siginfo_t* info, void*) {
  const int error = errno;
  pass_on(number, info);
  errno = error;
}

}  // namespace

Interruption::Interruption(std::chrono::milliseconds grace) : grace_(grace) {
  g_signal = g_requests = 0;
  g_asked = false;
  g_end = false;
  if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) == 0) g_wake = wake_[1];
  watcher_ = quiet_thread([this] { watch(); });
  take_over();
}

void Interruption::take_over() {
  std::size_t next = 0;
  const auto set = [&](int number, void (*handler)(int, siginfo_t*, void*)) {
    struct sigaction action{};
    if (handler != nullptr) {
      action.sa_sigaction = handler;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
    } else {
      action.sa_handler = SIG_IGN;
    }
    sigaction(number, &action, &before_.at(next++));
  };
  for (const int number : kRequests) set(number, on_request);
  for (const int number : kPassedOn) set(number, on_passed_on);
  for (const int number : kIgnored) set(number, nullptr);
}

void Interruption::restore_in_child() const {
  std::size_t next = 0;
  for (const int number : kRequests) sigaction(number, &before_[next++], nullptr);
  for (const int number : kPassedOn) sigaction(number, &before_[next++], nullptr);
  for (const int number : kIgnored) sigaction(number, &before_[next++], nullptr);
}

Interruption::~Interruption() {
  for (const int number : kRequests) std::signal(number, SIG_IGN);
  g_end = true;
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = write(wake_[1], &byte, 1);
  watcher_.join();
  g_wake = -1;
  for (const int end : wake_) close(end);
}

void Interruption::pass_on_to(pid_t child) {
  g_child = child;
}

int Interruption::signal() {
  return g_signal;
}

const std::atomic<bool>& Interruption::is_asked() {
  return g_asked;
}

std::string Interruption::name() {
  const int number = signal();
  const char* short_name = sigabbrev_np(number);
  const std::string name = short_name != nullptr ? fmt::format("SIG{}", short_name) : fmt::format("signal {}", number);
  return number == SIGXCPU ? name + ", the limit on processor time" : name;
}

void Interruption::set_last_resort(std::function<void()> last_resort) {
  const Guard guard(mutex_);
  last_resort_ = std::move(last_resort);
}

void Interruption::watch() {
  std::optional<Clock::time_point> first, second;
  bool gave_up = false;
  while (!g_end) {
    const Clock::time_point time = Clock::now();
    const int requests = g_requests;
    if (requests > 0 && !first) first = time;
    if (requests > 1 && !second) second = time;
    int wait = -1;
    if (first) {
      const auto due = [&](double part) { return *first + std::chrono::duration_cast<Clock::duration>(grace_ * part); };
      program_is_over_ = second || time >= due(kForProgram);
      analysis_is_over_ = (second && time >= *second + kForAnalysisAtOnce) || time >= due(kForAnalysis);
      const auto last = std::min(due(kForReports), second ? *second + kForReportsAtOnce : Clock::time_point::max());
      if (!gave_up && (time >= last || requests > 2)) {
        gave_up = true;
        const Guard guard(mutex_);
        if (last_resort_) last_resort_();
      }
      wait = gave_up ? -1 : 50;
    }
    pollfd ready{.fd = wake_[0], .events = POLLIN, .revents = 0};
    poll(&ready, 1, wait);
    char bytes[64];
    while (::read(wake_[0], bytes, sizeof bytes) > 0) {
    }
  }
}

}  // namespace fencepost::command
