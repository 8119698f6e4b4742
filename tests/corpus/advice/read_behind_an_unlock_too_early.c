// MPI_Win_unlock_all does not wait for the thread that puts. After MPI_Win_free, the load has no memory any more.
// flags: -pthread
// finds: race FP-RACE-002
// finds: closes FP-EPOCH-020
// says: fix MPI_Put of rank 1 at read_behind_an_unlock_too_early.c:15 has to be complete before the load of rank 0 at read_behind_an_unlock_too_early.c:37; MPI_Win_flush(0, win) completes it, and rank 0 has to wait for that
#include <pthread.h>
#include <unistd.h>

#include "corpus.h"

static MPI_Win win;

static void* put(void* of) {
  static int value = 5;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put, closes)
#ifdef MENDED
  MPI_Win_flush(0, win);
#endif
  return of;
}

int main(void) {
  int level;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 1) pthread_create(&thread, NULL, put, NULL);
#ifdef MENDED
  if (rank == 1) pthread_join(thread, NULL);
#endif
  usleep(50000);
  MPI_Win_unlock_all(win);  // FINDS(closes)
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", memory[0]);  // FINDS(race:load)
#ifndef MENDED
  if (rank == 1) pthread_join(thread, NULL);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
