// The comparison that is given to std::sort loads from the window while another rank updates it. The advice names the
// statement that sorts, not a loop in the library.
// finds: race FP-RACE-006
#include <algorithm>
#include <array>

#include "corpus.h"

int main() {
  MPI_Win win;
  start_mpi();
  int* weights = make_window(&win, 16);
  for (int i = 0; i < 16; ++i) weights[i] = (i * 7) % 16;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  std::array<int, 16> order{};
  for (int i = 0; i < 16; ++i) order[i] = i;
  const auto lighter = [weights](int a, int b) { return weights[a] < weights[b]; };  // FINDS(race:load)
  std::sort(order.begin(), order.end(), lighter);
  for (const int& place : order)
    MPI_Accumulate(&place, 1, MPI_INT, 1 - rank, place, 1, MPI_INT, MPI_MIN, win);  // FINDS(race:accumulate)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
