// Windows with their own memory are freed while another window is on that memory, or it is attached to another one.
// finds: over FP-WINDOW-003
// finds: attached FP-WINDOW-003
// says: is freed by MPI_Win_free at freed_below_others.c
#include "corpus.h"

int main(void) {
  MPI_Win below[2], over, dynamic;
  int* memory[2];
  start_mpi();
  for (int i = 0; i < 2; i++) memory[i] = make_window(&below[i], 64);
  MPI_Win_create(memory[0] + 16, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over);  // FINDS(over)
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, memory[1] + 16, 64);  // FINDS(attached)
  MPI_Win_free(&below[0]);                      // FINDS(over)
  MPI_Win_free(&below[1]);                      // FINDS(attached)
  MPI_Win_free(&over);
  MPI_Win_free(&dynamic);
  return end_mpi();
}
