// A walk along a list whose first node is already detached: the get is refused and brings nothing, so the walk never
// reaches the end. It is ended, as MPI's default error handler would have done at the first refusal.
// finds: detached FP-RANGE-002
// says: Rank 1 was ended after 10,000 calls that were refused; MPI's default error handler ends a program at the first.
#include "corpus.h"

struct node {
  MPI_Aint next;  // 0: there is none
  long value;
};

int main(void) {
  MPI_Win win;
  struct node only = {0, 7};
  MPI_Aint at;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Get_address(&only, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_attach(win, &only, sizeof only);
    MPI_Win_detach(win, &only);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    struct node copy = {at, 0};
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    while (copy.next != 0) {
      MPI_Get(&copy, sizeof copy, MPI_BYTE, 0, copy.next, sizeof copy, MPI_BYTE, win);  // FINDS(detached)
      MPI_Win_flush(0, win);
    }
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
