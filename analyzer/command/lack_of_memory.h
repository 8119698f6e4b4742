// Whether the kernel has killed processes because memory ran out: a process killed in this way cannot report it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fencepost::command {

class LackOfMemory {
 public:
  LackOfMemory() : before_(killed_so_far()) {}

  // A sentence if it has done so since then; "": it has not, or the kernel does not tell.
  std::string what_was_killed() const;

 private:
  static std::optional<std::uint64_t> killed_so_far();

  std::optional<std::uint64_t> before_;
};

}  // namespace fencepost::command
