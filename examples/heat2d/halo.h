// Three ways to put this process's boundary into its neighbors' halos. Between start and finish the boundary must not
// be changed and the halo not be read; the rest of the grid is free. All do the same.
#ifndef HEAT2D_HALO_H
#define HEAT2D_HALO_H

#include "grid.h"

typedef struct {
  const char* name;
  void (*begin)(Grid* grid);              // once, before the first exchange
  void (*start)(Grid* grid, int now);     // sends the boundary of values[now]
  void (*finish)(Grid* grid, int now);    // afterwards the halo of values[now] is up to date
  void (*end)(Grid* grid);                // once, after the last
} Halo;

extern const Halo halo_fence, halo_pscw, halo_lock_all;

// Issues the puts. The caller takes care of the epoch.
void halo_put(Grid* grid, int now);

#endif
