// Two puts, and the owner's masked store of some bytes of a vector: the puts go to the other bytes.
// ranks: 2
#include "corpus.h"
#include <emmintrin.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  int value = 7;
  const __m128i mask = _mm_setr_epi32(0, -1, -ranks, 0);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1) _mm_maskmoveu_si128(_mm_set1_epi8(1), mask, (char*)memory);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == 7 && memory[1] == 0x01010101 && memory[3] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
