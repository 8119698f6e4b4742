// Functions on stacks of their own (coroutines) that are left for others, and completed by others, while their local
// variables are the buffers of operations: their frames are still there.
// near: FP-WINDOW-011
#include <ucontext.h>

#include "corpus.h"

enum { kTasks = 2, kStack = 1 << 18 };
static ucontext_t scheduler, tasks[kTasks];
static _Alignas(64) char stacks[kTasks][kStack];
static MPI_Win win;

static __attribute__((noinline)) int put_and_wait(int task) {
  int value = 10 + task, got = -1;
  MPI_Put(&value, 1, MPI_INT, 1, task, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, 1, 8 + task, 1, MPI_INT, win);
  swapcontext(&tasks[task], &scheduler);
  return got;
}

static __attribute__((noinline)) void complete(void) {
  volatile double beside[8];
  for (int i = 0; i < 8; ++i) beside[i] = i;
  MPI_Win_flush_all(win);
  REQUIRE(beside[2] == 2);
}

static void work(int task) {
  if (task == 1) complete();  // what the other one has begun
  REQUIRE(put_and_wait(task) == 0);
}

int main(void) {
  start_mpi();
  make_window(&win, 16);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < kTasks; ++i) {
      getcontext(&tasks[i]);
      tasks[i].uc_stack.ss_sp = stacks[i];
      tasks[i].uc_stack.ss_size = kStack;
      tasks[i].uc_link = &scheduler;
      makecontext(&tasks[i], (void (*)(void))work, 1, i);
    }
    for (int i = 0; i < kTasks; ++i) swapcontext(&scheduler, &tasks[i]);
    complete();
    for (int i = 0; i < kTasks; ++i) swapcontext(&scheduler, &tasks[i]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
