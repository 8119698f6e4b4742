// Both neighbours end their access epochs before they expose their own halos: each waits for the other one's post.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: Move MPI_Win_post at posts_behind_its_own_epoch.c:18 before MPI_Win_start at posts_behind_its_own_epoch.c:15
#include "corpus.h"

enum { kCells = 8 };

static void exchange(const int* border, int neighbour, MPI_Win halo) {
  MPI_Group all, peer;
  MPI_Win_get_group(halo, &all);
  MPI_Group_incl(all, 1, &neighbour, &peer);
  MPI_Group_free(&all);
  // The own border goes out first.
  MPI_Win_start(peer, 0, halo);
  MPI_Put(border, kCells, MPI_INT, neighbour, 0, kCells, MPI_INT, halo);
  MPI_Win_complete(halo);  // FINDS(cycle)
  MPI_Win_post(peer, 0, halo);
  MPI_Win_wait(halo);
  MPI_Group_free(&peer);
}

int main(void) {
  MPI_Win halo;
  int border[kCells];
  start_mpi();
  for (int i = 0; i < kCells; i++) border[i] = 100 * rank + i;
  const int* cells = make_window(&halo, kCells);
  exchange(border, 1 - rank, halo);
  const int last = cells[kCells - 1];
  MPI_Win_free(&halo);
  return last < 0 ? 1 : end_mpi();
}
