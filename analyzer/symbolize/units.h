// The units of a file's debug information.
#pragma once

#include <cstdint>
#include <dwarf.h>

#include <elfutils/libdw.h>

namespace fencepost::symbolize {

inline bool is_fortran(int language) {
  return language == DW_LANG_Fortran77 || language == DW_LANG_Fortran90 || language == DW_LANG_Fortran95 ||
         language == DW_LANG_Fortran03 || language == DW_LANG_Fortran08;
}

// Calls visit(unit, content) for each unit of compiled code. `content` is the unit itself; with split debug
// information, the unit in the other file that has its functions and variables.
template <class Visit>
void each_unit(Dwarf* dwarf, Visit visit) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Half version = 0;
  std::uint8_t kind = 0;
  Dwarf_Die die;
  Dwarf_Die split;
  while (dwarf_get_units(dwarf, unit, &unit, &version, &kind, &die, &split) == 0) {
    if (kind != DW_UT_compile && kind != DW_UT_skeleton) continue;
    visit(die, kind == DW_UT_skeleton && split.addr != nullptr ? split : die);
  }
}

}  // namespace fencepost::symbolize
