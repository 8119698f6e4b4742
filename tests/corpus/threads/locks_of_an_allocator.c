// The program's allocator is not the C library's, and takes locks of its own (in a shared library, where it comes before the
// C library's). Nothing that Fencepost does because of these locks may need memory of it; and they order nothing.
// flags: -pthread
// library: locking_allocator.c
// says: calls of different threads of a rank are taken as ordered
#include "allocating_threads.h"
