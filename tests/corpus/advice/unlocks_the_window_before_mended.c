// unlocks_the_window_before.c with its advice applied.
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int* memory;
} field_t;

static void push(field_t* own, field_t* given) {
  const int to = 1 - rank;
  if (given->memory == NULL) return;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, own->win);
  MPI_Put(&rank, 1, MPI_INT, to, 1, 1, MPI_INT, own->win);
  MPI_Win_unlock(to, own->win);
}

int main(void) {
  field_t fields[2];
  start_mpi();
  for (int i = 0; i < 2; ++i) fields[i].memory = make_window(&fields[i].win, 4);
  push(&fields[0], &fields[0]);
  push(&fields[1], &fields[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i) MPI_Win_free(&fields[i].win);
  return end_mpi();
}
