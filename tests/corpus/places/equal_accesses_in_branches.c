// Both branches end alike: an optimizer that makes one load and one store of the two has to choose a line, which may be
// that of the branch not taken.
// finds: race FP-RACE-005
// finds: put FP-RACE-004
// flags: -O2
#include "corpus.h"

static volatile long sink;

static void one_of_two(int way, MPI_Win win) {
  long value = 0;
  if (way == 1) {
    MPI_Get(&value, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);  // FINDS(race:get)
    sink = value;                                          // FINDS(race:load)
  } else if (way == 2) {
    MPI_Get(&value, 1, MPI_LONG, 0, 2, 1, MPI_LONG, win);
    sink = value;  // LINT(FP-RACE-005)
  } else if (way == 3) {
    MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);  // FINDS(put:put)
    value = 2;                                             // FINDS(put:store)
  } else {
    MPI_Put(&value, 1, MPI_LONG, 0, 4, 1, MPI_LONG, win);
    value = 2;  // LINT(FP-RACE-004)
  }
  MPI_Win_flush(0, win);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  long* memory;
  MPI_Win win;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) one_of_two(argc, win);
  if (rank == 1) one_of_two(argc + 2, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
