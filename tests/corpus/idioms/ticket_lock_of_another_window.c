// Tickets in one window protect data in another, which its owner uses by loads and stores, and others by get and put.
// ranks: 3
#include <unistd.h>

#include "idiom.h"

enum { kNext, kNow, kWords };
enum { kValues = 8 };

int main(void) {
  MPI_Win tickets, data;
  start_mpi();
  make_window(&tickets, kWords);
  int* values = make_window(&data, kValues);
  MPI_Win_lock_all(0, tickets);
  MPI_Win_lock_all(0, data);
  for (int round = 0; round < 10; ++round) {
    const int mine = add_to_word(1, 0, kNext, tickets);
    while (word_at(0, kNow, tickets) != mine) usleep(50);
    if (rank == 0) {
      MPI_Win_sync(data);
      for (int i = 0; i < kValues; ++i) ++values[i];
      MPI_Win_sync(data);
    } else {
      int copy[kValues];
      MPI_Get(copy, kValues, MPI_INT, 0, 0, kValues, MPI_INT, data);
      MPI_Win_flush(0, data);
      for (int i = 0; i < kValues; ++i) ++copy[i];
      MPI_Put(copy, kValues, MPI_INT, 0, 0, kValues, MPI_INT, data);
      MPI_Win_flush(0, data);
    }
    add_to_word(1, 0, kNow, tickets);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(data);
  if (rank == 0)
    for (int i = 0; i < kValues; ++i) REQUIRE(values[i] == 10 * ranks);
  MPI_Win_unlock_all(data);
  MPI_Win_unlock_all(tickets);
  MPI_Win_free(&data);
  MPI_Win_free(&tickets);
  return end_mpi();
}
