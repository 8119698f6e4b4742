// Two windows that one function makes; one of two puts names the one that is not fenced here.
// finds: outside FP-EPOCH-001
// finds: open FP-EPOCH-013
// says: fix MPI_Put at put_to_the_other_window.c:30 needs an open epoch on its window, or has to be on grid->now.win, if it is meant for that window
// says: and so error FP-EPOCH-013
// says: 1 finding (1 error), 1 consequence
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int* cells;
} part_t;
typedef struct {
  part_t now, next;
} grid_t;

static void make(part_t* part) {
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part->cells, &part->win);
  MPI_Win_set_errhandler(part->win, MPI_ERRORS_RETURN);
  for (int i = 0; i < 4; ++i) part->cells[i] = 0;
}

static void exchange(grid_t* grid) {
  static const int values[2] = {1, 2};
  MPI_Win_fence(0, grid->now.win);
  MPI_Put(&values[0], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, grid->now.win);
#ifdef MENDED
  MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, grid->now.win);
#else
  MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, grid->next.win);  // FINDS(outside:put)
#endif
  MPI_Win_fence(0, grid->now.win);  // FINDS(open)
}

int main(void) {
  grid_t grid;
  start_mpi();
  make(&grid.now);
  make(&grid.next);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < 3; ++step) {
    exchange(&grid);
    const part_t now = grid.now;
    grid.now = grid.next;
    grid.next = now;
  }
  MPI_Win_free(&grid.now.win);  // FINDS(open)
  MPI_Win_free(&grid.next.win);
  return end_mpi();
}
