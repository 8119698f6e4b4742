/* The entry points of gcc's OpenMP runtime (for LLVM's see also openmp_tool.c) that libfencepost.so stands in front of.
 * All of OpenMP is one object: a thread releases it where it may hand something on, and acquires it where it may get
 * something from another. That is more order than OpenMP gives, so that a race between threads can be missed; none is
 * invented. Regions and tasks get a function of ours around the program's, so that the threads that run them do the
 * same.
 *
 * In processes without MPI there is no observer, and all of this is one call more. */
#define _GNU_SOURCE
#include "openmp.h"

#include <dlfcn.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watching.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

enum { OPENMP = 8 };    /* as SyncObject of record/vocabulary.h */
static char everything; /* its address is the one object */

static void acquire(const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 0)) to->acquired(&everything, OPENMP, caller);
}
static void release(const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 0)) to->releasing(&everything, OPENMP, caller);
}

void fencepost_acquire_openmp(const void* caller) {
  acquire(caller);
}
void fencepost_release_openmp(const void* caller) {
  release(caller);
}

/* ---- the functions behind ours ---- */

/* A runtime that came with a module of an interpreter is not visible to all: it is the one the caller was linked with,
 * and there may be several, so that this is not remembered. */
static void* function_for(const void* caller, const char* name) {
  Dl_info place;
  void* function = NULL;
  if (dladdr(caller, &place) != 0 && place.dli_fname != NULL) {
    void* module = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (module != NULL) {
      function = dlsym(module, name);
      dlclose(module);
    }
  }
  static const char* const runtimes[] = {"libgomp.so.1", "libomp.so.5", "libiomp5.so"};
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes && function == NULL; ++i) {
    void* runtime = dlopen(runtimes[i], RTLD_LAZY | RTLD_NOLOAD);
    if (runtime == NULL) continue;
    function = dlsym(runtime, name);
    dlclose(runtime);
  }
  if (function == NULL) {
    fprintf(stderr, "fencepost: %s was called, and no OpenMP runtime has it\n", name);
    abort();
  }
  return function;
}

/* Of locks there are two versions with different layouts. */
static void* next_function(void** known, const char* name, const char* version, const void* caller) {
  void* function = __atomic_load_n(known, __ATOMIC_ACQUIRE);
  if (__builtin_expect(function != NULL, 1)) return function;
  if (version != NULL) function = dlvsym(RTLD_NEXT, name, version);
  if (function == NULL) function = dlsym(RTLD_NEXT, name);
  if (function == NULL) return function_for(caller, name);
  __atomic_store_n(known, function, __ATOMIC_RELEASE);
  return function;
}
#define NEXT_OF_VERSION(name, version) \
  static void* known_##name;           \
  __typeof__(&name) next = (__typeof__(&name))next_function(&known_##name, #name, version, CALLER)
#define NEXT(name) NEXT_OF_VERSION(name, NULL)

/* ---- parallel regions ---- */

struct region {
  void* first_word; /* of the program's data: the runtime looks at it where there are reductions */
  void (*function)(void*);
  void* data;
  const void* caller;
};

static void run_region(void* given) {
  struct region region = *(struct region*)given;
  acquire(region.caller);
  region.function(region.data);
  release(region.caller);
}

/* `fn` and `data` of the caller are replaced by ours. */
#define REGION(type, name, parameters, word, ...)    \
  type name parameters;                              \
  EXPORTED type name parameters {                    \
    NEXT(name);                                      \
    struct region region = {word, fn, data, CALLER}; \
    if (fencepost_watching_threads() != NULL) {      \
      fn = run_region;                               \
      data = &region;                                \
    }                                                \
    release(CALLER);                                 \
    RESULT_##type next(__VA_ARGS__);                 \
    acquire(CALLER);                                 \
    RETURN_##type;                                   \
  }
#define RESULT_void
#define RETURN_void return
#define RESULT_unsigned unsigned result =
#define RETURN_unsigned return result
#define RESULT_bool bool result =
#define RETURN_bool return result
typedef void* pointer;
#define RESULT_pointer void* result =
#define RETURN_pointer return result

typedef void function_t(void*);
#define LOOP(name)                                                                                                     \
  REGION(void, name,                                                                                                   \
         (function_t * fn, void* data, unsigned threads, long start, long end, long step, long chunk, unsigned flags), \
         NULL, fn, data, threads, start, end, step, chunk, flags)
#define LOOP_WITHOUT_CHUNK(name)                                                                                       \
  REGION(void, name, (function_t * fn, void* data, unsigned threads, long start, long end, long step, unsigned flags), \
         NULL, fn, data, threads, start, end, step, flags)

REGION(void, GOMP_parallel, (function_t * fn, void* data, unsigned threads, unsigned flags), NULL, fn, data, threads,
       flags)
REGION(unsigned, GOMP_parallel_reductions, (function_t * fn, void* data, unsigned threads, unsigned flags),
       *(void**)data, fn, data, threads, flags)
REGION(void, GOMP_parallel_sections, (function_t * fn, void* data, unsigned threads, unsigned count, unsigned flags),
       NULL, fn, data, threads, count, flags)
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_runtime)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

