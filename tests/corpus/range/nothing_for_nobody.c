// What every library accepts for MPI_PROC_NULL: no elements, a type of absolute addresses, an origin that MPI_NO_OP
// leaves out.
// options: --strict
// near: FP-RANGE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  int value = 7, result = 8;
  const int length = 1;
  MPI_Aint address;
  MPI_Datatype absolute;
  MPI_Get_address(&value, &address);
  MPI_Type_create_hindexed(1, &length, &address, MPI_INT, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Win_lock_all(0, win);
  MPI_Get(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, 0, MPI_INT, win);
  MPI_Put(MPI_BOTTOM, 1, absolute, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Fetch_and_op(NULL, &result, MPI_INT, MPI_PROC_NULL, 0, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  REQUIRE(value == 7 && result == 8);
  MPI_Type_free(&absolute);
  MPI_Win_free(&win);
  return end_mpi();
}
