// The same functions create, use and destroy two objects, and the one that destroys forgets to close their epochs: it
// must do that for both.
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_unlock_all(array->win) before MPI_Win_free at left_open_of_two_objects.c:24. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

typedef struct {
  MPI_Win win;
  int* memory;
} array_t;

static void create(array_t* array) {
  array->memory = make_window(&array->win, 4);
  MPI_Win_lock_all(0, array->win);  // FINDS(open)
}
static void get(array_t* array, int* value) {
  MPI_Get(value, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, array->win);
  MPI_Win_flush(1 - rank, array->win);
}
static void destroy(array_t* array) {
#ifdef MENDED
  MPI_Win_unlock_all(array->win);
#endif
  MPI_Win_free(&array->win);  // FINDS(open)
}

int main(void) {
  array_t one, other;
  int value;
  start_mpi();
  create(&one);
  create(&other);
  for (int i = 0; i < 3; i++) get(&one, &value);
  get(&other, &value);
  destroy(&one);
  destroy(&other);
  return end_mpi();
}
