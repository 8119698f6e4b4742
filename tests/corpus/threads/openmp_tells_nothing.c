// An OpenMP runtime whose tools interface is switched off (LLVM's has one, gcc's is followed without) is not followed, and
// the report says so.
// flags: -fopenmp
// ranks: 1
// says: with clang: does not show what it orders
#include "corpus.h"

#include <omp.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Win win;
  (void)argc;
  if (getenv("OMP_TOOL") == NULL) {  // looked at when the program is loaded
    setenv("OMP_TOOL", "disabled", 1);
    execv("/proc/self/exe", argv);
  }
  start_mpi();
  int* memory = make_window(&win, 16);
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
  memory[omp_get_thread_num()] = 1;
  MPI_Win_fence(0, win);
  REQUIRE(memory[0] == 1);
  MPI_Win_free(&win);
  return end_mpi();
}
