// Where in the source a statement stands. Steps of the compiler that take an operation apart, as that of complex
// numbers, give its pieces no line.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

location_t location_of(gimple* statement);

// Its language.
bool is_fortran();

}  // namespace fencepost::gcc
