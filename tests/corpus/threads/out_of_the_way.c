// Ways that leave functions without returning from them, or run them on other stacks: longjmp out of a deep recursion,
// coroutines, signal handlers on stacks of their own that store into the window, children of fork that do. The race at
// the end must be told with the lines where it happens.
// flags: -pthread
// finds: race FP-RACE
#include "corpus.h"

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static MPI_Win win;
static int* memory;
static jmp_buf place;
static volatile int never = 0;

__attribute__((noinline)) static int dive(int depth) {
  memory[1] += depth;
  if (never) return 0;
  if (depth == 0) longjmp(place, 1);
  return dive(depth - 1) + 1;
}

static ucontext_t of_main, of_coroutine[3];
static char stacks[3][1 << 16];
__attribute__((noinline)) static void step(int number) { memory[2 + number] += 1; }
static void coroutine(int number) {
  for (int i = 0; i < 50; i++) {
    step(number);
    swapcontext(&of_coroutine[number], i == 49 ? &of_main : &of_coroutine[(number + 1) % 3]);
  }
}

static atomic_int interruptions;
static void interrupted(int number) {
  (void)number;
  memory[6] += 1;
  atomic_fetch_add(&interruptions, 1);
}

__attribute__((noinline)) static void store(void) {
  memory[8] = 1;  // FINDS(race:store)
}

int main(void) {
  start_mpi();
  memory = make_window(&win, 16);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 100; i++)
    if (setjmp(place) == 0) dive(200);
  REQUIRE(memory[1] == 100 * 201 * 100);

  for (int i = 0; i < 3; i++) {
    getcontext(&of_coroutine[i]);
    of_coroutine[i].uc_stack.ss_sp = stacks[i];
    of_coroutine[i].uc_stack.ss_size = sizeof stacks[i];
    of_coroutine[i].uc_link = &of_main;
    makecontext(&of_coroutine[i], (void (*)(void))coroutine, 1, i);
  }
  swapcontext(&of_main, &of_coroutine[0]);
  REQUIRE(memory[2] == 50 && memory[3] >= 49 && memory[4] >= 49);

  // Signals come while everything else goes on.
  stack_t other = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_ONSTACK | SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, NULL);
  int one = 1;
  for (int all = 0; !all;) {
    memory[7] += 1;
    MPI_Accumulate(&one, 1, MPI_INT, rank, 9, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    int enough = atomic_load(&interruptions) >= 100;
    MPI_Allreduce(&enough, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);

  const pid_t child = fork();
  if (child == 0) {
    memory[10] = 1;
    _exit(memory[10] == 1 ? 0 : 1);
  }
  int status;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);

  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 8, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) {
    if (setjmp(place) == 0) dive(20);
    store();
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(other.ss_sp);
  return end_mpi();
}
