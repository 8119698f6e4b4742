#include "command/lack_of_memory.h"

#include <fstream>

#include <fmt/format.h>

namespace fencepost::command {

std::optional<std::uint64_t> LackOfMemory::killed_so_far() {
  std::ifstream file("/proc/vmstat");
  std::string name;
  for (std::uint64_t value = 0; file >> name >> value;)
    if (name == "oom_kill") return value;
  return std::nullopt;
}

std::string LackOfMemory::what_was_killed() const {
  const auto now = killed_so_far();
  if (!before_ || !now || *now <= *before_) return "";
  return fmt::format("During this run the kernel killed processes because it ran out of memory ({} on this machine).",
                     *now - *before_);
}

}  // namespace fencepost::command
