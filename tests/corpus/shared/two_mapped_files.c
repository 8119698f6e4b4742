// Windows over files that the program has mapped itself: each rank has one of its own, as large as the others and at the
// same offset. What is done with one has nothing to do with the others, nor with the next one that is mapped in its place.
// ranks: 3
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "corpus.h"

enum { ELEMENTS = 1024 };

static int* map_file(int* address) {
  const int file = memfd_create("own", 0);
  REQUIRE(file >= 0 && ftruncate(file, ELEMENTS * sizeof(int)) == 0);
  int* const memory = mmap(address, ELEMENTS * sizeof(int), PROT_READ | PROT_WRITE,
                           MAP_SHARED | (address != NULL ? MAP_FIXED : 0), file, 0);
  REQUIRE(memory != MAP_FAILED);
  close(file);
  return memory;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = map_file(NULL);
  for (int round = 0; round < 2; round++) {
    MPI_Win_create(memory, ELEMENTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 3, 0, 1, MPI_INT, win);
    memory[1] = rank;
    MPI_Win_fence(0, win);
    REQUIRE(memory[0] == (rank + 2) % 3 && memory[1] == rank);
    MPI_Win_free(&win);
    memory = map_file(memory);
    memory[0] = memory[1] = 0;
  }
  munmap(memory, ELEMENTS * sizeof(int));
  return end_mpi();
}
