// Parts of variables by their types: the element or member of some bytes, as the source would write it.
#pragma once

#include <cstdint>
#include <string>

#include <elfutils/libdw.h>

namespace fencepost::symbolize {

// The type of a variable, member, array or pointer, without typedefs and qualifiers. False: none.
bool type_of(Dwarf_Die& die, Dwarf_Die& type);
// 0: not known, or not fixed.
std::uint64_t size_of(Dwarf_Die& type);

// The text after the variable's name for the bytes [begin, end) of an object of this type: "[1][0..511]", ".left[3]",
// in Fortran "(1:512,2)".
std::string part_of(Dwarf_Die type, std::uint64_t begin, std::uint64_t end, bool fortran, int depth = 0);

// The same after the name of a pointer in C and C++ to elements of this type: "[17]", "[3..5]", "[1][0..511]". "": not
// known.
std::string elements_of(Dwarf_Die element, std::uint64_t begin, std::uint64_t end);

}  // namespace fencepost::symbolize
