// Split by node, allocate at the first process of it only, the others find it with MPI_PROC_NULL's or rank 0's query.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm node;
  int *memory, *table, unit, mine;
  MPI_Aint size;
  start_mpi();
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &mine);
  MPI_Win_allocate_shared(mine == 0 ? 64 : 0, sizeof(int), MPI_INFO_NULL, node, &memory, &win);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &table);
  if (mine == 0) {
    for (int i = 0; i < 16; i++) table[i] = i * i;
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 16; i++) REQUIRE(table[i] == i * i);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
  return end_mpi();
}
