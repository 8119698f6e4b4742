// A profiler's entry for Fortran calls the profiled function by its C name: the finding is where the program calls it.
// finds: race FP-RACE-002
#include "corpus.h"

void mpi_put_(const void* origin, const MPI_Fint* count, const MPI_Fint* type, const MPI_Fint* target, const MPI_Aint* at,
              const MPI_Fint* target_count, const MPI_Fint* target_type, const MPI_Fint* win, MPI_Fint* error) {
  *error = MPI_Put(origin, *count, MPI_Type_f2c(*type), *target, *at, *target_count, MPI_Type_f2c(*target_type), MPI_Win_f2c(*win));
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int value = 5;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    const MPI_Fint one = 1, type = MPI_Type_c2f(MPI_INT), handle = MPI_Win_c2f(win);
    const MPI_Aint place = 1;
    MPI_Fint error;
    mpi_put_(&value, &one, &type, &one, &place, &one, &type, &handle, &error);  // FINDS(race:put)
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_flush(1, win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    printf("%d\n", memory[1]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
