// A walk along a list of two processes without a flush: what is
// used too early, and the memory that is detached while the get may still read it follow from that one call.
// finds: early FP-RACE-005
// finds: next FP-RACE-005
// finds: again FP-RACE-005
// finds: round FP-RACE-005
// finds: detached FP-WINDOW-006
// says: fix Add MPI_Win_flush_local(owner, win) after MPI_Get at walked_without_a_flush.c:23, before the load at walked_without_a_flush.c:27.
// says: and so error FP-WINDOW-006
// says: 1 finding (1 undefined outcome), 4 consequences
#include "corpus.h"

typedef struct {
  long value;
  int next_rank;
  MPI_Aint next;
} node_t;

static long walk(MPI_Win win, int owner, MPI_Aint at) {
  node_t node;
  long sum = 0;
  while (owner >= 0) {
    MPI_Get(&node, sizeof node, MPI_BYTE, owner, at, sizeof node, MPI_BYTE, win);  // FINDS(early:get, next:get, again:get, round:get, detached)
#ifdef MENDED
    MPI_Win_flush_local(owner, win);
#endif
    sum += node.value;       // FINDS(early:load)
    owner = node.next_rank;  // FINDS(next:load)
    at = node.next;          // FINDS(again:load)
  }
  return sum;
}

int main(void) {
  MPI_Win win;
  MPI_Aint all[2];
  node_t mine;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, &mine, sizeof mine);
  MPI_Get_address(&mine, &all[rank]);
  const MPI_Aint own = all[rank];
  MPI_Allgather(&own, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
  mine = (node_t){.value = rank + 1, .next_rank = rank == 0 ? 1 : -1, .next = all[1]};
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const long sum = walk(win, 0, all[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_detach(win, &mine);  // FINDS(detached)
  MPI_Win_free(&win);
  if (sum < 0) printf("%ld\n", sum);
  return end_mpi();
}
