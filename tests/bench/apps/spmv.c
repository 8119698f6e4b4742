// usage: spmv ROWS STEPS: a sparse matrix in rows times a vector, again and again. The vector is the window; the next
// rank's half is fetched from it.
#include <stdlib.h>

#include "app.h"

struct Matrix {
  int rows, *first, *column;
  double* value;
};

static void make(struct Matrix* matrix, int rows) {
  matrix->rows = rows;
  matrix->first = malloc((size_t)(rows + 1) * sizeof(int));
  matrix->column = malloc((size_t)rows * 9 * sizeof(int));
  matrix->value = malloc((size_t)rows * 9 * sizeof(double));
  unsigned state = 99;
  int next = 0;
  for (int i = 0; i < rows; ++i) {
    matrix->first[i] = next;
    const int entries = 3 + i % 7;
    for (int k = 0; k < entries; ++k) {
      state = state * 1103515245u + 12345u;
      matrix->column[next] = (i + (int)(state >> 16) % 2000) % (rows + rows / 2);
      matrix->value[next++] = 1.0 / (2 * entries);
    }
  }
  matrix->first[rows] = next;
}

static void multiply(const struct Matrix* matrix, const double* x, double* y) {
  for (int i = 0; i < matrix->rows; ++i) {
    double sum = 0;
    for (int k = matrix->first[i]; k < matrix->first[i + 1]; ++k) sum += matrix->value[k] * x[matrix->column[k]];
    y[i] = sum;
  }
}

int main(int argc, char** argv) {
  int rank, ranks;
  app_start(&argc, &argv, 2, &rank, &ranks);
  struct Matrix matrix;
  const int rows = atoi(argv[1]), half = rows / 2;
  make(&matrix, rows);
  double *x, *y = malloc((size_t)rows * sizeof *y);
  MPI_Win window;
  MPI_Win_allocate((rows + half) * (MPI_Aint)sizeof *x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &window);
  for (int i = 0; i < rows + half; ++i) x[i] = i % 17 + rank;
  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  app_begin();
  for (int step = 0; step < atoi(argv[2]); ++step) {
    app_computes();
    MPI_Get(x + rows, half, MPI_DOUBLE, (rank + 1) % ranks, 0, half, MPI_DOUBLE, window);
    app_waits();
    MPI_Win_flush_all(window);
    app_computes();
    multiply(&matrix, x, y);
    app_waits();
    MPI_Barrier(MPI_COMM_WORLD);
    app_computes();
    for (int i = 0; i < rows; ++i) x[i] = y[i] + 1;
    app_waits();
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  double sum = 0;
  for (int i = 0; i < rows; ++i) sum += y[i];
  app_end(sum);
  MPI_Win_free(&window);
  free(y);
  MPI_Finalize();
  return 0;
}
