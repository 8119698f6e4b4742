// By Fortran's rules a procedure has forgotten the addresses of its arguments when it returns, unless they are
// asynchronous: the optimizer may keep a variable in registers over later calls. MPI has not forgotten a window or a
// pending buffer, and few programs declare them as they should.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

// From here on, the optimizer assumes that all procedures know what a procedure of the program was given, as in C.
void remember_given(function* function);

}  // namespace fencepost::gcc
