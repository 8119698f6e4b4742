// A word of compare and swap is read by a get, in a file whose headers need not define a null pointer.
// finds: race FP-RACE-006
// says: fix Call MPI_Fetch_and_op(MPI_BOTTOM, &head, MPI_INT, 0, 0, MPI_NO_OP, win) instead of MPI_Get of rank
#include <mpi.h>

static int take(MPI_Win win) {
  int head, next, seen;
  do {
#ifdef MENDED
    MPI_Fetch_and_op(MPI_BOTTOM, &head, MPI_INT, 0, 0, MPI_NO_OP, win);
#else
    MPI_Get(&head, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
#endif
    MPI_Win_flush(0, win);
    if (head == 6) return 0;
    next = head + 1;
    MPI_Compare_and_swap(&next, &head, &seen, MPI_INT, 0, 0, win);  // FINDS(race:compare_and_swap)
    MPI_Win_flush(0, win);
  } while (seen != head);
  return 1;
}

int main(int argc, char** argv) {
  int taken = 0, all = 6, rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  while (take(win)) taken++;
  MPI_Win_unlock_all(win);
  MPI_Reduce(&taken, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
#ifdef MENDED
  if (all != 6) return 1;
#endif
  return 0;
}
