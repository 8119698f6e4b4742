// The sides of an atomic update name different types, or structures. MPI_REPLACE and MPI_NO_OP take effect all the same,
// as with the MPI libraries: who waits for the value gets it, and is ordered by it.
// finds: bytes FP-TYPE-005
// finds: pairs FP-TYPE-005
// finds: reads FP-TYPE-005
#include "corpus.h"

typedef struct {
  double value;
  int mark;
} Pair;

int main(void) {
  MPI_Win win;
  struct {
    int flag;
    int data;
    Pair pair;
  }* memory;
  start_mpi();
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory->flag = memory->data = 0;
  memory->pair = (Pair){0, 0};
  MPI_Barrier(MPI_COMM_WORLD);
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, sizeof(double)};
  const MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    const int data = 7, one = 1;
    const Pair pair = {2.5, 3};
    Pair got = {0, 0};
    MPI_Accumulate(&pair, 1, type, 1, 8, 1, type, MPI_REPLACE, win);  // FINDS(pairs)
    MPI_Win_flush(1, win);
    MPI_Get_accumulate(NULL, 0, MPI_BYTE, &got, 1, type, 1, 8, 1, type, MPI_NO_OP, win);  // FINDS(reads)
    MPI_Put(&data, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    REQUIRE(got.value == 2.5 && got.mark == 3);
    MPI_Accumulate(&one, sizeof one, MPI_BYTE, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(bytes)
    MPI_Win_flush(1, win);
  } else {
    const double until = MPI_Wtime() + 20;
    int flag = 0;
    while (flag == 0 && MPI_Wtime() < until) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    REQUIRE(flag == 1 && memory->data == 7);
    REQUIRE(memory->pair.value == 2.5 && memory->pair.mark == 3);
  }
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  return end_mpi();
}
