// The memory of the window is freed and the window never is: that is one mistake. The window has another name in the
// function that frees than in the one that created it.
// finds: freed FP-WINDOW-003
// finds: never FP-WINDOW-009
// says: Add MPI_Win_free(&grid.win) on all ranks before free at freed_and_window_never.c:26
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int* cells;
} grid_t;

static void setup(grid_t* g, int count) {
  g->cells = calloc((size_t)count, sizeof(int));
  MPI_Win_create(g->cells, count * (int)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g->win);  // FINDS(freed, never)
}

int main(void) {
  grid_t grid;
  start_mpi();
  setup(&grid, 16);
  MPI_Win_fence(0, grid.win);
#ifdef MENDED
  MPI_Win_free(&grid.win);
#endif
  free(grid.cells);  // FINDS(freed)
  return end_mpi();
}
