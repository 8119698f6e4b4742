// The window is one of the even ranks only, and nobody frees it. The others come to MPI_Finalize as well: there they would
// free a handle that they have never set.
// ranks: 4
// finds: never FP-WINDOW-009
// says: MPI_Win_free for the window of MPI_Win_allocate at window_of_some_ranks.c:18 has to be called on the ranks of its communicator (ranks 0 and 2) before MPI_Finalize at
#include "corpus.h"

typedef struct {
  MPI_Comm leaders;
  MPI_Win win;
  int* memory;
} node_t;

static void setup(node_t* node) {
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2 == 0 ? 0 : MPI_UNDEFINED, rank, &node->leaders);
  if (node->leaders == MPI_COMM_NULL) return;
  const int one = 1;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, node->leaders, &node->memory, &node->win);  // FINDS(never)
  node->memory[0] = 0;
  MPI_Win_fence(0, node->win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, node->win);
  MPI_Win_fence(0, node->win);
}

int main(void) {
  node_t node;
  start_mpi();
  setup(&node);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
  if (node.leaders != MPI_COMM_NULL) MPI_Win_free(&node.win);
#endif
  return end_mpi();
}
