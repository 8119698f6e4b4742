// The reader looks for the flag a few times and then goes on without it. Its loads of the flag order what they see:
// that is not what is missing.
// finds: race FP-RACE-009
// says: rank 0 has to wait for it: the atomic load at atomic_flag_not_awaited.c:34 never read what it writes, and rank 0 went on
#include <stdatomic.h>
#include <string.h>

#include "corpus.h"

struct Shared {
  atomic_int flag;
  double data[16];
};

int main(void) {
  MPI_Win win;
  struct Shared* shared;
  int unit;
  MPI_Aint size;
  double sum = 0;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) memset(shared, 0, sizeof *shared);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 16; ++i) shared->data[i] = i;  // FINDS(race:store)
    MPI_Win_sync(win);
    shared->flag = 1;
  } else {
    int tries = 0;
    while (!shared->flag && ++tries < 10) continue;
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 16; ++i) sum += shared->data[i];  // FINDS(race:load)
    printf("%g\n", sum);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
