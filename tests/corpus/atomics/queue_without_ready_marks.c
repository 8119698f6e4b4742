// The consumer looks at the number of reserved slots, not at what is ready.
// finds: race FP-RACE-002
#include "corpus.h"

enum { NEXT, VALUE };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int one = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    int slot, value = 7;
    MPI_Fetch_and_op(&one, &slot, MPI_INT, 0, NEXT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, VALUE + slot, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
  } else {
    for (int reserved = 0; !reserved;) {
      MPI_Fetch_and_op(NULL, &reserved, MPI_INT, 0, NEXT, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    printf("%d\n", memory[VALUE]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
