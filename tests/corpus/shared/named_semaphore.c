// A named semaphore orders two processes.
// flags: -pthread
// near: FP-RACE-009
#define IN_TIME
#include "named_semaphore_too_early.c"
