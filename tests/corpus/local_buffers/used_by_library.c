// Functions of the C library read what gets still bring, and write what puts still send.
// finds: written FP-RACE-005
// finds: compared FP-RACE-005
// finds: length FP-RACE-005
// finds: sorted FP-RACE-004
// finds: read FP-RACE-004
// flags: -O2
#include <string.h>

#include "corpus.h"

static int less(const void* a, const void* b) { return *(const int*)a < *(const int*)b; }

int main(void) {
  static int out[4], same[2], other[2], numbers[4] = {1, 2, 3, 4}, in[4];
  static char text[16];
  MPI_Win win;
  start_mpi();
  make_window(&win, 32);
  FILE* file = tmpfile();
  REQUIRE(fwrite(numbers, sizeof(int), 4, file) == 4);
  rewind(file);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(out, 4, MPI_INT, 1, 0, 4, MPI_INT, win);        // FINDS(written:get)
    fwrite(out, sizeof(int), 4, file);                      // FINDS(written:load)
    MPI_Get(same, 2, MPI_INT, 1, 0, 2, MPI_INT, win);       // FINDS(compared:get)
    if (memcmp(same, other, sizeof same) > 0) puts("more"); // FINDS(compared:load)
    MPI_Get(text, 16, MPI_CHAR, 1, 4, 16, MPI_CHAR, win);   // FINDS(length:get)
    if (strlen(text) > (size_t)ranks) puts("long");         // FINDS(length:load)
    MPI_Put(numbers, 4, MPI_INT, 1, 8, 4, MPI_INT, win);    // FINDS(sorted:put)
    qsort(numbers, 4, sizeof(int), less);                   // FINDS(sorted:store)
    MPI_Put(in, 4, MPI_INT, 1, 12, 4, MPI_INT, win);        // FINDS(read:put)
    rewind(file);
    REQUIRE(fread(in, sizeof(int), 4, file) == 4);          // FINDS(read:store)
  }
  MPI_Win_unlock_all(win);
  fclose(file);
  MPI_Win_free(&win);
  return end_mpi();
}
