// Both ranks make a window of memory that they share by themselves: what meets there by different mappings is not seen, and
// the report says so.
// says: a window over memory that it maps as shared itself
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int number = 0;
  char name[64];
  start_mpi();
  if (rank == 0) number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "/fencepost-corpus-%d", number);
  const int file = shm_open(name, O_CREAT | O_RDWR, 0600);
  REQUIRE(file >= 0 && ftruncate(file, 4096) == 0);
  int* const memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  REQUIRE(memory != MAP_FAILED);
  MPI_Win_create(memory, 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  shm_unlink(name);
  MPI_Win_fence(0, win);
  const int value = 7;
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(memory[0] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
