// The variables of a file that have an address of their own (globals, statics of functions, COMMON blocks), by its
// symbols: how long they are. Addresses are those of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "symbolize/elf_file.h"

namespace fencepost::symbolize {

class StaticMemory {
 public:
  // `symbols`: a debug file with more of them; may be null.
  StaticMemory(const std::shared_ptr<ElfFile>& file, const std::shared_ptr<ElfFile>& symbols);

  struct Variable {
    std::uint64_t begin = 0, end = 0;
    std::string symbol;
  };
  // The longest with that byte; null: there is none, or it lies where programs put variables one behind the other on
  // purpose (sections of their own, tables that the linker puts together).
  const Variable* around(std::uint64_t address) const;

 private:
  void read(Elf* elf, std::uint32_t kind);

  std::vector<Variable> variables_;  // sorted by begin
};

}  // namespace fencepost::symbolize
