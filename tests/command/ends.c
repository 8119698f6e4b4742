// A job that can end in every way in which a job can end.
//
// usage: ends racy|clean|many|pending|overlapping|none WAY
// racy: two ranks put to one place. clean: one does. many: so many operations that their analysis takes long.
// pending: a million that nothing completes before the end. none: no window.
// overlapping: so many of a mistake that it takes long to try what would mend it.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int rank, value = 7;
static const char* way = "";
static MPI_Win win;

static int is(const char* word) {
  return strcmp(way, word) == 0;
}

static void many_operations(void) {
  for (int i = 0; i < 300000; ++i) {
    MPI_Put(&value, 1, MPI_INT, 0, rank == 0 ? 0 : 8 + (i % 1000), 1, MPI_INT, win);
    if (i % 16 == 0) MPI_Win_flush(0, win);
  }
}

static void pending_operations(void) {
  for (int i = 0; i < 1000000; ++i) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}

static void overlapping_operations(void) {
  enum { kHalf = 1000 };
  static char bytes[2 * kHalf];
  for (int i = 0; i < 100 * kHalf; ++i) {
    const int begin = i / kHalf, length = kHalf - begin + i % kHalf;
    if (rank == 0) MPI_Put(bytes + begin, length, MPI_BYTE, 1, begin, length, MPI_BYTE, win);
    if (rank == 1) MPI_Get(bytes + begin, length, MPI_BYTE, 1, begin, length, MPI_BYTE, win);
  }
}

// Ranks that wait to be interrupted.
static void wait_for_somebody(void) {
  if (is("ignore"))
    for (int number = 1; number < 32; ++number)
      if (number != SIGCHLD && number != SIGSEGV) signal(number, SIG_IGN);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    puts("all are waiting");
    fflush(stdout);
  }
  for (int i = 0; i < 1200; ++i) usleep(100000);  // nobody hangs: they may yet go on
}

static int first_pid;

// The launcher is faster than the process that called exit.
static void kill_rank_0_and_linger(void) {
  if (rank != 1) return;
  kill(first_pid, SIGKILL);
  usleep(500000);
}

// The launcher ends the process that called exit, too.
static void be_ended(void) {
  if (rank == 1) raise(SIGTERM);
}

// By a signal that ends it, because nothing handles it.
static void end_by_signal(void) {
  if (is("term")) raise(SIGTERM);
  if (is("int")) kill(getpid(), SIGINT);
  if (is("quit")) raise(SIGQUIT);
  if (is("pipe")) {
    int ends[2];
    if (pipe(ends) == 0 && close(ends[0]) == 0) (void)!write(ends[1], way, 1);
  }
}

// Rank 0 ends rank 1, and waits for the consequences.
static void end_another(void) {
  int pid = (int)getpid();
  MPI_Bcast(&pid, 1, MPI_INT, 1, MPI_COMM_WORLD);
  if (rank == 0) kill(pid, SIGTERM);
  for (int i = 0; i < 600; ++i) usleep(100000);
}

static void end_alone(void) {
  end_by_signal();
  if (is("segv")) raise(SIGSEGV);
  if (is("kill")) raise(SIGKILL);
  if (is("_exit")) _exit(7);
  if (is("exit") || is("linger") || is("ended")) exit(7);
  if (is("abort")) MPI_Abort(MPI_COMM_WORLD, 4);
}

int main(int argc, char** argv) {
  int* memory;
  const char* what = argc > 1 ? argv[1] : "clean";
  if (argc > 2) way = argv[2];
  if (is("before")) {
    puts("all are waiting");
    fflush(stdout);
    sleep(120);
  }
  if (is("linger")) atexit(kill_rank_0_and_linger);  // runs last
  if (is("ended")) atexit(be_ended);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(what, "none") == 0) return MPI_Finalize();
  MPI_Win_allocate(1 << 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  const int racy = strcmp(what, "clean") != 0;
  if (racy || rank == 0) MPI_Put(&value, 1, MPI_INT, 0, racy ? 0 : 1, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  if (strcmp(what, "many") == 0) many_operations();
  if (strcmp(what, "pending") == 0) pending_operations();
  if (strcmp(what, "overlapping") == 0) overlapping_operations();
  if (is("wait") || is("ignore")) wait_for_somebody();
  first_pid = (int)getpid();
  MPI_Bcast(&first_pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (is("another")) end_another();
  if (rank == 1) end_alone();
  if (is("hang") && rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (is("return") && rank == 1) return 7;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  if (rank == 0) puts("the program has ended");
  return 0;
}
