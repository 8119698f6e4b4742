// What the source calls the memory behind a pointer that a call was given: from the text of the argument and the type
// of the variable it names, at an address in the code. Rather nothing than a wrong name.
#pragma once

#include <cstdint>
#include <string>

#include <elfutils/libdw.h>

#include "symbolize/call_text.h"

namespace fencepost::symbolize {

struct ArgumentName {
  std::string name;      // "grid[1][0..511]"; "": not known
  bool pointed = false;  // the variable points to the memory and might point elsewhere at another time
};

// `scope` is the innermost function (or inlined function) around the call, `unit` its unit. `out`: the call writes the
// pointer to where the argument points, as MPI_Win_allocate does. The bytes [begin, end) count from where the memory
// begins.
ArgumentName name_of_argument(Dwarf_Die unit, Dwarf_Die scope, bool fortran, const PointerText& pointer, bool out,
                              std::uint64_t begin, std::uint64_t end);

}  // namespace fencepost::symbolize
