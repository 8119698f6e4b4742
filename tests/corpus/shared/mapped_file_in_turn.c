// Windows of two ranks over one file, which the program has mapped itself, in turn: by barriers, by a flag in the file
// that is no part of the windows, and by each one's own part.
// ranks: 3
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
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
  int seven = 7, got = 0;
  start_mpi();
  int* const memory = map_file();
  atomic_int* const flag = (atomic_int*)memory;
  enum { FLAGS = 4 };
  int* const data = memory + FLAGS;
  MPI_Win_create(data, (ELEMENTS - FLAGS) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&seven, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    data[1] = 7;
    atomic_store_explicit(flag, 1, memory_order_release);
  } else if (rank == 2) {
    while (!atomic_load_explicit(flag, memory_order_acquire)) continue;
    REQUIRE(data[0] == 7 && data[1] == 7);
    MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    REQUIRE(got == 7);
  }
  data[8 + rank] = rank;
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 3, 16 + rank, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++) REQUIRE(data[8 + i] == i && data[16 + i] == i);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  munmap(memory, ELEMENTS * sizeof(int));
  return end_mpi();
}
