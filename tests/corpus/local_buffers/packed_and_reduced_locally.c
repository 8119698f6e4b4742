// MPI_Pack, MPI_Unpack and MPI_Reduce_local read and write memory like any statement: pending buffers, and a window.
// A column of a matrix is packed beside what is pending in the next one: no race.
// finds: packed FP-RACE-005
// finds: into FP-RACE-004
// finds: unpacked FP-RACE-004
// finds: read FP-RACE-005
// finds: reduced FP-RACE-002
// near: FP-RACE-011
#include "corpus.h"

int main(void) {
  static int got[4], sent[4], other[4], result[4], matrix[4][2], ones[4] = {1, 1, 1, 1};
  static char packet[64], more[64];
  MPI_Win win;
  MPI_Datatype column;
  start_mpi();
  int* memory = make_window(&win, 64);
  MPI_Type_vector(4, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  int end = 0, beside = 0, begin = 0;
  MPI_Pack(ones, 4, MPI_INT, more, sizeof more, &begin, MPI_COMM_SELF);
  begin = 0;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(got, 4, MPI_INT, 1, 0, 4, MPI_INT, win);                                // FINDS(packed:get)
    MPI_Put(packet + 8, 8, MPI_CHAR, 1, 8, 8, MPI_CHAR, win);                       // FINDS(into:put)
    MPI_Pack(got, 4, MPI_INT, packet + 24, 40, &end, MPI_COMM_SELF);                // FINDS(packed:load)
    MPI_Pack(ones, 4, MPI_INT, packet, sizeof packet, &beside, MPI_COMM_SELF);      // FINDS(into:store)
    MPI_Put(sent, 4, MPI_INT, 1, 16, 4, MPI_INT, win);                              // FINDS(unpacked:put)
    MPI_Unpack(more, sizeof more, &begin, sent, 4, MPI_INT, MPI_COMM_SELF);         // FINDS(unpacked:store)
    MPI_Get(other, 4, MPI_INT, 1, 20, 4, MPI_INT, win);                             // FINDS(read:get)
    MPI_Reduce_local(other, result, 4, MPI_INT, MPI_SUM);                           // FINDS(read:load)
    MPI_Get(&matrix[0][1], 1, column, 1, 24, 4, MPI_INT, win);
    begin = 0;
    MPI_Pack(&matrix[0][0], 1, column, packet + 40, 24, &begin, MPI_COMM_SELF);
    MPI_Put(ones, 4, MPI_INT, 1, 32, 4, MPI_INT, win);                              // FINDS(reduced:put)
  } else {
    MPI_Reduce_local(ones, memory + 32, 4, MPI_INT, MPI_SUM);                       // FINDS(reduced:store)
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  return end_mpi();
}
