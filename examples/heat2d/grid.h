// The part of a two-dimensional grid that one process owns, with a halo one cell wide around it.
#ifndef HEAT2D_GRID_H
#define HEAT2D_GRID_H

#include <mpi.h>

enum Side { NORTH, SOUTH, WEST, EAST, SIDES };

typedef struct {
  MPI_Comm comm;          // Cartesian, two dimensions
  int rank;
  int neighbor[SIDES];    // or MPI_PROC_NULL
  MPI_Group neighbors;    // the ones that exist, as a group of the windows' processes
  int cells;              // interior cells of the whole domain, in each direction
  int rows, columns;      // of this process, without the halo
  int first_row, first_column;
  int stride;             // of a row in memory, in doubles
  double* values[2];      // (rows + 2) x stride each: this time step and the next one
  MPI_Win window[2];      // the memory of values[i]
  MPI_Datatype row;       // `columns` doubles side by side
  MPI_Datatype column;    // `rows` doubles, one in each row
} Grid;

#define CELL(grid, step, i, j) ((grid)->values[step][(i) * (grid)->stride + (j)])

void grid_create(Grid* grid, int cells);
void grid_free(Grid* grid);

// The first eigenvector of the discrete Laplace operator: each step multiplies it by the same factor.
void grid_set_initial(Grid* grid);
double grid_initial_value(const Grid* grid, int i, int j);

// One explicit step from values[now] to values[1 - now]: the cells that need no halo, and those along the edge that do.
void grid_step_inside(Grid* grid, int now, double ratio);
void grid_step_edge(Grid* grid, int now, double ratio);

#endif
