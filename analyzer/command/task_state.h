// What /proc tells about a process or one of its tasks.
#pragma once

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace fencepost::command {

struct TaskState {
  char letter = 0;       // 'R' runs, 'S' sleeps, …
  bool exiting = false;  // it is ending
};

// `folder`: /proc/PID or /proc/PID/task/TID. Nothing: it is gone.
std::optional<TaskState> task_state(const std::filesystem::path& folder);

// Whether the process is ending, or gone. (Launchers learn of a death before it is complete, and a process that is
// killed because of it may be gone sooner.)
bool is_ending(pid_t process);

}  // namespace fencepost::command
