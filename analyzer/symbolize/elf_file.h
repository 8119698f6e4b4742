// An executable, shared object or separate debug file on disk: its build id, its symbols, and the place of its debug
// information. Foreign input: anything may be missing or damaged.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct Elf;

namespace fencepost::symbolize {

class ElfFile {
 public:
  // Null: the file cannot be read or is not ELF.
  static std::unique_ptr<ElfFile> open(const std::string& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  const std::string& path() const { return path_; }
  Elf* elf() const { return elf_; }
  std::string build_id() const;  // hex; "" if there is none
  bool has_section(const char* name) const;
  // The file name in .gnu_debuglink; "" if there is none.
  std::string debug_link() const;

  // The symbol of the function that contains an address of the file; "" if none is known.
  std::string function_at(std::uint64_t address) const;

  struct Symbol {
    std::uint64_t begin;
    std::uint64_t end;
    const char* name;  // in the file's string table
  };
  // The same with its beginning and end, which may be equal (not known). Null: no symbol is known.
  const Symbol* symbol_at(std::uint64_t address) const;

 private:
  ElfFile(std::string path, int descriptor, Elf* elf) : path_(std::move(path)), descriptor_(descriptor), elf_(elf) {}
  void read_symbols() const;

  std::string path_;
  int descriptor_;
  Elf* elf_;
  mutable bool symbols_read_ = false;
  mutable std::vector<Symbol> symbols_;  // sorted by begin
};

// The file with the debug information of `file`: itself, or the one that its build id or debug link names under
// /usr/lib/debug and next to it. Null: there is none. Never uses the network.
std::shared_ptr<ElfFile> find_debug_file(const std::shared_ptr<ElfFile>& file);

// The debug file of a build id, for a program that no longer exists.
std::shared_ptr<ElfFile> find_debug_file_by_id(const std::string& build_id);

}  // namespace fencepost::symbolize
