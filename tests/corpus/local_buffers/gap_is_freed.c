// The freed memory is between the blocks of a pending origin: none of it belongs to the operation.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  int* block[3];
  for (int i = 0; i < 3; i++) {
    block[i] = malloc(sizeof(int));
    *block[i] = i;
  }
  int low = 0, high = 0;
  for (int i = 1; i < 3; i++) {
    if (block[i] < block[low]) low = i;
    if (block[i] > block[high]) high = i;
  }
  const int middle = 3 - low - high;
  MPI_Aint where[2];
  MPI_Datatype type;
  MPI_Get_address(block[low], &where[0]);
  MPI_Get_address(block[high], &where[1]);
  MPI_Type_create_hindexed_block(2, 1, where, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 2, MPI_INT, win);
  free(block[middle]);
  MPI_Win_unlock_all(win);
  free(block[low]);
  free(block[high]);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  return end_mpi();
}
