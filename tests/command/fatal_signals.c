// A job whose rank 1 dies of a signal, raised by what a program does wrong or sent to it.
//
// usage: fatal_signals WAY
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const char* way = "";

static int is(const char* word) {
  return strcmp(way, word) == 0;
}

// Each call needs more of the stack.
__attribute__((noinline)) static int dive(volatile char* above) {
  volatile char here[4096];
  here[0] = above[0];
  return here[0] == 7 ? 0 : dive(here) + here[0];
}

static void* dive_in_thread(void* unused) {
  char first[8] = {0};
  dive(first);
  return unused;
}

static void overflow(int in_thread) {
  pthread_t thread;
  if (!in_thread) dive_in_thread(NULL);
  if (pthread_create(&thread, NULL, dive_in_thread, NULL) == 0) pthread_join(thread, NULL);
}

// A page that lies behind the end of its file.
static void touch_beyond_file(void) {
  char name[] = "/tmp/fatal-signals-XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  char* const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  page[0] = 1;
}

static void compute_for_too_long(void) {
  const struct rlimit limit = {1, 20};
  setrlimit(RLIMIT_CPU, &limit);
  for (volatile int i = 0;; i = i + 1) {
  }
}

static void die(void) {
  volatile int zero = 0;
  if (is("overflow")) overflow(0);
  if (is("thread")) overflow(1);
  if (is("segv")) *(volatile int*)8 = 1;
  if (is("bus")) touch_beyond_file();
  if (is("fpe")) zero = 12345 / zero;
  if (is("ill")) __builtin_trap();
  if (is("trap")) raise(SIGTRAP);
  if (is("abort")) abort();
  if (is("sys")) raise(SIGSYS);
  if (is("xcpu")) compute_for_too_long();
  if (is("kill")) kill(getpid(), SIGKILL);
  if (is("alarm")) raise(SIGALRM);
  if (is("timer")) raise(SIGVTALRM);
}

int main(int argc, char** argv) {
  int rank, *memory;
  MPI_Win win;
  if (argc > 1) way = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) die();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
