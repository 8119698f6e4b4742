// What /proc tells of the parts of a process's memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace fencepost::command {

struct Mapping {
  std::uint64_t begin = 0, end = 0;
  std::string rights, device, name;
  std::uint64_t inode = 0;

  bool is_private() const { return rights.size() == 4 && rights[3] == 'p'; }
  // What the runtime makes for windows: nobody can map it who has not inherited or been sent it.
  bool is_of_window() const { return name.starts_with("/memfd:fencepost"); }
};

// The first that `wanted` takes.
std::optional<Mapping> find_mapping(std::uint64_t pid, const std::function<bool(const Mapping&)>& wanted);

}  // namespace fencepost::command
