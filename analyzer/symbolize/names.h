// Names of functions as people write them.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::symbolize {

// From a name in a symbol table or a DW_AT_linkage_name: C++ is demangled, without return type and parameters
// ("Grid<double>::exchange"); gfortran's module procedures become "module::procedure"; suffixes of the optimizer
// (".constprop.0", ".cold") are removed. Everything else stays as it is.
std::string readable_name(std::string_view symbol);

// The demangled name without return type, parameters and qualifiers: "void f<int>(int) const" → "f<int>".
std::string without_signature(std::string_view demangled);

}  // namespace fencepost::symbolize
