// A job whose rank 1 dies: in an MPI call, in a later one, or in its own code.
//
// usage: deaths WAY
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static MPI_Win win;
static char* const nowhere = (char*)16;
static const char* way = "";

static int is(const char* word) {
  return strcmp(way, word) == 0;
}

static void give_up(MPI_Win* of, int* code, ...) {
  (void)of, (void)code;
  abort();
}

// Another process ends this one while it computes.
static void alarm_of_others(void) {
  const pid_t here = getpid();
  if (fork() != 0) return;
  usleep(300000);
  kill(here, SIGTERM);
  _exit(0);
}

// One call for each kind of buffer.
static void operate(int* gone, int* value) {
  int expected = 0;
  if (is("put")) MPI_Put(gone, 100000, MPI_INT, 0, 0, 100000, MPI_INT, win);
  if (is("get")) MPI_Get((void*)"a constant", 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (is("accumulate")) MPI_Accumulate(gone, 1000, MPI_INT, 0, 0, 1000, MPI_INT, MPI_SUM, win);
  if (is("origin")) MPI_Fetch_and_op(gone, value, MPI_INT, 0, 0, MPI_SUM, win);
  if (is("result")) MPI_Fetch_and_op(value, gone, MPI_INT, 0, 0, MPI_SUM, win);
  if (is("compare")) MPI_Compare_and_swap(value, gone, &expected, MPI_INT, 0, 0, win);
  if (is("request")) MPI_Rput(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, (MPI_Request*)nowhere);
}

// Pointers through which calls return results.
static void ask(void) {
  int number;
  MPI_Aint size;
  MPI_Win other;
  if (is("attribute")) MPI_Win_get_attr(win, MPI_WIN_BASE, nowhere, &number);
  if (is("group")) MPI_Win_get_group(win, (MPI_Group*)nowhere);
  if (is("name")) MPI_Win_get_name(win, nowhere, &number);
  if (is("query")) MPI_Win_shared_query(win, 0, &size, &number, nowhere);
  if (is("window")) MPI_Win_create(&number, sizeof number, 1, MPI_INFO_NULL, MPI_COMM_SELF, (MPI_Win*)nowhere);
  if (is("base")) MPI_Win_allocate(sizeof number, 1, MPI_INFO_NULL, MPI_COMM_SELF, nowhere, &other);
}

static void die_by_itself(int* value) {
  MPI_Errhandler handler;
  if (strncmp(way, "used", 4) == 0) {
    MPI_Get(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    const int index = *(volatile int*)value;  // before the unlock
    if (index < 0) return;
    if (is("used_abort")) abort();
    if (is("used_exit")) _exit(3);
    if (is("used_Exit")) _Exit(3);
    if (is("used_raise")) raise(SIGTERM);
    if (is("used_kill")) kill(getpid(), SIGINT);
    if (is("used_loop")) {
      alarm_of_others();
      for (volatile int i = 0;; i = i + 1) {
      }
    }
    *(volatile int*)(nowhere + index % 2 * 4) = 3;
  }
  if (is("own")) *(volatile int*)nowhere = 3;
  if (is("abort")) abort();
  if (is("after")) {
    MPI_Put(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    *(volatile int*)nowhere = 3;
  }
  if (is("handler")) {
    MPI_Win_create_errhandler(give_up, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  }
}

int main(int argc, char** argv) {
  int rank, value = 7, *memory;
  if (argc > 1) way = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int* const gone = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    operate(gone, &value);
    ask();
    die_by_itself(&value);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
