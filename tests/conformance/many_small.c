/* 12.5: hundreds of small transfers that one call completes, in windows of every flavour. A runtime may combine
 * them; their completion must not depend on their number, nor on what is between them. */
#include "conformance.h"

enum { MANY = 600, LONGS = 4 * MANY };

static long values[LONGS];

/* Element `index` of those that are spread over the memory, in no order of addresses. */
static int place(int index) { return index * 7 % MANY * 4; }

static void number_values(long first) {
  for (int i = 0; i < MANY; ++i) values[i] = first + i;
}

/* One put after the other, each from a separate variable, which does not change until `complete` is called. */
static void put_all(Window* w, int target, long first) {
  number_values(first);
  for (int i = 0; i < MANY; ++i) {
    MPI_Put(&values[i], 1, MPI_LONG, target, at(w, target, place(i), 8), 1, MPI_LONG, w->win);
  }
}

static int holds(const Window* w, long first) {
  const long* memory = (const long*)w->memory;
  for (int i = 0; i < MANY; ++i) {
    if (memory[place(i)] != first + i) return 0;
    if (memory[place(i) + 1] != 0) return 0;
  }
  return 1;
}

/* The target sends a message that it has looked, after the origin has sent one that its puts are complete. */
static void tell(int to) { MPI_Send(&rank, 1, MPI_INT, to, 1, MPI_COMM_WORLD); }
static void hear(int from) { MPI_Recv(&(int){0}, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

typedef void (*Completion)(MPI_Win);
static void by_flush(MPI_Win win) { MPI_Win_flush(1, win); }
static void by_flush_all(MPI_Win win) { MPI_Win_flush_all(win); }
static void by_relocking(MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Win_lock_all(0, win);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  static long back[LONGS];

  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window w = make_window(flavor, LONGS * sizeof(long), sizeof(long));
    long* memory = (long*)w.memory;

    CASE("12.5.4 one flush, flush_all or unlock_all completes hundreds of small puts") {
      static const Completion completions[] = {by_flush, by_flush_all, by_relocking};
      if (rank == 0) MPI_Win_lock_all(0, w.win);
      for (int i = 0; i < 6; ++i) {
        if (rank == 0) {
          put_all(&w, 1, 1000 * i);
          completions[i % 3](w.win);
          tell(1);
          hear(1);
        } else if (rank == 1) {
          hear(0);
          CHECK(holds(&w, 1000 * i));
          tell(0);
        }
      }
      if (rank == 0) MPI_Win_unlock_all(w.win);
    }

    CASE("12.5.4 after one flush_local hundreds of small gets have arrived, and origin buffers of puts are free") {
      if (rank == 1) {
        for (int i = 0; i < LONGS; ++i) memory[i] = i;
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w.win);
        for (int round = 0; round < 2; ++round) {
          memset(back, 0, sizeof back);
          for (int i = 0; i < MANY; ++i) {
            MPI_Get(&back[i], 1, MPI_LONG, 1, at(&w, 1, place(i), 8), 1, MPI_LONG, w.win);
          }
          MPI_Win_flush_local(1, w.win);
          for (int i = 0; i < MANY; ++i) CHECK_EQUAL(back[i], place(i));
        }
        number_values(50000);
        for (int i = 0; i < MANY; ++i) {
          MPI_Put(&values[i], 1, MPI_LONG, 1, at(&w, 1, place(i), 8), 1, MPI_LONG, w.win);
        }
        MPI_Win_flush_local(1, w.win);
        number_values(-1);
        MPI_Win_unlock(1, w.win);
        tell(1);
      } else if (rank == 1) {
        hear(0);
        for (int i = 0; i < MANY; ++i) {
          CHECK_EQUAL(memory[place(i)], 50000 + i);
          CHECK_EQUAL(memory[place(i) + 1], place(i) + 1);
        }
        memset(memory, 0, LONGS * sizeof(long));
      }
    }

    CASE("12.5.1 a fence completes hundreds of small puts and gets that lie between each other, of any length") {
      char letters[64];
      memset(letters, 'a' + rank, sizeof letters);
      int next = (rank + 1) % ranks;
      memset(back, 0, sizeof back);
      memory[LONGS - 1] = 70 + rank;
      MPI_Win_fence(0, w.win);
      for (int i = 0; i < MANY; ++i) {
        int length = 1 + i % 20;
        MPI_Put(letters, length, MPI_CHAR, next, at(&w, next, 4 * i, 8), length, MPI_CHAR, w.win);
        if (i % 40 > 30) {
          MPI_Get(&back[i], 1, MPI_LONG, next, at(&w, next, LONGS - 1, 8), 1, MPI_LONG, w.win);
        }
      }
      MPI_Win_fence(0, w.win);
      int from = (rank + ranks - 1) % ranks;
      for (int i = 0; i < MANY; ++i) {
        if (i % 40 > 30) CHECK_EQUAL(back[i], 70 + next);
        int length = 1 + i % 20;
        const char* there = w.memory + (size_t)(4 * i) * 8;
        CHECK_EQUAL(there[0], 'a' + from);
        CHECK_EQUAL(there[length - 1], 'a' + from);
        CHECK_EQUAL(there[length], 0);
      }
      MPI_Win_fence(0, w.win);
      memset(memory, 0, LONGS * sizeof(long));
      MPI_Win_fence(0, w.win);
    }

    CASE("12.5.2 complete and wait: hundreds of small puts, with accumulates between them") {
      MPI_Group all, one;
      MPI_Comm_group(MPI_COMM_WORLD, &all);
      int other = 1 - rank;
      if (rank < 2) MPI_Group_incl(all, 1, &other, &one);
      for (int round = 0; round < 3; ++round) {
        if (rank == 0) {
          long addend = 1;
          MPI_Win_start(one, 0, w.win);
          number_values(1000 * round);
          for (int i = 0; i < MANY; ++i) {
            MPI_Put(&values[i], 1, MPI_LONG, 1, at(&w, 1, place(i), 8), 1, MPI_LONG, w.win);
            if (i % 50 == 49) {
              MPI_Accumulate(&addend, 1, MPI_LONG, 1, at(&w, 1, 2, 8), 1, MPI_LONG, MPI_SUM, w.win);
            }
          }
          MPI_Win_complete(w.win);
        } else if (rank == 1) {
          MPI_Win_post(one, 0, w.win);
          MPI_Win_wait(w.win);
          CHECK(holds(&w, 1000 * round));
          CHECK_EQUAL(memory[2], (round + 1) * (MANY / 50));
        }
      }
      if (rank < 2) MPI_Group_free(&one);
      MPI_Group_free(&all);
    }

    drop_window(&w);
  }
  return end();
}
