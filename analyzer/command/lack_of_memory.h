// Whether the kernel has killed processes because no memory was left: who was killed so can say nothing about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fencepost::command {

class LackOfMemory {
 public:
  LackOfMemory() : before_(killed_so_far()) {}

  // A sentence if it has done so since then; "": no, or the kernel does not tell.
  std::string what_was_killed() const;

 private:
  static std::optional<std::uint64_t> killed_so_far();

  std::optional<std::uint64_t> before_;
};

}  // namespace fencepost::command
