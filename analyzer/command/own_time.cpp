#include "command/own_time.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "command/task_state.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using std::chrono::nanoseconds;

bool read_task(const fs::path& folder, TaskTimes& times) {
  std::ifstream schedule(folder / "schedstat");
  std::int64_t ran = 0, waited = 0;
  if (!(schedule >> ran >> waited >> times.turns)) return false;
  times.ran = nanoseconds(ran);
  times.waited = nanoseconds(waited);
  const std::optional<TaskState> state = task_state(folder);
  if (state) times.state = state->letter;
  return state.has_value();
}

// The longest time that the task may have been free to run or sleep.
nanoseconds free_time(const TaskTimes& before, const TaskTimes& after, nanoseconds between) {
  if (after.state == 'D' || after.state == 'T' || after.state == 't') return nanoseconds(0);
  // It has been waiting all the time; how long, it will show when it runs.
  if (after.state == 'R' && after.turns == before.turns && after.ran == before.ran) return nanoseconds(0);
  return std::max(nanoseconds(0), between - (after.waited - before.waited));
}

}  // namespace

Tasks tasks_of(const std::vector<pid_t>& processes) {
  Tasks tasks;
  for (const pid_t process : processes) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
      TaskTimes times;
      if (read_task(entry.path(), times)) tasks[static_cast<pid_t>(std::stol(entry.path().filename()))] = times;
    }
  }
  return tasks;
}

void OwnTime::look(Clock::time_point now, Tasks tasks) {
  std::map<pid_t, nanoseconds> free;
  for (const auto& [task, times] : tasks) {
    const auto before = tasks_.find(task);
    free[task] =
        before == tasks_.end() ? nanoseconds(0) : free_[task] + free_time(before->second, times, now - last_look_);
  }
  if (tasks.empty() && begun_) without_tasks_ += now - last_look_;
  begun_ = true;
  last_look_ = now;
  tasks_ = std::move(tasks);
  free_ = std::move(free);
}

nanoseconds OwnTime::passed() const {
  if (free_.empty()) return without_tasks_;
  return std::ranges::min(std::views::values(free_));
}

}  // namespace fencepost::command