/* ---- barriers, locks and the like ---- */

#define BOTH_WAYS(type, name, parameters, ...) \
  type name parameters;                        \
  EXPORTED type name parameters {              \
    NEXT(name);                                \
    release(CALLER);                           \
    RESULT_##type next(__VA_ARGS__);           \
    acquire(CALLER);                           \
    RETURN_##type;                             \
  }
BOTH_WAYS(void, GOMP_barrier, (void))
BOTH_WAYS(bool, GOMP_barrier_cancel, (void))
BOTH_WAYS(void, GOMP_loop_end, (void))
BOTH_WAYS(bool, GOMP_loop_end_cancel, (void))
BOTH_WAYS(void, GOMP_sections_end, (void))
BOTH_WAYS(bool, GOMP_sections_end_cancel, (void))
BOTH_WAYS(bool, GOMP_single_start, (void))
BOTH_WAYS(pointer, GOMP_single_copy_start, (void))
BOTH_WAYS(void, GOMP_single_copy_end, (void* data), data)
BOTH_WAYS(void, GOMP_critical_start, (void))
BOTH_WAYS(void, GOMP_critical_end, (void))
BOTH_WAYS(void, GOMP_critical_name_start, (void** name), name)
BOTH_WAYS(void, GOMP_critical_name_end, (void** name), name)
BOTH_WAYS(void, GOMP_atomic_start, (void))
BOTH_WAYS(void, GOMP_atomic_end, (void))
BOTH_WAYS(void, GOMP_ordered_start, (void))
BOTH_WAYS(void, GOMP_ordered_end, (void))
BOTH_WAYS(void, GOMP_taskwait, (void))
BOTH_WAYS(void, GOMP_taskwait_depend, (void** depend), depend)
BOTH_WAYS(void, GOMP_taskyield, (void))
BOTH_WAYS(void, GOMP_taskgroup_start, (void))
BOTH_WAYS(void, GOMP_taskgroup_end, (void))

/* LLVM's. */
BOTH_WAYS(void, __kmpc_critical, (void* place, int thread, void* name), place, thread, name)
BOTH_WAYS(void, __kmpc_critical_with_hint, (void* place, int thread, void* name, uint32_t hint), place, thread, name,
          hint)
BOTH_WAYS(void, __kmpc_end_critical, (void* place, int thread, void* name), place, thread, name)
BOTH_WAYS(void, __kmpc_ordered, (void* place, int thread), place, thread)
BOTH_WAYS(void, __kmpc_end_ordered, (void* place, int thread), place, thread)

#define LOCK(type, name, version)   \
  type name(void* lock);            \
  EXPORTED type name(void* lock) {  \
    NEXT_OF_VERSION(name, version); \
    release(CALLER);                \
    RESULT_##type next(lock);       \
    acquire(CALLER);                \
    RETURN_##type;                  \
  }
