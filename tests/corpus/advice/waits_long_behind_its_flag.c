// Three flags are raised before the put is complete. After each, the origin waits for an answer and looks thousands of
// times: by fetches and flushes, by trying to take a word that another rank has, by a lock around each look. The call
// that told the target is still known.
// finds: fetch FP-RACE-002
// finds: swap FP-RACE-002
// finds: lock FP-RACE-002
// says: but MPI_Put of rank 0 at waits_long_behind_its_flag.c:74 is not yet complete there.
// says: but MPI_Put of rank 0 at waits_long_behind_its_flag.c:80 is not yet complete there.
// says: but MPI_Put of rank 0 at waits_long_behind_its_flag.c:86 is not yet complete there.
// says: fix Add MPI_Win_flush(1, win) before MPI_Accumulate at waits_long_behind_its_flag.c:76.
// says: fix Add MPI_Win_flush(1, win) before MPI_Accumulate at waits_long_behind_its_flag.c:82.
// says: fix Add MPI_Win_flush(1, win) before MPI_Accumulate at waits_long_behind_its_flag.c:88.
#include <unistd.h>

#include "corpus.h"

enum { FETCH, SWAP, LOCK, FLAG = 3, ANSWER = 6, TAKEN, WORDS };

#ifdef MENDED
#define COMPLETE() MPI_Win_flush(1, win)
#else
#define COMPLETE()
#endif

static MPI_Win win, answers;
static const int zero = 0, one = 1;

static void wait_for(int at) {
  int raised;
  do {
    MPI_Fetch_and_op(NULL, &raised, MPI_INT, 1, at, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  } while (!raised);
}

static void take(int at) {
  int before;
  do {
    MPI_Compare_and_swap(&one, &zero, &before, MPI_INT, 1, at, win);
    MPI_Win_flush(1, win);
  } while (before != 0);
}

static void look_under_lock(void) {
  int raised;
  do {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, answers);
    MPI_Get(&raised, 1, MPI_INT, 1, 0, 1, MPI_INT, answers);
    MPI_Win_unlock(1, answers);
  } while (!raised);
}

static void set(int at, const int* value) {
  MPI_Accumulate(value, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(1, win);
}

static void answer_under_lock(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, answers);
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, answers);
  MPI_Win_unlock(1, answers);
}

int main(void) {
  const int values[] = {7, 8, 9};
  int read = 0;
  start_mpi();
  int* memory = make_window(&win, WORDS);
  make_window(&answers, 1);
  memory[TAKEN] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&values[FETCH], 1, MPI_INT, 1, FETCH, 1, MPI_INT, win);  // FINDS(fetch:put)
    COMPLETE();
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG + FETCH, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    wait_for(ANSWER);

    MPI_Put(&values[SWAP], 1, MPI_INT, 1, SWAP, 1, MPI_INT, win);  // FINDS(swap:put)
    COMPLETE();
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG + SWAP, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    take(TAKEN);

    MPI_Put(&values[LOCK], 1, MPI_INT, 1, LOCK, 1, MPI_INT, win);  // FINDS(lock:put)
    COMPLETE();
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG + LOCK, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    look_under_lock();
  } else {
    wait_for(FLAG + FETCH);
    usleep(200000);
    read += memory[FETCH];  // FINDS(fetch:load)
    set(ANSWER, &one);
    wait_for(FLAG + SWAP);
    usleep(200000);
    read += memory[SWAP];  // FINDS(swap:load)
    set(TAKEN, &zero);
    wait_for(FLAG + LOCK);
    usleep(200000);
    read += memory[LOCK];  // FINDS(lock:load)
    answer_under_lock();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&answers);
  MPI_Win_free(&win);
#ifdef MENDED
  REQUIRE(rank == 0 || read == 24);
#endif
  return read < 0 ? 1 : end_mpi();
}
