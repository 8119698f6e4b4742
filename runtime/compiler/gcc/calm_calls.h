// Calls that end what is known of records, but not what is known of tracked memory: those that only get memory, give it
// back, or compute. After them no more memory is tracked than before.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

// Whether a boundary (filter.h) is such a call. Of functions of the file, those that were compiled earlier are known.
bool is_calm(gimple* boundary);

// Before its code is changed: whether calls of the function are calm.
void remember_whether_calm(function* function);

}  // namespace fencepost::gcc
