// Loads that look while puts are on their way and do not wait for them: one that decides, one for each element of a search,
// and those of loops that work with what they see.
// finds: once FP-RACE-002
// finds: search FP-RACE-002
// finds: bisection FP-RACE-002
// finds: sum FP-RACE-002
// finds: queue FP-RACE-002
// finds: hits FP-RACE-002
// finds: follows FP-RACE-002
// finds: total FP-RACE-002
// finds: works FP-RACE-002
// near: FP-RACE-008
#include "corpus.h"

__attribute__((noinline)) static int work(int value) {
  return value / 2;
}

int main(void) {
  MPI_Win win;
  int one = 1, sum = 0, head = 0, last = -1, table[8], low = 0, high = 8;
  start_mpi();
  volatile int* memory = make_window(&win, 24);
  for (int i = 0; i < 8; i++) table[i] = 2 * i + 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);    // FINDS(once)
    MPI_Put(&one, 1, MPI_INT, 1, 10, 1, MPI_INT, win);   // FINDS(search)
    MPI_Put(&one, 1, MPI_INT, 1, 16, 1, MPI_INT, win);   // FINDS(bisection)
    MPI_Put(&one, 1, MPI_INT, 1, 17, 1, MPI_INT, win);   // FINDS(sum)
    MPI_Put(&one, 1, MPI_INT, 1, 18, 1, MPI_INT, win);   // FINDS(queue)
    MPI_Put(&one, 1, MPI_INT, 1, 19, 1, MPI_INT, win);   // FINDS(hits)
    MPI_Put(&one, 1, MPI_INT, 1, 20, 1, MPI_INT, win);   // FINDS(follows)
    MPI_Put(&one, 1, MPI_INT, 1, 21, 1, MPI_INT, win);   // FINDS(total)
    MPI_Put(&one, 1, MPI_INT, 1, 22, 1, MPI_INT, win);   // FINDS(works)
  } else {
    if (memory[0] == 0) sum++;  // FINDS(once)
    for (int i = 8; i < 16; i++)
      if (memory[i] == 1) break;  // FINDS(search)
    while (low < high) {
      const int middle = (low + high) / 2;
      if (table[middle] < memory[16])  // FINDS(bisection)
        low = middle + 1;
      else
        high = middle;
    }
    for (int k = 0; k < 3; k++) sum += memory[17];  // FINDS(sum)
    while (head != memory[18]) sum += work(head++);  // FINDS(queue)
    for (int k = 0; k < 3; k++)
      if (memory[19] == 5) sum++;  // FINDS(hits)
    for (int value; (value = memory[20]) != last;)  // FINDS(follows)
      last = value;
    for (int value; (value = memory[21]) > 1;)  // FINDS(total)
      sum += value;
    while (memory[22] > 1) sum += work(sum);  // FINDS(works)
  }
  MPI_Win_unlock_all(win);
  REQUIRE(sum >= 0);
  MPI_Win_free(&win);
  return end_mpi();
}
