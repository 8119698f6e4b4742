// The program copies the handles of its requests and tests them together. Libraries may give requests that are complete
// at once one handle, and then nothing but their order tells them apart.
// options: --rma native
#include "corpus.h"

enum { kGets = 16 };

int main(void) {
  MPI_Win win;
  MPI_Request requests[kGets];
  int got[kGets][2], wrong = 0;
  start_mpi();
  int* const memory = make_window(&win, 2 * kGets);
  for (int i = 0; i < 2 * kGets; ++i) memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kGets; ++i) {
    MPI_Request one;
    MPI_Rget(got[i], 2, MPI_INT, (rank + i) % ranks, i, 2, MPI_INT, win, &one);
    requests[i] = one;
  }
  for (int left = kGets; left > 0;) {
    int which, flag;
    MPI_Testany(kGets, requests, &which, &flag, MPI_STATUS_IGNORE);
    if (!flag) continue;
    wrong += got[which][0] != which || got[which][1] != which + 1;
    --left;
  }
  MPI_Win_unlock_all(win);
  REQUIRE(wrong == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
