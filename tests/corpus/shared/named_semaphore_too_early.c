// A named semaphore is posted before the data is there.
// flags: -pthread
// finds: race FP-RACE-009
#include "corpus.h"

#include <fcntl.h>
#include <semaphore.h>
#include <unistd.h>

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  char name[64];
  int number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "/fencepost-test-%d", number);
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  sem_t* semaphore = sem_open(name, O_CREAT, 0600, 0);
  REQUIRE(semaphore != SEM_FAILED);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    sem_unlink(name);
#ifdef IN_TIME
    first[0] = 7;
    sem_post(semaphore);
#else
    sem_post(semaphore);
    first[0] = 7;  // FINDS(race:store)
#endif
  } else {
    sem_wait(semaphore);
#ifdef IN_TIME
    REQUIRE(first[0] == 7);
#else
    printf("%d\n", first[0]);  // FINDS(race:load)
#endif
  }
  sem_close(semaphore);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
