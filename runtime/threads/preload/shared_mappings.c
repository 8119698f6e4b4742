/* Memory that the program shares itself: what it opens by shm_open and shmget, and sem_open, which maps the file of its
 * semaphore. libfencepost.so wraps these functions. What atomics, locks and semaphores there order is followed between
 * the processes of the job.
 *
 * mmap and shmat are not wrapped: libraries for networks patch the functions that the program finds, to see what is
 * unmapped, and would patch ours in place of the C library's.
 *
 * Forbidden here: calling anything that is wrapped here except by next; allocating.
 */
#define _GNU_SOURCE
#include "shared_mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "next_between.h"
#include "watching.h"

#define CALLER __builtin_return_address(0)

/* What was opened before there was an observer: a file, or (size not 0) mapped memory. */
struct opened {
  bool known;
  uint64_t device, number;
  const void* begin;
  size_t size;
  const void* caller;
};
enum { kMost = 64 };
static struct opened early[kMost];
static bool locked;

static void lock(void) {
  while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
  }
}
static void unlock(void) {
  __atomic_clear(&locked, __ATOMIC_RELEASE);
}

static int tell(const struct fencepost_thread_observer* to, const struct opened* one) {
  if (one->size != 0) return to->shares(one->begin, one->size, one->caller);
  to->opens_memory(one->device, one->number, one->caller);
  return 1;
}

static int opened(struct opened one) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to != NULL) return tell(to, &one);
  one.known = true;
  lock();
  for (int i = 0; i < kMost; ++i) {
    if (early[i].known) continue;
    early[i] = one;
    break;
  }
  unlock();
  return 1;
}

static void closes(const void* begin) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to != NULL) return to->unshares(begin);
  lock();
  for (int i = 0; i < kMost; ++i)
    if (early[i].size != 0 && early[i].begin == begin) early[i].known = false;
  unlock();
}

void fencepost_tell_early_mappings(const struct fencepost_thread_observer* to) {
  for (int i = 0; i < kMost; ++i) {
    lock();
    const struct opened one = early[i];
    early[i].known = false;
    unlock();
    if (one.known) tell(to, &one);
  }
}

EXPORTED int shm_open(const char* name, int flags, mode_t mode) {
  NEXT(shm_open);
  if (next == NULL) return errno = ENOSYS, -1;
  const int file = ((int (*)(const char*, int, mode_t))next)(name, flags, mode);
  const int error = errno;
  struct stat about;
  if (file >= 0 && fstat(file, &about) == 0)
    opened((struct opened){
        .device = (uint64_t)major(about.st_dev) << 32 | minor(about.st_dev), .number = about.st_ino, .caller = CALLER});
  errno = error;
  return file;
}

EXPORTED int shmget(key_t key, size_t size, int flags) {
  NEXT(shmget);
  if (next == NULL) return errno = ENOSYS, -1;
  const int segment = ((int (*)(key_t, size_t, int))next)(key, size, flags);
  const int error = errno;
  /* So the kernel names its mappings. */
  const uint64_t device = 1;
  if (segment >= 0) opened((struct opened){.device = device, .number = (uint64_t)segment, .caller = CALLER});
  errno = error;
  return segment;
}

EXPORTED sem_t* sem_open(const char* name, int flags, ...) {
  NEXT(sem_open);
  if (next == NULL) return errno = ENOSYS, SEM_FAILED;
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  const unsigned value = (flags & O_CREAT) != 0 ? va_arg(more, unsigned) : 0;
  va_end(more);
  sem_t* const semaphore = ((sem_t * (*)(const char*, int, ...)) next)(name, flags, mode, value);
  if (semaphore == SEM_FAILED) return semaphore;
  const int error = errno;
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  const bool followed = opened((struct opened){.begin = semaphore, .size = sizeof *semaphore, .caller = CALLER}) != 0;
  if (!followed && to != NULL) to->not_followed(FENCEPOST_NAMED_SEMAPHORE, CALLER);
  errno = error;
  return semaphore;
}
EXPORTED int sem_close(sem_t* semaphore) {
  NEXT(sem_close);
  if (next == NULL) return errno = ENOSYS, -1;
  closes(semaphore);
  const int result = ((int (*)(sem_t*))next)(semaphore);
  const int error = errno;
  /* It stays as long as it was opened more often than closed. (Then the observer finds it in the process.) */
  if (fencepost_watching_threads() != NULL)
    opened((struct opened){.begin = semaphore, .size = sizeof *semaphore, .caller = CALLER});
  errno = error;
  return result;
}
