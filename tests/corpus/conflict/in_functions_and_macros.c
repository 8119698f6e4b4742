// The statements stand in an inlined function and in a macro: the function's line and the line of the macro's use count.
// finds: race FP-RACE-002
#include "corpus.h"

static inline void send_to(int target, const int* value, MPI_Win win) {
  MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // FINDS(race:put)
}

#define SHOW(value) printf(#value " is %d\n", (value))

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    send_to(1, &ranks, win);
  } else {
    SHOW(memory[0]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
