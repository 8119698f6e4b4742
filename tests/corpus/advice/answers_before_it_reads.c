// The answer that allows the next put is sent a line too early: before the word is read.
// finds: race FP-RACE-002
// says: MPI_Send at answers_before_it_reads.c:25 on rank 1 leads to MPI_Put of rank 0 at answers_before_it_reads.c:19, but the load of rank 1 at answers_before_it_reads.c:27 comes only after that call.
// says: fix The load of rank 1 at answers_before_it_reads.c:27 has to come before MPI_Send at answers_before_it_reads.c:25, if that tells rank 0 to go on
#include <unistd.h>

#include "corpus.h"

enum { kWords = 4 };

int main(void) {
  MPI_Win win;
  int sum = 0;
  start_mpi();
  int* slot = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int word = 1; word <= kWords; word++) {
    if (rank == 0) {
      MPI_Put(&word, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(1, win);
      MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef MENDED
      MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
      sum += slot[0];  // FINDS(race:load)
#ifdef MENDED
      MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
    }
    if (rank == 0) {
      MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      usleep(20000);  // In time, the load comes before the next put.
    }
  }
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
