// C++: the put is in a template, used for two types; one of the two origin buffers is changed too early.
// finds: race FP-RACE-004
#include "corpus.h"

namespace {
template <typename T>
MPI_Datatype type_of();
template <>
MPI_Datatype type_of<int>() { return MPI_INT; }
template <>
MPI_Datatype type_of<double>() { return MPI_DOUBLE; }

template <typename T>
void put(const T& value, int target, MPI_Aint at, MPI_Win win) {
  MPI_Put(&value, 1, type_of<T>(), target, at, 1, type_of<T>(), win);  // FINDS(race:put)
}
}  // namespace

int main() {
  start_mpi();
  MPI_Win win;
  make_window(&win, 4);
  static int whole = 1;
  static double real = 2;
  MPI_Win_lock_all(0, win);
  put(whole, 1 - rank, 0, win);
  put(real, 1 - rank, 2, win);
  MPI_Win_flush_local(rank, win);
  real = 3;  // FINDS(race:store)
  MPI_Win_unlock_all(win);
  REQUIRE(real == 3);
  MPI_Win_free(&win);
  return end_mpi();
}
