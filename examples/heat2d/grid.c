#include "grid.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// Splits `cells` evenly enough; the same on all processes.
static int first_of(int cells, int parts, int part) { return (int)((long)cells * part / parts); }

void grid_create(Grid* grid, int cells) {
  int size, dims[2] = {0, 0}, periods[2] = {0, 0}, coordinates[2];
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid->comm);
  MPI_Comm_rank(grid->comm, &grid->rank);
  MPI_Cart_coords(grid->comm, grid->rank, 2, coordinates);
  MPI_Cart_shift(grid->comm, 0, 1, &grid->neighbor[NORTH], &grid->neighbor[SOUTH]);
  MPI_Cart_shift(grid->comm, 1, 1, &grid->neighbor[WEST], &grid->neighbor[EAST]);

  int present[SIDES], count = 0;
  for (int side = 0; side < SIDES; side++) {
    if (grid->neighbor[side] != MPI_PROC_NULL) present[count++] = grid->neighbor[side];
  }
  MPI_Group all;
  MPI_Comm_group(grid->comm, &all);
  MPI_Group_incl(all, count, present, &grid->neighbors);
  MPI_Group_free(&all);

  grid->cells = cells;
  grid->first_row = first_of(cells, dims[0], coordinates[0]);
  grid->rows = first_of(cells, dims[0], coordinates[0] + 1) - grid->first_row;
  grid->first_column = first_of(cells, dims[1], coordinates[1]);
  grid->columns = first_of(cells, dims[1], coordinates[1] + 1) - grid->first_column;
  // The same row length everywhere, so that a column type made here describes the neighbor's column as well.
  grid->stride = (cells + dims[1] - 1) / dims[1] + 2;

  MPI_Aint bytes = (MPI_Aint)((grid->rows + 2) * grid->stride) * (MPI_Aint)sizeof(double);
  for (int step = 0; step < 2; step++) {
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, grid->comm, &grid->values[step], &grid->window[step]);
    MPI_Win_set_name(grid->window[step], step == 0 ? "even steps" : "odd steps");
  }
  MPI_Type_contiguous(grid->columns, MPI_DOUBLE, &grid->row);
  MPI_Type_commit(&grid->row);
  MPI_Type_vector(grid->rows, 1, grid->stride, MPI_DOUBLE, &grid->column);
  MPI_Type_commit(&grid->column);
}

void grid_free(Grid* grid) {
  MPI_Type_free(&grid->row);
  MPI_Type_free(&grid->column);
  MPI_Win_free(&grid->window[0]);
  MPI_Win_free(&grid->window[1]);
  MPI_Group_free(&grid->neighbors);
  MPI_Comm_free(&grid->comm);
}

double grid_initial_value(const Grid* grid, int i, int j) {
  double x = (double)(grid->first_column + j) / (grid->cells + 1);
  double y = (double)(grid->first_row + i) / (grid->cells + 1);
  return sin(pi * x) * sin(pi * y);
}

void grid_set_initial(Grid* grid) {
  for (int step = 0; step < 2; step++) {
    for (int i = 0; i < (grid->rows + 2) * grid->stride; i++) grid->values[step][i] = 0;
  }
  for (int i = 1; i <= grid->rows; i++) {
    for (int j = 1; j <= grid->columns; j++) CELL(grid, 0, i, j) = grid_initial_value(grid, i, j);
  }
}

static void step_row(Grid* grid, int now, double ratio, int i, int first, int last) {
  const int s = grid->stride;
  const double* u = &CELL(grid, now, i, 0);
  double* next = &CELL(grid, 1 - now, i, 0);
  for (int j = first; j <= last; j++) {
    double sum = u[j - s] + u[j + s] + u[j - 1] + u[j + 1];  // EXPECT(BUG=early_edge): race; EXPECT(BUG=wrong_window): race; EXPECT(BUG=local_flush): race
    next[j] = u[j] + ratio * (sum - 4 * u[j]);
  }
}

void grid_step_inside(Grid* grid, int now, double ratio) {
  for (int i = 2; i < grid->rows; i++) step_row(grid, now, ratio, i, 2, grid->columns - 1);
}

void grid_step_edge(Grid* grid, int now, double ratio) {
  step_row(grid, now, ratio, 1, 1, grid->columns);
  step_row(grid, now, ratio, grid->rows, 1, grid->columns);
  for (int i = 2; i < grid->rows; i++) {
    step_row(grid, now, ratio, i, 1, 1);
    step_row(grid, now, ratio, i, grid->columns, grid->columns);
  }
}
