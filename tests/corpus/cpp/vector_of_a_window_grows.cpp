// A vector that is a window gets more room: its memory is another one then.
// finds: grown FP-WINDOW-003
// says: fix Move resize at vector_of_a_window_grows.cpp:13 after MPI_Win_free at vector_of_a_window_grows.cpp:14.
#include <vector>

#include "corpus.h"

int main() {
  MPI_Win win;
  start_mpi();
  std::vector<int> cells(4000);
  MPI_Win_create(cells.data(), 16000, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(grown)
  cells.resize(100000);  // FINDS(grown)
  MPI_Win_free(&win);
  return end_mpi();
}
