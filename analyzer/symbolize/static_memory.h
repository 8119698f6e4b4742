// The variables of a file with fixed addresses (globals, statics of functions, COMMON blocks) and their lengths, from
// its symbols. Addresses are those of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "symbolize/elf_file.h"

namespace fencepost::symbolize {

class StaticMemory {
 public:
  // `symbols`: a debug file with more symbols; may be null.
  StaticMemory(const std::shared_ptr<ElfFile>& file, const std::shared_ptr<ElfFile>& symbols);

  struct Variable {
    std::uint64_t begin = 0, end = 0;
    std::string symbol;
  };
  // The longest variable with that byte; null: there is none, or it is in a section where programs deliberately put
  // variables one after the other (sections of their own, tables that the linker assembles).
  const Variable* around(std::uint64_t address) const;

 private:
  void read(Elf* elf, std::uint32_t kind);

  std::vector<Variable> variables_;  // sorted by begin
};

}  // namespace fencepost::symbolize
