// The parts of a process's memory, according to /proc.
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
  // Memory that the runtime makes for windows: only a process that has inherited or received it can map it.
  bool is_of_window() const { return name.starts_with("/memfd:fencepost"); }
};

// The first mapping that `wanted` accepts.
std::optional<Mapping> find_mapping(std::uint64_t pid, const std::function<bool(const Mapping&)>& wanted);

}  // namespace fencepost::command
