// Where in the source a statement is. Steps of the compiler that take an operation apart, such as that of complex
// numbers, give the pieces no line.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

location_t location_of(gimple* statement);

// Its language.
bool is_fortran();

}  // namespace fencepost::gcc
