// The table of kernels.f90, and their data. Not instrumented: it is not part of what is measured.
#include "kernels.h"

enum { TRIAD = 16384, CUBE = 40, ROWS = 2000, PER_ROW = 9, ORDER = 96, WIDE = 160 };

void fortran_triad(double* a, const double* b, const double* c);
void fortran_stencil5(double* to, const double* from);
void fortran_stencil25(double* to, const double* from);
void fortran_sparse(const int* first, const int* column, const double* value, const double* x, double* y);
void fortran_matrix(const double* a, const double* b, double* c);

static void fill(double* memory, int count) {
  for (int i = 0; i < count; ++i) memory[i] = i % 1000 / 1000.0;
}

static void triad_prepare(void* m) {
  fill(m, 3 * TRIAD);
}
static double triad(void* m) {
  double* a = m;
  fortran_triad(a, a + TRIAD, a + 2 * TRIAD);
  return a[7];
}

static void stencil5_prepare(void* m) {
  fill(m, 2 * WIDE * WIDE);
}
static double stencil5(void* m) {
  double* to = m;
  fortran_stencil5(to, to + WIDE * WIDE);
  return to[WIDE + 3];
}

static void stencil25_prepare(void* m) {
  fill(m, 2 * CUBE * CUBE * CUBE);
}
static double stencil25(void* m) {
  double* to = m;
  fortran_stencil25(to, to + CUBE * CUBE * CUBE);
  return to[5 * CUBE * CUBE + 5 * CUBE + 5];
}

struct sparse {
  int first[ROWS + 1], column[ROWS * PER_ROW];
  double value[ROWS * PER_ROW], x[ROWS], y[ROWS];
};
static void sparse_prepare(void* m) {
  struct sparse* s = m;
  unsigned state = 42;
  for (int i = 0; i <= ROWS; ++i) s->first[i] = 1 + i * PER_ROW;
  for (int k = 0; k < ROWS * PER_ROW; ++k) {
    state = state * 1664525u + 1013904223u;
    s->column[k] = 1 + (int)(state >> 8) % ROWS;
    s->value[k] = 1.0 / (k + 1);
  }
  fill(s->x, ROWS);
}
static double sparse(void* m) {
  struct sparse* s = m;
  fortran_sparse(s->first, s->column, s->value, s->x, s->y);
  return s->y[5];
}

static void matrix_prepare(void* m) {
  fill(m, 3 * ORDER * ORDER);
}
static double matrix(void* m) {
  double* a = m;
  fortran_matrix(a, a + ORDER * ORDER, a + 2 * ORDER * ORDER);
  return a[2 * ORDER * ORDER + 4];
}

const struct kernel kernels[] = {
    {"triad, array syntax", 3 * TRIAD * 8, triad_prepare, triad},
    {"stencil, 5 points, assumed shape", 2 * WIDE* WIDE * 8, stencil5_prepare, stencil5},
    {"stencil, 25 points", 2 * CUBE* CUBE* CUBE * 8, stencil25_prepare, stencil25},
    {"sparse matrix", sizeof(struct sparse), sparse_prepare, sparse},
    {"matrix product by columns", 3 * ORDER* ORDER * 8, matrix_prepare, matrix},
    {0, 0, 0, 0},
};
