// The origin is a local variable and, by absolute addresses, the rank's own window: the store into the window meets the put.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const mine = make_window(&win, 4);
  static int first = 7;
  MPI_Aint where[2];
  MPI_Datatype type;
  MPI_Get_address(&first, &where[0]);
  MPI_Get_address(&mine[2], &where[1]);
  MPI_Type_create_hindexed_block(2, 1, where, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 2, MPI_INT, win);  // FINDS(race:put)
    mine[2] = 3;                                           // FINDS(race:store)
  }
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  return end_mpi();
}
