// By Fortran's rules a procedure has forgotten its arguments' addresses when it returns, unless they are asynchronous:
// the optimizer may keep a variable in registers over later calls. MPI has not forgotten a window or a pending buffer,
// and few programs declare them as they should.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

// From here on the optimizer takes what a procedure of the program was given for known to all others, as it does in C.
void remember_given(function* function);

}  // namespace fencepost::gcc
