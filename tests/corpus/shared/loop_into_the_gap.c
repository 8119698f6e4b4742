// One loop sums up all segments as if they lay directly one after the other, which they need not. It begins in its own
// segment and runs on into memory of nobody.
// finds: loop FP-RANGE-008
// finds: block FP-RANGE-008
#include <string.h>
#include "corpus.h"

enum { kOwn = 8, kAll = 16 };

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* mine;
  int all[kAll], i, sum = 0;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(kOwn * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &mine, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  for (i = 0; i < kOwn; i++) mine[i] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0) {
    for (i = 0; i < kAll; i++) sum += mine[i];  // FINDS(loop)
    memcpy(all, mine, sizeof all);              // FINDS(block)
    MPI_Send(all, kAll, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    if (sum < 0) printf("%d\n", sum);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
