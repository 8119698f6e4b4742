// usage: shared N STEPS: the same star, but the ranks of a machine have their strips in one shared window and load the
// neighbours' rows directly. The radius is a variable, so that the innermost loops stay loops, of two rounds.
#include <stdlib.h>

#include "app.h"

static int radius = 2;

struct Strips {
  double *above, *own, *below;  // rows of the ranks before, here, behind
  int rows, width;
};

static const double* row_of(const struct Strips* strips, int row) {
  if (row < 0) return strips->above + (size_t)(strips->rows + row) * (size_t)strips->width;
  if (row >= strips->rows) return strips->below + (size_t)(row - strips->rows) * (size_t)strips->width;
  return strips->own + (size_t)row * (size_t)strips->width;
}

static void apply(const struct Strips* strips, const double* weight, double* out) {
  for (int i = 0; i < strips->rows; ++i) {
    const double* row = row_of(strips, i);
    for (int j = radius; j < strips->width - radius; ++j) {
      double sum = weight[0] * row[j];
      for (int k = 1; k <= radius; ++k) sum += weight[k] * (row[j - k] + row[j + k]);
      for (int k = 1; k <= radius; ++k) sum += weight[k] * (row_of(strips, i - k)[j] + row_of(strips, i + k)[j]);
      out[(size_t)i * (size_t)strips->width + (size_t)j] = sum;
    }
  }
}

int main(int argc, char** argv) {
  int rank, ranks, unit;
  app_start(&argc, &argv, 2, &rank, &ranks);
  const int n = atoi(argv[1]), steps = atoi(argv[2]);
  const size_t points = (size_t)n * (size_t)n;
  struct Strips strips = {NULL, NULL, NULL, n, n};
  MPI_Aint size;
  MPI_Win window;
  MPI_Win_allocate_shared((MPI_Aint)(points * sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &strips.own, &window);
  MPI_Win_shared_query(window, (rank + ranks - 1) % ranks, &size, &unit, &strips.above);
  MPI_Win_shared_query(window, (rank + 1) % ranks, &size, &unit, &strips.below);
  double* out = calloc(points, sizeof *out);
  double weight[3] = {0.5, 0.1, 0.025};
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (size_t i = 0; i < points; ++i) strips.own[i] = (double)(i % 97) + rank;
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  app_begin();
  for (int step = 0; step < steps; ++step) {
    MPI_Win_sync(window);
    app_computes();
    apply(&strips, weight, out);
    app_waits();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    app_computes();
    for (int i = 0; i < n; ++i) {
      for (int j = radius; j < n - radius; ++j)
        strips.own[i * n + j] = 0.75 * strips.own[i * n + j] + 0.25 * out[i * n + j];
    }
    app_waits();
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  double sum = 0;
  for (size_t i = 0; i < points; ++i) sum += out[i];
  app_end(sum);
  MPI_Win_free(&window);
  free(out);
  MPI_Finalize();
  return 0;
}
