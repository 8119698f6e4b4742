// How long a job could have made progress: time in which none of its tasks waited for a processor. On a machine that
// others use, it passes far more slowly than the clock. Counting it, one does not mistake a starved job for one that
// hangs.
//
// The task that was kept from running for the longest time decides: all others may be waiting for it. A task that was
// stopped (by a debugger), or waits for a disk, counts as kept from running. Each task's time is added up separately:
// if several tasks poll in turns, one of them waits for a processor at every moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <sys/types.h>
#include <vector>

namespace fencepost::command {

// A task (thread of a process) at one moment, as /proc shows it.
struct TaskTimes {
  char state = '?';  // 'R' runs or wants to, 'S' sleeps, 'D' waits for a device, 'T' and 't' stopped, …
  std::chrono::nanoseconds ran{0};
  std::chrono::nanoseconds waited{0};  // for a processor; the current wait is added when the task gets one
  std::uint64_t turns = 0;             // how often it got one
};
using Tasks = std::map<pid_t, TaskTimes>;

// All threads of these processes. Threads that are gone, or about which the kernel tells nothing, are missing.
Tasks tasks_of(const std::vector<pid_t>& processes);

class OwnTime {
 public:
  using Clock = std::chrono::steady_clock;

  // The job's tasks at `now`: the first look after construction or `restart` begins the count.
  void look(Clock::time_point now, Tasks tasks);
  void restart() { *this = OwnTime(); }

  std::chrono::nanoseconds passed() const;

 private:
  bool begun_ = false;
  Clock::time_point last_look_;
  Tasks tasks_;
  std::map<pid_t, std::chrono::nanoseconds> free_;  // of each task, since it was first seen
  std::chrono::nanoseconds without_tasks_{0};       // in which the kernel reported none
};

}  // namespace fencepost::command
