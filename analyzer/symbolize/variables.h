// Variables with fixed addresses (globals, statics of functions) by address, from debug information. Addresses are
// those of the file, without the load bias.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <elfutils/libdw.h>

namespace fencepost::symbolize {

class Variables {
 public:
  explicit Variables(Dwarf* dwarf);

  // The bytes [begin, end) as the source would name them: "count", "grid[1][0..511]", "halo.left[3]", in Fortran
  // "grid(1:512,2)". Empty: no variable is at `begin`.
  std::string name(std::uint64_t begin, std::uint64_t end);

 private:
  struct Variable {
    std::uint64_t begin;
    std::uint64_t end;
    Dwarf_Die die;
    bool fortran;
  };
  void read(Dwarf_Die parent, bool fortran, int depth);

  std::vector<Variable> variables_;  // by address
};

}  // namespace fencepost::symbolize
