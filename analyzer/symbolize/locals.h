// Local variables by their places in the frame of their function, from debug information.
#pragma once

#include <cstddef>
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

// A variable in a frame: its bytes relative to the canonical frame address (before it: negative).
struct LocalVariable {
  std::int64_t begin = 0, end = 0;
  std::string name;
};

// For one frame, the canonical frame address in terms of a register: needed if a variable's place is given relative to
// that register.
class FrameRules {
 public:
  // `code`: the file with the unwind tables of the code (not the one with separate debug information); may be null.
  explicit FrameRules(std::shared_ptr<ElfFile> code);
  ~FrameRules();
  FrameRules(const FrameRules&) = delete;
  FrameRules& operator=(const FrameRules&) = delete;

  // What must be added to `reg` (DWARF's number) to get the canonical frame address, at an address of the file.
  // Nothing: the tables do not use this register there.
  std::optional<std::int64_t> distance_of(int reg, std::uint64_t address) const;

 private:
  std::shared_ptr<ElfFile> code_;
  Dwarf_CFI* rules_ = nullptr;
};

// The variable of `scopes` (a function, and the inlined functions in it, outermost first; with the blocks that contain
// `address`) that contains the byte at `offset` from the canonical frame address. If several do, because compilers put
// variables that are not in use at the same time in one place, the one that extends furthest. Nothing: no variable is
// in the frame for its whole life at this address.
std::optional<LocalVariable> local_at(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address,
                                      std::int64_t offset);

// A variable of a block, and which of the functions has the block.
struct BlockVariable {
  std::string name;
  std::size_t function = 0;  // index into `scopes`
};

// The variable that contains the byte at `offset`, if it belongs to a block that contains `address` and does not
// contain `later`, an address of the same function. Nothing: to none, or several variables may be there.
std::optional<BlockVariable> local_of_block(std::vector<Dwarf_Die>& scopes, const FrameRules& rules,
                                            std::uint64_t address, std::int64_t offset, std::uint64_t later);

// Whether the byte at `offset` certainly does not belong to the variable that these scopes call `name`: that one is
// static, allocatable, or has another place in the frame. False: they have no such variable, or the place of its bytes
// is not known (a pointer, a dummy argument).
bool lies_elsewhere(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address, std::int64_t offset,
                    std::string_view name);

}  // namespace fencepost::symbolize
