// The program has an allocator of its own, which takes locks.
// flags: -pthread
#include "locking_allocator.c"

#include "allocating_threads.h"
