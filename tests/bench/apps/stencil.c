// usage: stencil fence|pscw N STEPS: a star of radius 2 on N × N points for each rank, in strips; the edges go to the
// neighbours' windows. The strips are a ring, so that a single rank is its own neighbour.
//
// fence: the grid is private memory and the window holds the edges alone. pscw: the window is the whole grid.
#include <stdlib.h>

#include "app.h"

enum { kRadius = 2 };

static double weight[2 * kRadius + 1][2 * kRadius + 1];

static void set_weights(void) {
  for (int i = 1; i <= kRadius; ++i) {
    weight[kRadius][kRadius + i] = weight[kRadius + i][kRadius] = 1.0 / (2 * i * kRadius);
    weight[kRadius][kRadius - i] = weight[kRadius - i][kRadius] = -1.0 / (2 * i * kRadius);
  }
}

// The rows are `width` apart; the first kRadius and the last are the neighbours'.
static void apply(const double* in, double* out, int rows, int width) {
  for (int i = kRadius; i < rows + kRadius; ++i) {
    for (int j = kRadius; j < width - kRadius; ++j) {
      double sum = out[i * width + j];
      for (int k = -kRadius; k <= kRadius; ++k) sum += weight[kRadius][k + kRadius] * in[i * width + j + k];
      for (int k = -kRadius; k < 0; ++k) sum += weight[k + kRadius][kRadius] * in[(i + k) * width + j];
      for (int k = 1; k <= kRadius; ++k) sum += weight[k + kRadius][kRadius] * in[(i + k) * width + j];
      out[i * width + j] = sum;
    }
  }
}

static void advance(double* in, int rows, int width) {
  for (int i = kRadius; i < rows + kRadius; ++i) {
    for (int j = 0; j < width; ++j) in[i * width + j] += 1.0;
  }
}

int main(int argc, char** argv) {
  int rank, ranks;
  app_start(&argc, &argv, 3, &rank, &ranks);
  const int is_pscw = argv[1][0] == 'p', n = atoi(argv[2]), steps = atoi(argv[3]), width = n + 2 * kRadius;
  const int up = (rank + ranks - 1) % ranks, down = (rank + 1) % ranks, edge = kRadius * width;
  const size_t points = (size_t)(n + 2 * kRadius) * (size_t)width;
  double *in, *edges = NULL, *out = calloc(points, sizeof *out);
  MPI_Win window;
  if (is_pscw) {
    MPI_Win_allocate((MPI_Aint)(points * sizeof *in), sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &in, &window);
    memset(in, 0, points * sizeof *in);
  } else {
    in = calloc(points, sizeof *in);
    MPI_Win_allocate(2 * edge * (MPI_Aint)sizeof *in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &edges, &window);
    memset(edges, 0, 2 * (size_t)edge * sizeof *in);
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) in[(i + kRadius) * width + j + kRadius] = rank * n + i + j;
  }
  set_weights();
  MPI_Group all, neighbours;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int both[2] = {up, down};
  MPI_Group_incl(all, up == down ? 1 : 2, both, &neighbours);
  MPI_Barrier(MPI_COMM_WORLD);
  app_begin();
  if (!is_pscw) MPI_Win_fence(0, window);
  for (int step = 0; step < steps; ++step) {
    if (is_pscw) {
      MPI_Win_post(neighbours, 0, window);
      MPI_Win_start(neighbours, 0, window);
      app_computes();
      MPI_Put(in + edge, edge, MPI_DOUBLE, up, (MPI_Aint)(n + kRadius) * width, edge, MPI_DOUBLE, window);
      MPI_Put(in + (size_t)n * (size_t)width, edge, MPI_DOUBLE, down, 0, edge, MPI_DOUBLE, window);
      app_waits();
      MPI_Win_complete(window);
      MPI_Win_wait(window);
      app_computes();
    } else {
      app_computes();
      MPI_Put(in + edge, edge, MPI_DOUBLE, up, edge, edge, MPI_DOUBLE, window);
      MPI_Put(in + (size_t)n * (size_t)width, edge, MPI_DOUBLE, down, 0, edge, MPI_DOUBLE, window);
      app_waits();
      MPI_Win_fence(0, window);
      app_computes();
      memcpy(in, edges, (size_t)edge * sizeof *in);
      memcpy(in + (size_t)(n + kRadius) * (size_t)width, edges + edge, (size_t)edge * sizeof *in);
    }
    apply(in, out, n, width);
    advance(in, n, width);
    app_waits();
    if (!is_pscw) MPI_Win_fence(0, window);
  }
  double sum = 0;
  for (size_t i = 0; i < points; ++i) sum += out[i] > 0 ? out[i] : -out[i];
  app_end(sum);
  MPI_Group_free(&neighbours);
  MPI_Group_free(&all);
  MPI_Win_free(&window);
  free(out);
  if (!is_pscw) free(in);
  MPI_Finalize();
  return 0;
}
