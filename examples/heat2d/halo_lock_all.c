// With one passive epoch for the whole computation: flush, then tell everybody by a barrier.
#include "halo.h"

static void begin(Grid* grid) {
  for (int step = 0; step < 2; step++) {
    MPI_Win_lock_all(0, grid->window[step]);
    MPI_Win_sync(grid->window[step]);  // the initial values are stores: make them visible to RMA
  }
  MPI_Barrier(grid->comm);
}

static void start(Grid* grid, int now) {
  MPI_Win_sync(grid->window[now]);  // our stores of the last step, before RMA reads them
  halo_put(grid, now);
}

static void finish(Grid* grid, int now) {
#ifdef BUG_local_flush  // local completion lets us change the boundary again; the neighbor may not have it yet
  MPI_Win_flush_local_all(grid->window[now]);
#else
  MPI_Win_flush_all(grid->window[now]);
#endif
  MPI_Barrier(grid->comm);
  MPI_Win_sync(grid->window[now]);  // what the neighbors have put, before we load it
}

static void end(Grid* grid) {
  for (int step = 0; step < 2; step++) MPI_Win_unlock_all(grid->window[step]);
}

const Halo halo_lock_all = {"lock_all", begin, start, finish, end};
