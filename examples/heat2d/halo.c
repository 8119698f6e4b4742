#include "halo.h"

// Where the neighbor on `side` has the halo that faces us: it may own one row or column more or less than we do.
static MPI_Aint first_halo_cell(const Grid* grid, int side, int neighbor_rows, int neighbor_columns) {
  switch (side) {
    case NORTH: return (MPI_Aint)(neighbor_rows + 1) * grid->stride + 1;
    case SOUTH: return 1;
    case WEST: return (MPI_Aint)grid->stride + neighbor_columns + 1;
    default: return grid->stride;
  }
}

static void size_of_neighbor(const Grid* grid, int side, int* rows, int* columns) {
  int dims[2], periods[2], own[2], at[2];
  MPI_Cart_get(grid->comm, 2, dims, periods, own);
  MPI_Cart_coords(grid->comm, grid->neighbor[side], 2, at);
  *rows = (int)((long)grid->cells * (at[0] + 1) / dims[0]) - (int)((long)grid->cells * at[0] / dims[0]);
  *columns = (int)((long)grid->cells * (at[1] + 1) / dims[1]) - (int)((long)grid->cells * at[1] / dims[1]);
}

void halo_put(Grid* grid, int now) {
  for (int side = 0; side < SIDES; side++) {
    if (grid->neighbor[side] == MPI_PROC_NULL) continue;
    int rows, columns;
    size_of_neighbor(grid, side, &rows, &columns);
    const MPI_Aint at = first_halo_cell(grid, side, rows, columns);
    const MPI_Datatype type = side == NORTH || side == SOUTH ? grid->row : grid->column;
    const double* edge = &CELL(grid, now, side == SOUTH ? grid->rows : 1, side == EAST ? grid->columns : 1);
    MPI_Put(edge, 1, type, grid->neighbor[side], at, 1, type, grid->window[now]);  // EXPECT(BUG=early_edge): race; EXPECT(BUG=wrong_window): race; EXPECT(BUG=local_flush): race; EXPECT(BUG=local_flush): race-of-puts
  }
}
