// Fencepost does nothing in a program without MPI, nor in the launcher.
// compiler: cc
// no trace
// silent
#include <stdio.h>

int main(void) { return puts("nothing to check") < 0; }
