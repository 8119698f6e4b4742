// What is moved is longer than the global variable, the static one, the member's whole structure that its buffer begins
// in. Windows and attached memory, too.
// finds: global FP-RANGE-009
// finds: static FP-RANGE-009
// finds: middle FP-RANGE-009
// finds: window FP-RANGE-009
// finds: attached FP-RANGE-009
// says: but the variable few has 16 bytes
// plain: found
#include "corpus.h"

static int few[4], behind[400];
static struct {
  int head[2], row[6];
} halo;

int main(void) {
  MPI_Win win, over, dynamic;
  start_mpi();
  make_window(&win, 400);
  MPI_Win_create(few, sizeof few + 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &over);  // FINDS(window)
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, halo.row, sizeof halo);  // FINDS(attached)
  if (rank == 0) {
    static double once[3];
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(few, 5, MPI_INT, 1, 0, 5, MPI_INT, win);             // FINDS(global)
    MPI_Put(once, 4, MPI_DOUBLE, 1, 100, 4, MPI_DOUBLE, win);    // FINDS(static)
    MPI_Put(&halo.row[2], 5, MPI_INT, 1, 200, 5, MPI_INT, win);  // FINDS(middle)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_detach(dynamic, halo.row);
  MPI_Win_free(&dynamic);
  MPI_Win_free(&over);
  MPI_Win_free(&win);
  (void)behind;
  return end_mpi();
}
