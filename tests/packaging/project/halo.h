#include <mpi.h>
void give(const int* value, int to, MPI_Win window);
