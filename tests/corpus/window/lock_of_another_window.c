// Windows over memory that other windows got from MPI: all parts of a shared one, a part of an allocated one, and what
// is attached to a dynamic one.
// near: FP-WINDOW-013
// options: --strict
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win shared, allocated, dynamic, over[3];
  int *memory, *first, *attached, unit, value = 1;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &shared);
  MPI_Win_shared_query(shared, 0, &size, &unit, &first);
  int* own = make_window(&allocated, 8);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  attached = calloc(8, sizeof(int));
  MPI_Win_attach(dynamic, attached, 8 * sizeof(int));
  MPI_Win_create(first, rank == 0 ? 4 * ranks * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over[0]);
  MPI_Win_create(own + 2, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over[1]);
  MPI_Win_create(attached + 2, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over[2]);
  for (int i = 0; i < 3; i++) {
    MPI_Win_lock_all(0, over[i]);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, over[i]);
    MPI_Win_unlock_all(over[i]);
    MPI_Win_free(&over[i]);
  }
  MPI_Win_detach(dynamic, attached);
  MPI_Win_free(&dynamic);
  free(attached);
  MPI_Win_free(&allocated);
  MPI_Win_free(&shared);
  return end_mpi();
}
