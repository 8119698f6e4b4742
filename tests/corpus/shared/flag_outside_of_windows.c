// An atomic flag in memory that the processes share themselves, beside MPI, orders a put and a load.
// near: FP-RACE-002
#define IN_TIME
#include "flag_outside_of_windows_too_early.c"
