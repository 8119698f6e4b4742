// Local variables by where they lie in the frame of their function, from debug information.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <elfutils/libdw.h>

#include "symbolize/elf_file.h"

namespace fencepost::symbolize {

// A variable in a frame: its bytes, counted from the canonical frame address (before it: negative).
struct LocalVariable {
  std::int64_t begin = 0, end = 0;
  std::string name;
};

// Of one frame where the canonical frame address is, in terms of a register: needed where a variable's place is told by
// that register.
class FrameRules {
 public:
  // `code`: the file with the unwind tables of the code (not that of separate debug information); may be null.
  explicit FrameRules(std::shared_ptr<ElfFile> code);
  ~FrameRules();
  FrameRules(const FrameRules&) = delete;
  FrameRules& operator=(const FrameRules&) = delete;

  // What `reg` (DWARF's number) has to be added to, to get the canonical frame address, at an address of the file.
  // Nothing: that is not told by this register there.
  std::optional<std::int64_t> distance_of(int reg, std::uint64_t address) const;

 private:
  std::shared_ptr<ElfFile> code_;
  Dwarf_CFI* rules_ = nullptr;
};

// The variable of `scopes` (a function, and the inlined functions in it, outermost first; with the blocks that hold
// `address`) that the byte at `offset` from the canonical frame address lies in. Where several do, for compilers put
// variables in one place that are not in use at the same time, the one that reaches furthest. Nothing: none that lies
// in the frame all of its life at this address.
std::optional<LocalVariable> local_at(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address,
                                      std::int64_t offset);

// Whether the byte at `offset` is certainly none of the variable that these scopes call `name`: that one is static,
// allocatable, or has its place in the frame elsewhere. False: they have no such variable, or where its bytes are is
// not known (a pointer, a dummy argument).
bool lies_elsewhere(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address, std::int64_t offset,
                    std::string_view name);

}  // namespace fencepost::symbolize
