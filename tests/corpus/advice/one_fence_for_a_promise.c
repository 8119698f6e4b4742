// Charges are summed up in fence epochs, of which the one that ends them is a barrier. One fence mends everything that
// follows: the promise of the opening fence is right.
// finds: early FP-RACE-006
// finds: other FP-RACE-006
// finds: clear FP-RACE-006
// finds: promise FP-ASSERT-006
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_fence(0, f->win) on all ranks before MPI_Barrier at one_fence_for_a_promise.c:29. Tried
// says: and so error FP-ASSERT-006
// says: 1 finding (1 undefined outcome), 4 consequences
#include "corpus.h"

enum { CELLS = 4 };

typedef struct {
  MPI_Win win;
  double* cells;
} field_t;

static void deposit(field_t* f) {
  static const double one = 1;
  for (int i = 0; i < CELLS; ++i) f->cells[i] = 0;  // FINDS(clear:store)
  MPI_Win_fence(MPI_MODE_NOPRECEDE, f->win);        // FINDS(promise, open)
  for (int i = 0; i < CELLS; ++i)
    MPI_Accumulate(&one, 1, MPI_DOUBLE, (rank + 1) % ranks, i, 1, MPI_DOUBLE, MPI_SUM, f->win);  // FINDS(early:accumulate, other:accumulate, clear:accumulate)
#ifdef MENDED
  MPI_Win_fence(MPI_MODE_NOSUCCEED, f->win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
}

static double most(const field_t* f) {
  double most = 0;
  for (int i = 0; i < CELLS; ++i)
    if (f->cells[i] > most) most = f->cells[i];  // FINDS(early:load)
  return most;
}

static double sum(const field_t* f) {
  double all = 0;
  for (int i = 0; i < CELLS; ++i) all += f->cells[i];  // FINDS(other:load)
  return all;
}

int main(void) {
  field_t field;
  double told = 0;
  start_mpi();
  MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &field.cells, &field.win);
  for (int step = 0; step < 3; ++step) {
    deposit(&field);
    told += most(&field) + sum(&field);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&field.win);  // FINDS(open)
  if (told < 0) printf("%f\n", told);
  return end_mpi();
}
