// A transposition by puts in fence epochs, of which the fence that ends it is a barrier. The fence is named with the
// arguments that it needs: a product in the loop declares no variable.
// finds: load FP-RACE-002
// finds: store FP-RACE-004
// finds: next FP-RACE-004
// finds: promise FP-ASSERT-006
// finds: free FP-EPOCH-013
// says: fix Add MPI_Win_fence(0, p->win) on all ranks before MPI_Barrier at
#include "corpus.h"

enum { ROWS = 2 };

typedef struct {
  MPI_Win win;
  int rank, rows, *a, *b;
} plan_t;

static void transpose(plan_t* p) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, p->win);  // FINDS(promise, free)
  for (int s = 0; s < ranks; s++) {
    const int target = (p->rank + s) % ranks;
    for (int r = 0; r < ROWS; r++) {
      MPI_Aint at = p->rank * p->rows + r;
      MPI_Put(p->a + r, 1, MPI_INT, target, at, 1, MPI_INT, p->win);  // FINDS(load:put, store:put, next:put)
    }
  }
#ifdef MENDED
  MPI_Win_fence(0, p->win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ROWS; ++i) p->a[i] = p->b[i];  // FINDS(load:load, store:store)
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
  static int memory[ROWS];
  start_mpi();
  plan_t plan = {.rank = rank, .rows = ROWS, .a = memory};
  plan.b = make_window(&plan.win, 4);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < ROWS; ++i) memory[i] += i;  // FINDS(next:store)
    transpose(&plan);
  }
  MPI_Win_free(&plan.win);  // FINDS(free)
  return end_mpi();
}
