// An atomic flag in memory that the processes share themselves is raised before the put is complete.
// finds: race FP-RACE-002
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  char name[64];
#ifdef BEFORE_INIT
  const int number = (int)getppid();
#else
  start_mpi();
  int number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  snprintf(name, sizeof name, "/corpus-flag-%d", number);
  const int file = shm_open(name, O_CREAT | O_RDWR, 0600);
  REQUIRE(file >= 0 && ftruncate(file, 4096) == 0);
#ifdef BEFORE_INIT
  start_mpi();
#endif
  atomic_int* const flag = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  REQUIRE(flag != MAP_FAILED);
  int* const memory = make_window(&win, 4);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Barrier(MPI_COMM_WORLD);
  const int value = 7;
  if (rank == 0) {
    shm_unlink(name);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef IN_TIME
    MPI_Win_flush(1, win);
#endif
    atomic_store_explicit(flag, 1, memory_order_release);
  } else if (rank == 1) {
    while (atomic_load_explicit(flag, memory_order_acquire) == 0) usleep(10);
    MPI_Win_sync(win);
#ifdef IN_TIME
    REQUIRE(memory[0] == 7);
#else
    printf("%d\n", memory[0]);  // FINDS(race:load)
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  munmap((void*)flag, 4096);
  return end_mpi();
}
