// Absolute addresses with MPI_BOTTOM as origin buffer; one of the two variables is changed too early.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype both;
  MPI_Aint addresses[2];
  static int here = 1, there = 2, lengths[2] = {1, 1};
  start_mpi();
  make_window(&win, 2);
  MPI_Get_address(&here, &addresses[0]);
  MPI_Get_address(&there, &addresses[1]);
  MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &both);
  MPI_Type_commit(&both);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(MPI_BOTTOM, 1, both, 1 - rank, 0, 2, MPI_INT, win);  // FINDS(race:put)
  there = 3;                                                   // FINDS(race:store)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Type_free(&both);
  MPI_Win_free(&win);
  return end_mpi();
}