#define LOCKS(suffix)                                \
  LOCK(void, omp_set_lock##suffix, "OMP_3.0")        \
  LOCK(void, omp_unset_lock##suffix, "OMP_3.0")      \
  LOCK(unsigned, omp_test_lock##suffix, "OMP_3.0")   \
  LOCK(void, omp_set_nest_lock##suffix, "OMP_3.0")   \
  LOCK(void, omp_unset_nest_lock##suffix, "OMP_3.0") \
  LOCK(unsigned, omp_test_nest_lock##suffix, "OMP_3.0")
LOCKS()
LOCKS(_) /* Fortran's */

/* ---- tasks ---- */

/* What a task of ours is given: this, and `offset` bytes behind its beginning what the program's is given. The runtime
 * looks at the first three words of the program's, and writes the first two in loops of tasks. */
struct task {
  void* words[3];
  void (*function)(void*);
  void (*copy)(void*, void*);
  void* source; /* the program's data, as they were handed over */
  size_t offset;
  const void* caller;
};

static void run_task(void* given) {
  struct task task = *(struct task*)given;
  acquire(task.caller);
  task.function((char*)given + task.offset);
  release(task.caller);
}
static void run_task_of_loop(void* given) {
  struct task* task = given;
  memcpy((char*)given + task->offset, task->words, 2 * sizeof(void*));
  run_task(given);
}
static void copy_task(void* to, void* from) {
  struct task* task = from;
  memcpy(to, from, sizeof *task);
  task->copy((char*)to + task->offset, task->source);
}

static size_t round_up(size_t size, size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

/* Lays out at `place` (aligned) what the runtime shall copy. */
static void lay_out(struct task* task, function_t* function, void* data, void (*copy)(void*, void*), size_t size,
                    size_t offset, bool reduces, const void* caller) {
  *task = (struct task){.function = function, .copy = copy, .source = data, .offset = offset, .caller = caller};
  /* With a copy function, `size` is not that of `data`, of which only those with reductions surely have three words. */
  if (reduces) memcpy(task->words, data, sizeof task->words);
  if (copy == NULL && size != 0) memcpy((char*)task + offset, data, size);
}

enum { REDUCES = 1 << 12, DETACHED = 1 << 13 }; /* GOMP_TASK_FLAG_REDUCTION, GOMP_TASK_FLAG_DETACH */

/* Room on this function's stack for `size` bytes behind a struct task. */
#define LAY_OUT                                                                                       \
  size_t align = (size_t)alignment > alignof(struct task) ? (size_t)alignment : alignof(struct task); \
  size_t offset = round_up(sizeof(struct task), align);                                               \
  char* room = __builtin_alloca(offset + (size_t)size + align);                                       \
  struct task* task = (struct task*)(void*)(room + (align - (uintptr_t)room % align) % align);        \
  lay_out(task, fn, data, copy, (size_t)size, offset, (flags & REDUCES) != 0, CALLER);                \
  void (*copy_ours)(void*, void*) = copy != NULL ? copy_task : NULL;                                  \
  long size_ours = (long)offset + size, alignment_ours = (long)align

typedef void copy_t(void*, void*);

void GOMP_task(function_t* fn, void* data, copy_t* copy, long size, long alignment, bool deferred, unsigned flags,
               void** depend, int priority, void* detach);
EXPORTED void GOMP_task(function_t* fn, void* data, copy_t* copy, long size, long alignment, bool deferred,
                        unsigned flags, void** depend, int priority, void* detach) {
  NEXT(GOMP_task);
  release(CALLER);
  if (fencepost_watching_threads() == NULL || (flags & DETACHED) != 0) {
    /* The runtime puts the event of a detached task into the program's data. */
    next(fn, data, copy, size, alignment, deferred, flags, depend, priority, detach);
  } else {
    LAY_OUT;
    next(run_task, task, copy_ours, size_ours, alignment_ours, deferred, flags, depend, priority, detach);
  }
  acquire(CALLER);
}

#define TASK_LOOP(name, number)                                                                                       \
  void name(function_t* fn, void* data, copy_t* copy, long size, long alignment, unsigned flags, unsigned long tasks, \
            int priority, number start, number end, number step);                                                     \
  EXPORTED void name(function_t* fn, void* data, copy_t* copy, long size, long alignment, unsigned flags,             \
                     unsigned long tasks, int priority, number start, number end, number step) {                      \
    NEXT(name);                                                                                                       \
    release(CALLER);                                                                                                  \
    if (fencepost_watching_threads() == NULL) {                                                                       \
      next(fn, data, copy, size, alignment, flags, tasks, priority, start, end, step);                                \
    } else {                                                                                                          \
      LAY_OUT;                                                                                                        \
      next(run_task_of_loop, task, copy_ours, size_ours, alignment_ours, flags, tasks, priority, start, end, step);   \
    }                                                                                                                 \
    acquire(CALLER);                                                                                                  \
  }
TASK_LOOP(GOMP_taskloop, long)
TASK_LOOP(GOMP_taskloop_ull, unsigned long long)
