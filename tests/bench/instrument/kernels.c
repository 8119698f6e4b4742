// What scientific programs do, small enough to stay in the cache: there, instrumentation costs most.
#include "kernels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}
static void fill(void* memory, size_t count) {
  uint64_t state = 88172645463325252u;
  for (size_t i = 0; i < count; ++i) ((double*)memory)[i] = (double)(next_random(&state) % 1000) / 1000;
}

// ---- vector triad ----
enum { TRIAD = 16384 };
static void triad_prepare(void* m) {
  fill(m, 3 * TRIAD);
}
static double triad(void* m) {
  double *a = m, *b = a + TRIAD, *c = b + TRIAD;
  for (int i = 0; i < TRIAD; ++i) a[i] = b[i] + 1.5 * c[i];
  return a[7];
}

// ---- five points ----
enum { GRID = 160 };
static void stencil_prepare(void* m) {
  fill(m, 2 * GRID * GRID);
}
static double stencil5(void* m) {
  double(*from)[GRID] = m;
  double(*to)[GRID] = from + GRID;
  for (int i = 1; i < GRID - 1; ++i)
    for (int j = 1; j < GRID - 1; ++j)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
  return to[3][3];
}

// ---- twenty-five points in three dimensions ----
enum { CUBE = 40 };
static void cube_prepare(void* m) {
  fill(m, 2 * CUBE * CUBE * CUBE);
}
static double stencil25(void* m) {
  double(*from)[CUBE][CUBE] = m;
  double(*to)[CUBE][CUBE] = from + CUBE;
  for (int i = 4; i < CUBE - 4; ++i)
    for (int j = 4; j < CUBE - 4; ++j)
      for (int k = 4; k < CUBE - 4; ++k) {
        double sum = from[i][j][k];
        for (int d = 1; d <= 4; ++d)
          sum += (from[i - d][j][k] + from[i + d][j][k] + from[i][j - d][k] + from[i][j + d][k] + from[i][j][k - d] +
                  from[i][j][k + d]) /
                 (d + 1);
        to[i][j][k] = sum;
      }
  return to[5][5][5];
}

// ---- sparse matrix times vector ----
enum { ROWS = 2000, PER_ROW = 9 };
struct sparse {
  int begin[ROWS + 1];
  int column[ROWS * PER_ROW];
  double value[ROWS * PER_ROW], x[ROWS], y[ROWS];
};
static void spmv_prepare(void* m) {
  struct sparse* s = m;
  uint64_t state = 42;
  for (int i = 0; i <= ROWS; ++i) s->begin[i] = i * PER_ROW;
  for (int k = 0; k < ROWS * PER_ROW; ++k) {
    s->column[k] = (int)(next_random(&state) % ROWS);
    s->value[k] = 1.0 / (k + 1);
  }
  for (int i = 0; i < ROWS; ++i) s->x[i] = i;
}
static double spmv(void* m) {
  struct sparse* s = m;
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
    for (int k = s->begin[i]; k < s->begin[i + 1]; ++k) sum += s->value[k] * s->x[s->column[k]];
    s->y[i] = sum;
  }
  return s->y[5];
}

// ---- matrix times matrix ----
enum { ORDER = 96 };
static void matrix_prepare(void* m) {
  fill(m, 3 * ORDER * ORDER);
}
static double matrix(void* m) {
  double(*a)[ORDER] = m, (*b)[ORDER] = a + ORDER, (*c)[ORDER] = b + ORDER;
  for (int i = 0; i < ORDER; ++i) {
    for (int j = 0; j < ORDER; ++j) c[i][j] = 0;
    for (int k = 0; k < ORDER; ++k)
      for (int j = 0; j < ORDER; ++j) c[i][j] += a[i][k] * b[k][j];
  }
  return c[4][4];
}

// ---- hash table ----
enum { SLOTS = 8192, KEYS = 4000 };
static void hash_prepare(void* m) {
  memset(m, 0, SLOTS * sizeof(uint64_t));
}
static double hash(void* m) {
  uint64_t* slots = m;
  uint64_t state = 1234567;
  for (int i = 0; i < SLOTS; ++i) slots[i] = 0;
  for (int i = 0; i < KEYS; ++i) {
    const uint64_t key = next_random(&state) | 1;
    size_t at = (key * 0x9e3779b97f4a7c15u) >> 51;
    while (slots[at] != 0 && slots[at] != key) at = (at + 1) % SLOTS;
    slots[at] = key;
  }
  return (double)slots[3];
}

