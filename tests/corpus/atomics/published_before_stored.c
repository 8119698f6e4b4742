// The same with the store after the publication.
// finds: race FP-RACE-002
// says: fix Move the store of rank 1 at published_before_stored.c:17 before MPI_Compare_and_swap at published_before_stored.c:15, if that tells rank 0 to go on
#include "corpus.h"

enum { PUBLISHED, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    int nobody = 0, found;
    MPI_Compare_and_swap(&rank, &nobody, &found, MPI_INT, 0, PUBLISHED, win);
    MPI_Win_flush(0, win);
    memory[DATA] = 7;  // FINDS(race:store)
    MPI_Win_sync(win);
  } else {
    int owner = 0, data = 0;
    while (!owner) {
      MPI_Fetch_and_op(NULL, &owner, MPI_INT, 0, PUBLISHED, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    MPI_Get(&data, 1, MPI_INT, owner, DATA, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(owner, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
