// Atomic loads of the language wait for another process's put, and find it at their first look; other loads look only
// once, or search.
// finds: bare FP-RACE-008
// finds: yields FP-RACE-008
// finds: sleeps FP-RACE-008
// finds: once FP-RACE-002
// finds: search FP-RACE-002
#include <sched.h>
#include <string>
#include <unistd.h>

#include "corpus.h"

int main() {
  MPI_Win win;
  int one = 1, wanted = 1, process = static_cast<int>(getpid()), found = 0;
  start_mpi();
  int* memory = make_window(&win, 8);
  MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD);
  // A file announces the puts; MPI knows nothing of it.
  const std::string name = "atomics_see_a_put_at_once_" + std::to_string(process);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(bare)
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(yields)
    MPI_Put(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(sleeps)
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(once)
    MPI_Put(&one, 1, MPI_INT, 1, 6, 1, MPI_INT, win);  // FINDS(search)
    MPI_Win_flush(1, win);
    fclose(fopen(name.c_str(), "w"));
  } else {
    while (access(name.c_str(), F_OK) != 0) usleep(1000);
    while (__atomic_load_n(&memory[0], __ATOMIC_ACQUIRE) == 0)  // FINDS(bare)
      ;
    while (__atomic_load_n(&memory[1], __ATOMIC_RELAXED) != wanted)  // FINDS(yields)
      sched_yield();
    while (__atomic_load_n(&memory[2], __ATOMIC_SEQ_CST) == 0)  // FINDS(sleeps)
      usleep(1);
    if (__atomic_load_n(&memory[3], __ATOMIC_ACQUIRE) == 5) found++;  // FINDS(once)
    for (int i = 4; i < 8 && found == 0; i++)
      if (__atomic_load_n(&memory[i], __ATOMIC_ACQUIRE) == 1) found = i;  // FINDS(search)
    remove(name.c_str());
  }
  MPI_Win_unlock_all(win);
  REQUIRE(rank == 0 || found == 6);
  MPI_Win_free(&win);
  return end_mpi();
}
