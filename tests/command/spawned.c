// Two processes of MPI_Comm_spawn make a window among themselves, or (merged) one with the processes that have spawned them.
//
// usage: spawned WAY
#include <mpi.h>
#include <string.h>

static void use_window(MPI_Comm communicator) {
  MPI_Win win;
  int value = 1, *memory;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, communicator, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  MPI_Comm parent, between, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  const int merged = argc > 1 && strcmp(argv[1], "merged") == 0;
  between = parent;
  if (parent == MPI_COMM_NULL)
    MPI_Comm_spawn(argv[0], argv + 1, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE);
  if (merged) {
    MPI_Intercomm_merge(between, parent != MPI_COMM_NULL, &all);
    use_window(all);
    MPI_Comm_free(&all);
  } else if (parent != MPI_COMM_NULL) {
    use_window(MPI_COMM_WORLD);
  }
  MPI_Comm_disconnect(&between);
  MPI_Finalize();
  return 0;
}
