// Requests to stop, from the beginning of a command to its end: Ctrl-C, SIGTERM, a closed terminal, the time limit of a
// batch system.
//
// The first one begins to count: batch systems kill for good about ten seconds later, and by then the reports must be
// there. So the program is given a part of the time to end, and the analysis another. A second one ends both at once,
// with what is known. A third one, or time that has run out all the same, calls the last resort.
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

  // From now on these signals end nobody. `grace`: from the first one until the reports are to be there.
  // One at a time; before the process has other threads.
  explicit Interruption(std::chrono::milliseconds grace);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // Signals as they were before, for a process that has just been forked. Nothing but system calls.
  void restore_in_child() const;

  // To whom signals are passed on that only this process was sent; 0: nobody any more.
  static void pass_on_to(pid_t child);

  // The first one that came; 0: none has.
  static int signal();
  // "SIGTERM", and what it means where it is known: "SIGXCPU, the limit on processor time".
  static std::string name();

  // Whether the program's time, or the analysis's, is up. Any thread.
  bool program_is_over() const { return program_is_over_; }
  const std::atomic<bool>& analysis_is_over() const { return analysis_is_over_; }

  // Called once, on another thread, when all time is up and the process is still there.
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
