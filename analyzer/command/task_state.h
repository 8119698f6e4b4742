// What /proc tells about a process or one of its tasks.
#pragma once

#include <filesystem>
#include <optional>

namespace fencepost::command {

struct TaskState {
  char letter = 0;       // 'R' runs, 'S' sleeps, …
  bool exiting = false;  // it is ending
};

// `folder`: /proc/PID or /proc/PID/task/TID. Nothing: it is gone.
std::optional<TaskState> task_state(const std::filesystem::path& folder);

}  // namespace fencepost::command
