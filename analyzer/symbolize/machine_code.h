// The machine code of one file: the bytes of its functions, and the targets of its calls. Foreign input: anything may
// be missing or damaged.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "symbolize/elf_file.h"

namespace fencepost::symbolize {

class MachineCode {
 public:
  struct Function {
    std::uint64_t begin = 0;
    std::span<const std::uint8_t> bytes;  // from the file; empty: not known
  };

  // `symbols`: a debug file with more symbols; may be null.
  MachineCode(std::shared_ptr<ElfFile> file, std::shared_ptr<ElfFile> symbols);

  // Only for x86-64.
  Function function_at(std::uint64_t address) const;
  // The function that a call of this address reaches, directly or through the linker's jump; "": not known.
  std::string called(std::uint64_t address) const;
  // The same for a call through the pointer at this address.
  std::string called_through(std::uint64_t pointer) const;
  // Whether an address is in a section that nothing writes, for instance of constants.
  bool is_read_only(std::uint64_t address) const;

 private:
  std::span<const std::uint8_t> bytes_from(std::uint64_t address) const;  // to the end of the section
  const ElfFile::Symbol* symbol_at(std::uint64_t address) const;
  void read_pointers();

  std::shared_ptr<ElfFile> file_, symbols_;
  bool is_x86_64_ = false;
  std::unordered_map<std::uint64_t, std::string> pointers_;  // which the dynamic linker sets to functions
};

}  // namespace fencepost::symbolize
