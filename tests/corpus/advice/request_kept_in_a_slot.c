// A function that fetches ahead keeps its request in a structure, and another one waits for it. One is thrown away instead. To wait
// right after the get would undo what the program fetches ahead for: that is no patch.
// finds: request FP-EPOCH-019
// says: fix Add MPI_Wait(&slot->request, MPI_STATUS_IGNORE) after MPI_Rget at request_kept_in_a_slot.c:16, if nothing is to go on meanwhile; or each request has to be waited for before its buffer is used or freed, as MPI_Wait at request_kept_in_a_slot.c:20 waits for others; or where a flush
// finds: early FP-RACE-005
#include "corpus.h"

struct slot {
  MPI_Request request;
  int value;
};

static MPI_Win win;

static void fetch_ahead(struct slot* slot, int word) {
  MPI_Rget(&slot->value, 1, MPI_INT, 1 - rank, word, 1, MPI_INT, win, &slot->request);  // FINDS(request)
}

static int value_of(struct slot* slot) {
  MPI_Wait(&slot->request, MPI_STATUS_IGNORE);
  return slot->value;
}

static void fetch_early(struct slot* slot, int word) {
  MPI_Rget(&slot->value, 1, MPI_INT, 1 - rank, word, 1, MPI_INT, win, &slot->request);  // FINDS(early:get)
}

int main(void) {
  struct slot slots[4];
  int sum = 0;
  start_mpi();
  int* memory = make_window(&win, 4);
  for (int i = 0; i < 4; i++) memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 4; i++) fetch_ahead(&slots[i], i);
  for (int i = 0; i < 3; i++) sum += value_of(&slots[i]);
#ifdef MENDED
  sum += value_of(&slots[3]);
#else
  MPI_Win_flush_local_all(win);
#endif
  fetch_early(&slots[0], 1);
#ifdef MENDED
  sum += value_of(&slots[0]);
#else
  sum += slots[0].value;  // FINDS(early:load)
  MPI_Wait(&slots[0].request, MPI_STATUS_IGNORE);
#endif
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
