// A flag that is loaded in a loop: no barrier can come between the loop and the store for which it waits.
// finds: flag FP-RACE-009
// finds: data FP-RACE-009
// says: fix Rank 1 waits at flag_in_shared_memory.c:31 for another value, so no message or barrier can come between: the word has to be atomic
#include "corpus.h"

#include <sched.h>
#include <stdatomic.h>

int main(void) {
  struct shared {
    int data;
#ifdef MENDED
    _Atomic int ready;
#else
    volatile int ready;
#endif
  }* shared;
  MPI_Win win;
  MPI_Aint size;
  int unit;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? (MPI_Aint)sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  if (rank == 0) shared->ready = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    shared->data = 7;   // FINDS(data:store)
    shared->ready = 1;  // FINDS(flag:store)
  } else {
    while (shared->ready == 0) sched_yield();  // FINDS(flag:load)
    REQUIRE(shared->data == 7);                // FINDS(data:load)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
