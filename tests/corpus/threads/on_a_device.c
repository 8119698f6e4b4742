// Code that OpenMP runs on a device is not followed, and the report says so. (Without a device the host runs it; and clang
// does not even ask for one.)
// flags: -fopenmp
// ranks: 1
// says: with gcc: on a device
// says: with gcc-hooks: on a device
#include "corpus.h"

#include <omp.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 16);
  int sum = 0;
  MPI_Win_fence(0, win);
  for (int i = 0; i < 16; i++) memory[i] = i;
#pragma omp target map(to : memory[0 : 16]) map(tofrom : sum)
  for (int i = 0; i < 16; i++) sum += memory[i];
  MPI_Win_fence(0, win);
  REQUIRE(sum == 120);
  MPI_Win_free(&win);
  return end_mpi();
}
