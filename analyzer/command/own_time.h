// For how long a job could have got on: time in which none of its tasks waited for a processor. On a machine that
// others use it passes far more slowly than the clock, so that who counts it does not take a starved job for one that
// hangs.
//
// The task that was kept from running for longest decides: it may be the one that all others wait for. A task that was
// stopped (by a debugger), or waits for a disk, counts as kept from running. Each task's time is added up for itself:
// of several that poll in turns, one waits for a processor at every moment.
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
  std::chrono::nanoseconds waited{0};  // for a processor; what it waits now is added when it gets one
  std::uint64_t turns = 0;             // how often it got one
};
using Tasks = std::map<pid_t, TaskTimes>;

// Of all threads of these processes. Those that are gone, or of which the kernel tells nothing, are not in it.
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
  std::chrono::nanoseconds without_tasks_{0};       // in which the kernel told of none
};

}  // namespace fencepost::command
