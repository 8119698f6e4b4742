// The owner of a block gives it back when it has told where it is, and not when the reader has read.
// finds: early FP-WINDOW-006
#include <unistd.h>

#include "corpus.h"

enum { kWords = 8 };

int main(void) {
  MPI_Win win;
  MPI_Aint address = 0;
  int words[kWords], got[kWords] = {0};
  start_mpi();
  for (int i = 0; i < kWords; i++) words[i] = i + 1;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_attach(win, words, sizeof words);
    MPI_Get_address(words, &address);
  }
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(got, kWords, MPI_INT, 0, address, kWords, MPI_INT, win);  // FINDS(early)
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, win);
  }
  if (rank == 0) {
    usleep(200000);              // so that the reader is done in time
    MPI_Win_detach(win, words);  // FINDS(early)
  }
  MPI_Win_free(&win);
  return rank == 1 && got[kWords - 1] != kWords ? 1 : end_mpi();
}
