// A correct run whose ranks meet in each round: `meeting PATTERN ROUNDS`, with lock_all, fence or messages.
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { kPuts = 50 };

static void puts_to(int target, int rank, MPI_Win win) {
  static double value = 1;
  for (int i = 0; i < kPuts; ++i) MPI_Put(&value, 1, MPI_DOUBLE, target, rank * kPuts + i, 1, MPI_DOUBLE, win);
}

int main(int argc, char** argv) {
  const char* const pattern = argc > 1 ? argv[1] : "lock_all";
  const int rounds = argc > 2 ? atoi(argv[2]) : 100;
  const int fences = strcmp(pattern, "fence") == 0, messages = strcmp(pattern, "messages") == 0;
  int rank, ranks;
  double* memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Win_allocate((MPI_Aint)sizeof(double) * kPuts * ranks, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  if (fences) {
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int round = 0; round < rounds; ++round) {
    puts_to(next, rank, win);
    if (fences) {
      MPI_Win_fence(0, win);
      continue;
    }
    MPI_Win_flush_all(win);
    if (messages) {  // tell the target, and put once more when all have told
      MPI_Sendrecv(&round, 1, MPI_INT, next, 0, &(int){0}, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      puts_to(next, rank, win);
      MPI_Win_flush(next, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!fences) MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
