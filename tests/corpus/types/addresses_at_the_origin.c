// A datatype of absolute addresses is used at the origin, where they mean something.
// near: FP-TYPE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static int value = 7;
  MPI_Aint where;
  MPI_Datatype type;
  MPI_Get_address(&value, &where);
  MPI_Type_create_hindexed_block(1, 1, &where, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 1, MPI_INT, win);
  MPI_Type_free(&type);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
