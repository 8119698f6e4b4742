// One function puts in two windows, and the second time its unlock names the first one. To remove it would leave the
// first window locked as well, and one more unlock would be one too many the first time.
// finds: wrong FP-EPOCH-009
// finds: open FP-EPOCH-013
// says: is open on the window of MPI_Win_allocate at corpus.h:21 (own->win) at that time
// says: fix Pass own->win instead of given->win in MPI_Win_unlock at unlocks_the_window_before.c:20. Tried on the recorded run: this fixes it and breaks nothing.
// says: 1 finding (1 error), 1 consequence
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int* memory;
} field_t;

static void push(field_t* own, field_t* given) {
  const int to = 1 - rank;
  if (given->memory == NULL) return;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, own->win);  // FINDS(open)
  MPI_Put(&rank, 1, MPI_INT, to, 1, 1, MPI_INT, own->win);
  MPI_Win_unlock(to, given->win);  // FINDS(wrong)
}

int main(void) {
  field_t fields[2];
  start_mpi();
  for (int i = 0; i < 2; ++i) fields[i].memory = make_window(&fields[i].win, 4);
  push(&fields[0], &fields[0]);
  push(&fields[1], &fields[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i) MPI_Win_free(&fields[i].win);  // FINDS(open)
  return end_mpi();
}
