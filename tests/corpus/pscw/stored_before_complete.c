// The buffer of a put is changed before the MPI_Win_complete that comes next: the store belongs after it.
// finds: race FP-RACE-004
// says: Move the store of rank 0 at stored_before_complete.c:23 after MPI_Win_complete at stored_before_complete.c:24
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int columns, *cells;
} grid_t;
#define AT(grid, row, column) (grid)->cells[(row) * (grid)->columns + (column)]

int main(void) {
  int cells[4] = {1, 2, 3, 4};
  grid_t g = {.columns = 2, .cells = cells}, *grid = &g;
  MPI_Group world, other;
  start_mpi();
  make_window(&grid->win, 2);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, grid->win);
    MPI_Put(&AT(grid, 1, 0), 2, MPI_INT, 1, 0, 2, MPI_INT, grid->win);  // FINDS(race:put)
    AT(grid, 1, 1) *= 5;                                                // FINDS(race:store)
    MPI_Win_complete(grid->win);
  } else {
    MPI_Win_post(other, 0, grid->win);
    MPI_Win_wait(grid->win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&grid->win);
  return end_mpi();
}
