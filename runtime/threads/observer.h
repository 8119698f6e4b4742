/* What the wrappers of thread functions in libfencepost.so (preload/) tell the back end. Plain C.
 *
 * `caller`: return address of the wrapper; calls from inside MPI libraries and from ourselves do not count.
 * `kind`: of record/sync_object.h. All may be called by any thread. */
#ifndef FENCEPOST_THREADS_OBSERVER_H
#define FENCEPOST_THREADS_OBSERVER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FENCEPOST_DEVICE,          /* code of OpenMP that runs elsewhere */
  FENCEPOST_OPENMP,          /* LLVM's runtime, which reports nothing to us */
  FENCEPOST_NAMED_SEMAPHORE, /* between processes */
  FENCEPOST_CHANNEL,         /* a pipe or socket is read */
  FENCEPOST_MIXED_OPENMP,    /* code of gcc with LLVM's runtime */
  FENCEPOST_UNTOLD_SECTIONS, /* a thread ran several, and nobody saw where each began */
};

/* What a thread does that may look again and again for something to happen (recorder/looks.h). */
enum fencepost_between {
  FENCEPOST_PAUSES,
  FENCEPOST_ASKS_THE_TIME,
  FENCEPOST_LOOKS_OUTSIDE,
  FENCEPOST_RESUMES,
  FENCEPOST_ENDS, /* its process ends, without what is called at exit */
};

/* What a thread runs from here on: see record/sync_object.h. */
struct fencepost_strand {
  uint64_t number, from; /* numbers of FENCEPOST_STRAND_BITS */
  const void* object;    /* that it begins from; null: none */
  unsigned how;          /* FENCEPOST_STRAND_HAS_ENDED, … */
};

/* What a thread is about to wait for, without a time limit: something that another thread of its process does. */
struct fencepost_thread_wait {
  const volatile void* object; /* null: `joined` is to end */
  unsigned kind;               /* of record/sync_object.h */
  pthread_t joined;
  uint64_t holder; /* of a lock: the task that holds it; 0: not known */
  int shared;      /* other processes may use it as well */
  int only_used;   /* it is not waited for yet, and perhaps never */
};

struct fencepost_thread_observer {
  /* After the object was acquired, and before it is released: while it is held, so that the numbers of the two events
   * are in the order in which things happened. */
  void (*acquired)(const volatile void* object, unsigned kind, const void* caller);
  void (*releasing)(const volatile void* object, unsigned kind, const void* caller);
  /* Before a thread is made: returns a number for it, which `begins` gets in it and `created` when it is there; 0: this
   * one is not followed. */
  uint64_t (*creating)(const void* caller);
  void (*begins)(uint64_t thread);
  void (*created)(pthread_t handle, uint64_t thread);
  void (*joined)(pthread_t handle);
  /* Around a wait; `goes_on` only if `waits` was true. */
  int (*waits)(const struct fencepost_thread_wait* wait, const void* caller);
  void (*goes_on)(void);
  /* The program does something whose order we do not see: FENCEPOST_DEVICE, … */
  void (*not_followed)(unsigned what, const void* caller);
  int (*is_of_program)(const void* caller);
  /* Whether what the code at `caller` does orders threads: there are several, and it is not the MPI library's code. */
  int (*orders_threads)(const void* caller);
  /* When the wrappers begin to call: for each thread that was made before and has no number. `caller`: from where;
   * null: not known. */
  void (*others_exist)(const void* caller);
  void (*between_calls)(enum fencepost_between what);
  /* Before the first strand of the process, or the first release that one will begin from. */
  void (*strands_come)(void);
  void (*enters_strand)(const struct fencepost_strand* strand);
  /* FENCEPOST_STACK_BEGINS, … */
  void (*owns)(unsigned what, uintptr_t address);
  /* The program has mapped memory that other processes may have mapped as well. Returns whether what they order there
   * is followed. `unshares`: before it is unmapped. */
  int (*shares)(const void* begin, size_t size, const void* caller);
  void (*unshares)(const void* begin);
  /* It has opened such memory, which it may map: of the file with this number on the device, as /proc/self/maps names
   * it. */
  void (*opens_memory)(uint64_t device, uint64_t number, const void* caller);
  /* Grows whenever the calling thread does something that is recorded. */
  uint64_t (*activity)(void);
};

/* In libfencepost.so: from now on, report to `observer`; null: to nobody. */
__attribute__((visibility("hidden"))) void fencepost_observe_threads(const struct fencepost_thread_observer* observer);

#ifdef __cplusplus
} /* extern "C" */

namespace fencepost::threads {

/* In the back end: the observer. Does nothing as long as nothing is recorded. */
const fencepost_thread_observer* observer();

}  // namespace fencepost::threads
#endif
#endif
