// The cost of following threads: nanoseconds of processor time for each of several constructs, one line each.
// usage: threads_bench (under mpiexec -n 1), with and without Fencepost
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include <mpi.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#define MEASURE(name, count, ...)                          \
  do {                                                     \
    const double begin = now();                            \
    __VA_ARGS__;                                           \
    printf("%s\t%.1f\n", name, (now() - begin) / (count)); \
  } while (0)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static atomic_int flag;
static int shared;

static void* nothing(void* unused) {
  return unused;
}
static void* takes_turns(void* unused) {
  for (int i = 0; i < 2000; i++) pthread_barrier_wait(&barrier);
  return unused;
}
static void* adds(void* unused) {
  for (int i = 0; i < 100000; i++) {
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void regions(int count) {
  for (int i = 0; i < count; i++) {
#pragma omp parallel
    (void)omp_get_thread_num();
  }
}
static void barriers(int count) {
#pragma omp parallel
  for (int i = 0; i < count; i++) {
#pragma omp barrier
  }
}
static void criticals(int count) {
#pragma omp parallel
  for (int i = 0; i < count; i++) {
#pragma omp critical
    shared++;
  }
}
static void tasks(int count) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < count; i++) {
#pragma omp task firstprivate(i)
    if (i == 0) shared = 0;
  }
}

int main(void) {
  enum { MANY = 1000000, SOME = 20000 };
  int provided, *memory;
  MPI_Win win;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_create(&thread, NULL, nothing, NULL);  // from now on there are threads
  pthread_join(thread, NULL);

  MEASURE(
      "mutex, nobody else", MANY, for (int i = 0; i < MANY; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
      });
  pthread_create(&thread, NULL, adds, NULL);
  MEASURE("mutex, two threads", 200000, adds(NULL); pthread_join(thread, NULL));
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, takes_turns, NULL);
  MEASURE("barrier", 4000, takes_turns(NULL); pthread_join(thread, NULL));
  MEASURE(
      "create and join", 2000, for (int i = 0; i < 2000; i++) {
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
      });
  MEASURE("atomic add", MANY, for (int i = 0; i < MANY; i++) atomic_fetch_add(&flag, 1));
  MEASURE("atomic load, acquire", MANY,
          for (int i = 0; i < MANY; i++)(void) atomic_load_explicit(&flag, memory_order_acquire));

  omp_set_num_threads(2);
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += 1;
  MEASURE("parallel region", SOME, regions(SOME));
  MEASURE("OpenMP barrier", SOME / 2, barriers(SOME / 2));
  MEASURE("OpenMP critical", 2 * SOME, criticals(SOME));
  MEASURE("OpenMP task", SOME, tasks(SOME));
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}
