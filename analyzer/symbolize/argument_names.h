// The source's name for the memory behind a pointer that was passed to a call: from the text of the argument and the
// type of its variable, at an address in the code. Rather no name than a wrong one.
#pragma once

#include <cstdint>
#include <string>

#include <elfutils/libdw.h>

#include "symbolize/call_text.h"

namespace fencepost::symbolize {

struct ArgumentName {
  std::string name;      // "grid[1][0..511]"; "": not known
  bool pointed = false;  // the variable points to the memory and may point elsewhere at another time
};

// `scope` is the innermost function (or inlined function) around the call, `unit` its unit. `out`: the call writes the
// pointer to the place to which the argument points, like MPI_Win_allocate. The bytes [begin, end) count from the
// beginning of the memory.
ArgumentName name_of_argument(Dwarf_Die unit, Dwarf_Die scope, bool fortran, const PointerText& pointer, bool out,
                              std::uint64_t begin, std::uint64_t end);

}  // namespace fencepost::symbolize
