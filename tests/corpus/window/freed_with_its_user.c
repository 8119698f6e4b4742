// A library keeps a window of its own as an attribute of its user's window, and that one a third: each attribute's
// delete function closes the epoch, frees the window and then its memory. One of them meets the other rank on the way,
// and gets something by its user's window.
// native: no (in Open MPI there is no window any more when its attributes go)
// near: FP-WINDOW-009
// near: FP-WINDOW-003
// near: FP-EPOCH-013
#include "corpus.h"

struct own {
  MPI_Win win;
  int* memory;
  int level;
};
static int key, dropped;

static int drop(MPI_Win user, int its_key, void* value, void* extra) {
  (void)its_key, (void)extra;
  struct own* own = value;
  MPI_Win_unlock_all(own->win);
  MPI_Win_free(&own->win);
  free(own->memory);
  if (own->level == 0) {
    int taken = -1;
    MPI_Sendrecv(&own->level, 1, MPI_INT, 1 - rank, 0, &taken, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    REQUIRE(taken == 0);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, user);  // there still is one
    MPI_Get(&taken, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, user);
    MPI_Win_unlock(1 - rank, user);
    REQUIRE(taken == 1);
  }
  free(own);
  dropped++;
  return MPI_SUCCESS;
}

static MPI_Win keep_below(MPI_Win user, int level) {
  struct own* own = malloc(sizeof *own);
  own->level = level;
  own->memory = calloc(16, sizeof(int));
  MPI_Win_create(own->memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own->win);
  MPI_Win_lock_all(0, own->win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, level, 1, MPI_INT, own->win);
  MPI_Win_set_attr(user, key, own);
  return own->win;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, drop, &key, NULL);
  int* memory = make_window(&win, 4);
  memory[0] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  keep_below(keep_below(win, 0), 1);
  MPI_Win_free(&win);
  REQUIRE(dropped == 2);
  MPI_Win_free_keyval(&key);
  return end_mpi();
}
