// accumulate_ordering concerns elements of one type. If the two types differ, or the elements overlap in part, there is
// no order to give up: they race, and that is reported once.
// finds: types FP-RACE-007
// finds: apart FP-RACE-007
// says: 2 findings (2 undefined outcomes)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(32, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int one = 1;
    unsigned two = 2;
    double half[2] = {0.5, 0.25};
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);            // FINDS(types)
    MPI_Accumulate(&two, 1, MPI_UNSIGNED, 1, 0, 1, MPI_UNSIGNED, MPI_REPLACE, win);  // FINDS(types)
    MPI_Accumulate(&half[0], 1, MPI_DOUBLE, 1, 2, 1, MPI_DOUBLE, MPI_REPLACE, win);  // FINDS(apart)
    MPI_Accumulate(&half[1], 1, MPI_DOUBLE, 1, 3, 1, MPI_DOUBLE, MPI_REPLACE, win);  // FINDS(apart)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
