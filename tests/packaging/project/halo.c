#include "halo.h"

void give(const int* value, int to, MPI_Win window) {
  MPI_Put(value, 1, MPI_INT, to, 0, 1, MPI_INT, window);
}
