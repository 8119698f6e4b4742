// A program with its own mmap that locks a mutex: a thread's record is made without it.
// flags: -pthread -rdynamic
// trace *: InitEnd
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int calls;

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  pthread_mutex_lock(&mutex);
  ++calls;
  pthread_mutex_unlock(&mutex);
  return (void*)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

static void* lock_once(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t threads[2];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, lock_once, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  MPI_Finalize();
  return 0;
}
