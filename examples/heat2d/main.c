// Heat in a square plate whose border is kept at 0, on a grid of processes, each of which puts its boundary cells into
// the halos of its neighbors.
//
//   mpiexec -n 4 ./heat2d [fence|pscw|lock_all [cells [steps]]]
//
// The start is an eigenvector of the discrete operator, so that the exact solution is known: every step multiplies all
// values by the same factor.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "halo.h"

static const Halo* const variants[] = {&halo_fence, &halo_pscw, &halo_lock_all};

static const Halo* variant_named(const char* name) {
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    if (strcmp(variants[i]->name, name) == 0) return variants[i];
  }
  fprintf(stderr, "heat2d: no variant is called '%s' (fence, pscw, lock_all)\n", name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return NULL;
}

static double largest_error(const Grid* grid, int now, double factor) {
  double worst = 0;
  for (int i = 1; i <= grid->rows; i++) {
    for (int j = 1; j <= grid->columns; j++) {
      double error = fabs(CELL(grid, now, i, j) - factor * grid_initial_value(grid, i, j));
      if (!(error <= worst)) worst = error;  // also true for NaN
    }
  }
  return worst;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const Halo* halo = variant_named(argc > 1 ? argv[1] : "fence");
  const int cells = argc > 2 ? atoi(argv[2]) : 48;
  const int steps = argc > 3 ? atoi(argv[3]) : 10;
  const double ratio = 0.2;

  Grid grid;
  grid_create(&grid, cells);
  grid_set_initial(&grid);
  MPI_Barrier(grid.comm);  // nobody puts into a grid that is still being set

  int now = 0;
  halo->begin(&grid);
  for (int step = 0; step < steps; step++) {
    halo->start(&grid, now);
    grid_step_inside(&grid, now, ratio);  // while the boundary is on its way
#ifdef BUG_early_edge                     // the edge needs the halo, which is only there after finish
    grid_step_edge(&grid, now, ratio);
    halo->finish(&grid, now);
#else
    halo->finish(&grid, now);
    grid_step_edge(&grid, now, ratio);
#endif
    now = 1 - now;
  }
  halo->end(&grid);

  const double per_step = 1 - ratio * (4 - 4 * cos(3.14159265358979323846 / (cells + 1)));
  double error = largest_error(&grid, now, pow(per_step, steps)), worst;
  MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, grid.comm);
  if (grid.rank == 0) printf("heat2d (%s): %d x %d cells, %d steps, largest error %.1e\n", halo->name, cells, cells, steps, worst);
  const int failed = !(worst < 1e-12);
  grid_free(&grid);
  MPI_Finalize();
  return failed;
}
