// The put is in another function than the call before which it must be complete: the flush has the put's arguments.
// finds: race FP-RACE-002
// finds: buffer FP-RACE-004
// says: fix Add MPI_Win_flush(channel->to, channel->window) after MPI_Put at own_arguments.c:15, before the store at own_arguments.c:29.
// (The flush completes the put at its origin as well: the buffer has no advice of its own.)
#include "corpus.h"

struct channel {
  MPI_Win window;
  int to;
  int* in;
};

static void send_through(const struct channel* channel, const int* data) {
  MPI_Put(data, 1, MPI_INT, channel->to, 0, 1, MPI_INT, channel->window);  // FINDS(race:put, buffer:put)
#ifdef MENDED
  MPI_Win_flush(channel->to, channel->window);
#endif
}

int main(void) {
  struct channel line;
  start_mpi();
  line.in = make_window(&line.window, 1);
  line.to = 1 - rank;
  int word = 7;
  MPI_Win_lock_all(0, line.window);
  send_through(&line, &word);
  word = 0;                     // FINDS(buffer:store)
  MPI_Barrier(MPI_COMM_WORLD);
  if (line.in[0] != 7) printf("%d\n", line.in[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(line.window);
  MPI_Win_free(&line.window);
  return end_mpi();
}
