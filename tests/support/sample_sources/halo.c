/* The source behind the sample findings; its line numbers are used in sample_findings.cpp. */
#include <mpi.h>
#include <stdlib.h>

enum { kColumns = 512 };

typedef struct {
  double* cells;
  int rows, up, down;
  MPI_Win win;
} Grid;

void exchange(Grid* grid) {
  MPI_Win_lock_all(0, grid->win);
  double* first = grid->cells + kColumns;
  double* last = grid->cells + grid->rows * kColumns;
  MPI_Put(first, kColumns, MPI_DOUBLE, grid->up, (grid->rows + 1) * kColumns, kColumns, MPI_DOUBLE, grid->win);
  MPI_Put(last, kColumns, MPI_DOUBLE, grid->down, 0, kColumns, MPI_DOUBLE, grid->win);
  MPI_Win_flush_local_all(grid->win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(grid->win);
}

double relax(Grid* grid) {
  double change = 0;
  for (int i = 1; i <= grid->rows; ++i) {
    for (int j = 1; j + 1 < kColumns; ++j) {
      double* cell = grid->cells + i * kColumns + j;
      double next = 0.25 * (cell[-1] + cell[1] + cell[-kColumns] + cell[kColumns]);
      change += (next - *cell) * (next - *cell);
      *cell = next;
    }
  }
  return change;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Grid grid = {NULL, 128, 0, 0, MPI_WIN_NULL};
  MPI_Win_allocate(130 * kColumns * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &grid.cells, &grid.win);
  for (int step = 0; step < 100; ++step) {
    exchange(&grid);
    relax(&grid);
  }
  MPI_Win_free(&grid.win);
  MPI_Finalize();
}
