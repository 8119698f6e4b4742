// Memory that the processes share themselves, opened before MPI_Init and mapped after it. Until it is mapped, locks ask
// whether it is; our own code takes some in MPI_Init.
// near: FP-RACE-002
#define IN_TIME
#define BEFORE_INIT
#include "flag_outside_of_windows_too_early.c"
