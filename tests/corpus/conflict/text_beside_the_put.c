// Text in a window is printed, compared, searched and read as a number only up to the place where another rank puts,
// and values are scanned next to it. (The text is shorter than its room, or a limit says where it ends.)
// near: FP-RACE-002
// flags: -O2
#include <string.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  char* memory = (char*)make_window(&win, 16);
  static const char sent[] = "beside";
  memcpy(memory, "1234567 apples", 8);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(sent, 7, MPI_CHAR, 1, 2, 7, MPI_CHAR, win);
  } else {
    int number = 0, one = 0;
    char last = 0, copy[8];
    printf("%.*s %.3s %zu %Lf %lld %c %% %p\n", 8, memory, memory, sizeof copy, 1.5L, 7LL, 'x', (void*)memory);
    REQUIRE(strncmp(memory, "12x", 8) < 0);
    REQUIRE(strncmp(memory, "1234567 pears", 8) == 0);
    REQUIRE(strtol(memory, NULL, 10) == 1234567);
    REQUIRE(strchr(memory, ' ') == memory + 7);
    REQUIRE(memchr(memory, 0, 8) == NULL);
    memcpy(copy, memory, 7);
    copy[7] = 0;
    REQUIRE(sscanf(copy, "%3d%*2d%1d%c", &number, &one, &last) == 3);
    REQUIRE(number == 123 && one == 6 && last == '7');
    REQUIRE(sscanf("1 [two]", "%d [%[^]]", (int*)(memory + 16), memory + 20) == 2);
    REQUIRE(strcmp(memory + 20, "two") == 0);
    // What is not converted is not stored.
    REQUIRE(sscanf("1 x", "%d %d", &number, (int*)(memory + 8)) == 1);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) REQUIRE(strcmp(memory + 8, sent) == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
