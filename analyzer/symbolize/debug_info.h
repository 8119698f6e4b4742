// The debug information (DWARF 2 to 5) of one file: from an address to its functions and source lines, with inlined
// functions. Addresses are those of the file, without the load bias.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <elfutils/libdw.h>

#include "symbolize/argument_names.h"
#include "symbolize/locals.h"

namespace fencepost::symbolize {

class ElfFile;
class Variables;

struct Frame {
  std::string file;  // absolute if the compiler recorded it so
  int line = 0;      // 0: unknown
  int column = 0;
  std::string function;
};

class DebugInfo {
 public:
  // Null: the file has no debug information that can be read.
  static std::unique_ptr<DebugInfo> open(std::shared_ptr<ElfFile> file);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // The innermost (inlined) function first. Empty: no compiled unit covers the address.
  std::vector<Frame> frames(std::uint64_t address);

  // The variable at [begin, end), as the source would name these bytes; empty: no variable with a fixed address.
  std::string variable(std::uint64_t begin, std::uint64_t end);

  // What an argument of the call at an address says about the memory behind it, see argument_names.h.
  ArgumentName argument(std::uint64_t address, const std::string& text, bool out, std::uint64_t begin,
                        std::uint64_t end);
  bool fortran_at(std::uint64_t address) const;

  // The local variable at `offset` from the canonical frame address of the function around an address (locals.h).
  std::optional<LocalVariable> local(std::uint64_t address, std::int64_t offset, const FrameRules& rules);
  // The variable of a block that is left at `later`, an address of the same function (locals.h).
  std::optional<BlockVariable> local_of_block(std::uint64_t address, std::int64_t offset, const FrameRules& rules,
                                              std::uint64_t later);
  bool lies_elsewhere(std::uint64_t address, std::int64_t offset, const FrameRules& rules, std::string_view name);

 private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
    std::size_t index;  // into units_ or Unit::functions
  };
  struct Unit {
    Dwarf_Die die;            // of the line table
    Dwarf_Die functions_die;  // of the functions: the same except for split DWARF
    bool fortran = false;
    bool functions_read = false;
    std::vector<Dwarf_Die> functions;
    std::vector<Range> ranges;
    // Fortran has no linkage names for inlined procedures: the enclosing module by the procedure's DIE.
    std::unordered_map<Dwarf_Off, std::string> modules;
  };

  DebugInfo(std::shared_ptr<ElfFile> file, Dwarf* dwarf);
  void read_units();
  static void read_functions(Unit& unit);
  static void read_functions_in(Unit& unit, Dwarf_Die parent, const std::string& module, int depth);
  static std::size_t find(const std::vector<Range>& ranges, std::uint64_t address);
  static std::string name_of(const Unit& unit, Dwarf_Die& function);
  static void locate_line(Unit& unit, std::uint64_t address, std::uint64_t function_begin, Frame& frame);
  // The function of the address and the inlined ones there, outermost first; empty: none is known.
  std::vector<Dwarf_Die> scopes_at(Unit& unit, std::uint64_t address);
  static void locate_call(Unit& unit, Dwarf_Die& inlined, Frame& frame);

  std::shared_ptr<ElfFile> file_;
  Dwarf* dwarf_;
  std::vector<Unit> units_;
  std::vector<Range> ranges_;
  std::unique_ptr<Variables> variables_;  // read when first needed
};

}  // namespace fencepost::symbolize
