// thread_that_puts_is_not_joined_before_the_barrier.c with its advice applied.
// flags: -pthread
#define MENDED
#include "thread_that_puts_is_not_joined_before_the_barrier.c"
