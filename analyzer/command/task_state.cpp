#include "command/task_state.h"

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "command/file_text.h"

namespace fencepost::command {

std::optional<TaskState> task_state(const std::filesystem::path& folder) {
  const std::string line = text_of_file(folder / "stat").value_or("");
  // "pid (name) S parent group session terminal foreground flags …": the name may contain anything, and ends at the
  // last parenthesis.
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  constexpr unsigned long kExiting = 4;  // PF_EXITING of the kernel
  std::istringstream words(line.substr(name_end + 1));
  TaskState state;
  long parent = 0, group = 0, session = 0, terminal = 0, foreground = 0;
  unsigned long flags = 0;
  words >> state.letter >> parent >> group >> session >> terminal >> foreground >> flags;
  if (!words) return std::nullopt;
  state.exiting = (flags & kExiting) != 0;
  return state;
}

bool is_ending(pid_t process) {
  const std::optional<TaskState> state = task_state(fmt::format("/proc/{}", process));
  return !state || state->exiting;
}

}  // namespace fencepost::command
