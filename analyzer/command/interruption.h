// Requests to stop, from the beginning of a command to its end: Ctrl-C, SIGTERM, a closed terminal, the time limit of a
// batch system.
//
// The first one starts a clock: batch systems send SIGKILL about ten seconds later, and the reports must exist by then.
// So the program gets a part of the time to end, and the analysis another. A second request ends both immediately, with
// what is known. A third one, or the end of the time, calls the last resort.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <sys/types.h>
#include <thread>

#include "record/mutex.h"

namespace fencepost::command {

class Interruption {
 public:
  using Clock = std::chrono::steady_clock;

  // From now on these signals end no process. `grace`: from the first one until the reports must exist. One at a time;
  // before the process has other threads.
  explicit Interruption(std::chrono::milliseconds grace);
  // Requests stay ignored: the process has reported and is about to end with the status that it found.
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // Restores the earlier signals, for a process that has just been forked. Only system calls.
  void restore_in_child() const;

  // The process that gets the signals sent to this process alone; 0: none any more.
  static void pass_on_to(pid_t child);

  // The first signal that came; 0: none has.
  static int signal();
  // Whether one has.
  static const std::atomic<bool>& is_asked();
  // "SIGTERM"; with its meaning if that is known: "SIGXCPU, the limit on processor time".
  static std::string name();

  // Whether the time of the program, or of the analysis, is up. Any thread.
  bool program_is_over() const { return program_is_over_; }
  const std::atomic<bool>& analysis_is_over() const { return analysis_is_over_; }

  // Called once, on another thread, if all time is up and the process still exists.
  void set_last_resort(std::function<void()> last_resort);

 private:
  static constexpr std::array kRequests = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
  static constexpr std::array kPassedOn = {SIGUSR1, SIGUSR2};  // warnings of batch systems, for the program
  static constexpr std::array kIgnored = {SIGPIPE, SIGXFSZ};   // a write that fails tells
  static constexpr std::size_t kAll = kRequests.size() + kPassedOn.size() + kIgnored.size();

  void watch();
  void take_over();

  std::chrono::milliseconds grace_;
  std::array<struct sigaction, kAll> before_{};
  std::atomic<bool> program_is_over_{false}, analysis_is_over_{false};
  Mutex mutex_;
  std::function<void()> last_resort_ FENCEPOST_GUARDED_BY(mutex_);
  int wake_[2] = {-1, -1};
  std::thread watcher_;
};

}  // namespace fencepost::command