// ---- pointer chasing ----
enum { NODES = 4000 };
struct node {
  struct node* next;
  double value[3];
};
static void chase_prepare(void* m) {
  struct node* nodes = m;
  static int order[NODES];
  uint64_t state = 99;
  for (int i = 0; i < NODES; ++i) order[i] = i;
  for (int i = NODES - 1; i > 0; --i) {
    const int j = (int)(next_random(&state) % (uint64_t)i), t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
  for (int i = 0; i < NODES; ++i) {
    nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    nodes[order[i]].value[0] = i;
  }
}
static double chase(void* m) {
  const struct node* node = m;
  double sum = 0;
  for (int i = 0; i < NODES; ++i) {
    sum += node->value[0];
    node = node->next;
  }
  return sum;
}

// ---- particles with neighbour lists ----
enum { PARTICLES = 800, NEIGHBOURS = 24 };
struct particles {
  double x[PARTICLES][3], force[PARTICLES][3];
  int neighbour[PARTICLES][NEIGHBOURS];
};
static void particles_prepare(void* m) {
  struct particles* p = m;
  uint64_t state = 5;
  fill(p->x, PARTICLES * 3);
  for (int i = 0; i < PARTICLES; ++i)
    for (int n = 0; n < NEIGHBOURS; ++n) p->neighbour[i][n] = (int)(next_random(&state) % PARTICLES);
}
static double particles(void* m) {
  struct particles* p = m;
  for (int i = 0; i < PARTICLES; ++i) {
    double f[3] = {0, 0, 0};
    for (int n = 0; n < NEIGHBOURS; ++n) {
      const int j = p->neighbour[i][n];
      const double dx = p->x[j][0] - p->x[i][0], dy = p->x[j][1] - p->x[i][1], dz = p->x[j][2] - p->x[i][2];
      const double r2 = dx * dx + dy * dy + dz * dz + 1e-3;
      if (r2 < 0.5) {
        const double s = 1 / (r2 * r2);
        f[0] += s * dx;
        f[1] += s * dy;
        f[2] += s * dz;
      }
    }
    for (int d = 0; d < 3; ++d) p->force[i][d] = f[d];
  }
  return p->force[3][1];
}

// ---- quicksort ----
enum { SORTED = 6000 };
static void sort_prepare(void* m) {
  (void)m;
}
static void quicksort(int* a, int low, int high) {
  while (low < high) {
    const int pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i <= j) {
        const int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    quicksort(a, low, j);
    low = i;
  }
}
static double sort(void* m) {
  int* a = m;
  uint64_t state = 77;
  for (int i = 0; i < SORTED; ++i) a[i] = (int)(next_random(&state) % 100000);
  quicksort(a, 0, SORTED - 1);
  return a[100];
}

// ---- text ----
enum { TEXT = 30000 };
static void text_prepare(void* m) {
  char* text = m;
  uint64_t state = 3;
  for (int i = 0; i < TEXT - 1; ++i)
    text[i] = next_random(&state) % 6 == 0 ? ' ' : (char)('a' + next_random(&state) % 26);
  text[TEXT - 1] = 0;
}
static double text(void* m) {
  char* s = m;
  int words = 0;
  unsigned hash_value = 0;
  for (int inside = 0; *s != 0; ++s) {
    if (*s == ' ') {
      inside = 0;
    } else {
      if (!inside) ++words;
      inside = 1;
      hash_value = hash_value * 31 + (unsigned char)*s;
      *s = (char)(*s == 'z' ? 'a' : *s + 1);
    }
  }
  return words + hash_value;
}

const struct kernel kernels[] = {
    {"triad", 3 * TRIAD * 8, triad_prepare, triad},
    {"stencil, 5 points", 2 * GRID* GRID * 8, stencil_prepare, stencil5},
    {"stencil, 25 points", 2 * CUBE* CUBE* CUBE * 8, cube_prepare, stencil25},
    {"sparse matrix", sizeof(struct sparse), spmv_prepare, spmv},
    {"matrix product", 3 * ORDER* ORDER * 8, matrix_prepare, matrix},
    {"hash table", SLOTS * 8, hash_prepare, hash},
    {"pointer chasing", NODES * sizeof(struct node), chase_prepare, chase},
    {"particles", sizeof(struct particles), particles_prepare, particles},
    {"quicksort", SORTED * 4, sort_prepare, sort},
    {"text", TEXT, text_prepare, text},
    {0, 0, 0, 0},
};
