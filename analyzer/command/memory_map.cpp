#include "command/memory_map.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace fencepost::command {

std::optional<Mapping> find_mapping(std::uint64_t pid, const std::function<bool(const Mapping&)>& wanted) {
  std::ifstream file(fmt::format("/proc/{}/maps", pid));
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Mapping one;
    char dash = 0;
    std::string offset;
    if (!(words >> std::hex >> one.begin >> dash >> one.end >> one.rights >> offset >> one.device >> std::dec >>
          one.inode))
      return std::nullopt;
    // A name may have spaces.
    std::getline(words >> std::ws, one.name);
    if (wanted(one)) return one;
  }
  return std::nullopt;
}

}  // namespace fencepost::command
