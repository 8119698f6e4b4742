// Puts of two processes to neighboring bytes of one word.
// near: FP-RACE-001
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  char letter = rank == 0 ? 'a' : 'b';
  MPI_Datatype one_byte;  // the displacement unit is 4: the byte is chosen by the type
  int length = 1, at = rank / 2;
  MPI_Type_indexed(1, &length, &at, MPI_CHAR, &one_byte);
  MPI_Type_commit(&one_byte);
  MPI_Win_lock_all(0, win);
  if (rank != 1) MPI_Put(&letter, 1, MPI_CHAR, 1, 0, 1, one_byte, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) REQUIRE(((char*)memory)[0] == 'a' && ((char*)memory)[1] == 'b');
  MPI_Win_unlock_all(win);
  MPI_Type_free(&one_byte);
  MPI_Win_free(&win);
  return end_mpi();
}
