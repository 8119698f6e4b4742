// Repeated sparse matrix-vector product: the graph Laplacian of a ring with chords, distributed by rows. Each process
// gets the entries of the vector that its rows need, straight from their owners, who take no part in it.
//
//   mpiexec -n 4 ./spmv [vertices [iterations]]
//
// x(k+1) = x(k) - L x(k) / 8. The start is an eigenvector of L (a cosine wave), so the result is known.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;
static const int offsets[] = {-5, -1, 1, 5};  // every vertex has an edge to these, around the ring
enum { DEGREE = sizeof offsets / sizeof *offsets };

typedef struct {
  int vertices, rank, size;
  int first, count;  // rows of this process
  double* x;         // its part of the vector, in the window
  MPI_Win window;
} Vector;

static int first_row(const Vector* vector, int rank) { return (int)((long)vector->vertices * rank / vector->size); }

static int owner_of(const Vector* vector, int row) {
  int rank = (int)((long)row * vector->size / vector->vertices);
  while (row >= first_row(vector, rank + 1)) rank++;
  return rank;
}

// values[row * DEGREE + k]: x at the k-th neighbor of the row
static void get_neighbors(const Vector* vector, double* values, MPI_Request* requests) {
  int pending = 0;
  for (int row = 0; row < vector->count; row++) {
    for (int k = 0; k < DEGREE; k++) {
      int column = (vector->first + row + offsets[k] + vector->vertices) % vector->vertices;
      int owner = owner_of(vector, column);
      MPI_Aint at = column - first_row(vector, owner);
      MPI_Rget(&values[row * DEGREE + k], 1, MPI_DOUBLE, owner, at, 1, MPI_DOUBLE, vector->window, &requests[pending++]);  // EXPECT(BUG=no_wait): race; EXPECT(BUG=no_barrier): race
    }
  }
#ifndef BUG_no_wait  // the values are used before they have arrived
  MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
#endif
}

static void multiply(const Vector* vector, const double* values, double* next) {
  for (int row = 0; row < vector->count; row++) {
    double sum = DEGREE * vector->x[row];
    for (int k = 0; k < DEGREE; k++) sum -= values[row * DEGREE + k];  // EXPECT(BUG=no_wait): race
    next[row] = vector->x[row] - sum / 8;
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Vector vector = {.vertices = argc > 1 ? atoi(argv[1]) : 64};
  const int iterations = argc > 2 ? atoi(argv[2]) : 5;
  MPI_Comm_rank(MPI_COMM_WORLD, &vector.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &vector.size);
  vector.first = first_row(&vector, vector.rank);
  vector.count = first_row(&vector, vector.rank + 1) - vector.first;
  MPI_Win_allocate(vector.count * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &vector.x, &vector.window);

  double* next = malloc(vector.count * sizeof *next);
  double* values = malloc(vector.count * DEGREE * sizeof *values);
  MPI_Request* requests = malloc(vector.count * DEGREE * sizeof *requests);
  MPI_Win_lock_all(0, vector.window);
  for (int row = 0; row < vector.count; row++) vector.x[row] = cos(2 * pi * (vector.first + row) / vector.vertices);
  MPI_Win_sync(vector.window);
  MPI_Barrier(MPI_COMM_WORLD);

  for (int i = 0; i < iterations; i++) {
    get_neighbors(&vector, values, requests);
    multiply(&vector, values, next);
#ifdef BUG_no_wait  // far too late
    MPI_Waitall(vector.count * DEGREE, requests, MPI_STATUSES_IGNORE);
#endif
#ifndef BUG_no_barrier  // others may still be getting the old values
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    for (int row = 0; row < vector.count; row++) vector.x[row] = next[row];  // EXPECT(BUG=no_barrier): race
    MPI_Win_sync(vector.window);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  double factor = 1;
  for (int k = 0; k < DEGREE; k++) factor -= (1 - cos(2 * pi * offsets[k] / vector.vertices)) / 8;
  double error = 0, worst;
  for (int row = 0; row < vector.count; row++) {
    double expected = pow(factor, iterations) * cos(2 * pi * (vector.first + row) / vector.vertices);
    if (!(fabs(vector.x[row] - expected) <= error)) error = fabs(vector.x[row] - expected);
  }
  MPI_Win_unlock_all(vector.window);
  MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (vector.rank == 0) printf("spmv: %d vertices, %d products, largest error %.1e\n", vector.vertices, iterations, worst);
  free(next);
  free(values);
  free(requests);
  MPI_Win_free(&vector.window);
  MPI_Finalize();
  return !(worst < 1e-12);
}
