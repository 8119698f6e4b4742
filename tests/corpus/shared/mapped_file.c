// Windows of two ranks over one file, which the program has mapped itself: they are the same memory.
// ranks: 3
// finds: puts FP-RACE-001
// finds: load FP-RACE-002
// finds: loads FP-RACE-009
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "corpus.h"

enum { ELEMENTS = 64 };

static int* map_file(void) {
  char name[64];
  int number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "/fencepost-test-%d", number);
  if (rank == 0) {
    const int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    REQUIRE(file >= 0 && ftruncate(file, ELEMENTS * sizeof(int)) == 0);
    close(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const int file = shm_open(name, O_RDWR, 0600);
  int* const memory = mmap(NULL, ELEMENTS * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  REQUIRE(file >= 0 && memory != MAP_FAILED);
  close(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) shm_unlink(name);
  return memory;
}

int main(void) {
  MPI_Win win;
  int seven = 7;
  start_mpi();
  int* memory = map_file();
  MPI_Win_create(memory, ELEMENTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&seven, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(puts:put)
    MPI_Put(&seven, 1, MPI_INT, 1, 8, 1, MPI_INT, win);  // FINDS(load:put)
  }
  if (rank == 2) {
    MPI_Put(&seven, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(puts:put)
    printf("%d\n", memory[8]);                           // FINDS(load:load)
    printf("%d\n", memory[16]);                          // FINDS(loads:load)
  }
  if (rank == 1) memory[16] = 7;  // FINDS(loads:store)
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  munmap(memory, ELEMENTS * sizeof(int));
  return end_mpi();
}
