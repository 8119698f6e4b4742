// Another rank puts text that is printed, compared, searched, copied and read as numbers meanwhile; and values are
// scanned into the place where it puts.
// finds: printed FP-RACE-002
// finds: line FP-RACE-002
// finds: compared FP-RACE-002
// finds: found FP-RACE-002
// finds: number FP-RACE-002
// finds: copied FP-RACE-002
// finds: parsed FP-RACE-002
// finds: scanned FP-RACE-002
// finds: into FP-RACE-002
// finds: set FP-RACE-002
// flags: -O2
#include <string.h>

#include "corpus.h"

static char* memory;

static char* text(int line) { return memory + 16 * line; }

int main(void) {
  MPI_Win win;
  start_mpi();
  memory = (char*)make_window(&win, 64);
  static char sent[16] = "12 apples, 3 $";
  for (int line = 0; line < 10; line++) strcpy(text(line), "12 pears");
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(sent, 16, MPI_CHAR, 1, 0, 16, MPI_CHAR, win);         // FINDS(printed:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 4, 16, MPI_CHAR, win);        // FINDS(line:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 8, 16, MPI_CHAR, win);        // FINDS(compared:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 12, 16, MPI_CHAR, win);        // FINDS(found:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 16, 16, MPI_CHAR, win);        // FINDS(number:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 20, 16, MPI_CHAR, win);        // FINDS(copied:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 24, 16, MPI_CHAR, win);        // FINDS(parsed:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 28, 16, MPI_CHAR, win);       // FINDS(scanned:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 32, 16, MPI_CHAR, win);       // FINDS(into:put)
    MPI_Put(sent, 16, MPI_CHAR, 1, 36, 16, MPI_CHAR, win);       // FINDS(set:put)
  } else {
    int count = 0;
    char* volatile copy;
    printf("%5.2f of %*d: %s\n", 1.5, 4, rank, text(0));          // FINDS(printed:load)
    puts(text(1));                                                // FINDS(line:load)
    if (strncmp(text(2), "12 oranges", 4) == 0) puts("fruit");    // FINDS(compared:load)
    if (strchr(text(3), '$')) puts("dear");                       // FINDS(found:load)
    if (strtol(text(4), NULL, 10) < 0) puts("debt");              // FINDS(number:load)
    free(copy = strdup(text(5)));                                 // FINDS(copied:load)
    if (atof(text(6)) < 0) puts("debt");                          // FINDS(parsed:load)
    if (sscanf(text(7), "%d", &count) == 0) puts("none");         // FINDS(scanned:load)
    if (sscanf("7 8", "%*d %d", (int*)text(8)) != 1) puts("none"); // FINDS(into:store)
    strcpy(text(9), "none");                                      // FINDS(set:store)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
