// A put, and the owner's masked store of some bytes of a vector: the put goes to some of them.
// ranks: 2
// finds: race FP-RACE
// KNOWN GAP: with gcc-hooks: -fsanitize=thread leaves out what the compiler's functions for single instructions do
// KNOWN GAP: with hooks: so it does in clang
// KNOWN GAP: with gcc: it is told as an instruction that was not followed
#include "corpus.h"
#include <emmintrin.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  int value = 7;
  const __m128i mask = _mm_setr_epi32(0, -1, -ranks, 0);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) _mm_maskmoveu_si128(_mm_set1_epi8('x'), mask, (char*)memory);  // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
