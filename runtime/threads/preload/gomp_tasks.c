/* Tasks, by the entry points of gcc's OpenMP runtime: for each, a function of ours runs around the program's, runs it
 * as the task it is, and reports when it is done. */
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "openmp_model.h"
#include "openmp_runtime.h"
#include "openmp_teller.h"

/* What a task of ours gets: this, and, `offset` bytes after its beginning, what the program's task gets. The runtime
 * looks at the first three words of the program's, writes the first two in loops of tasks, and the first of detached
 * ones. */
struct task {
  void* words[3];
  void (*function)(void*);
  void (*copy)(void*, void*);
  void* source; /* the program's data, as the runtime got them */
  size_t offset;
  unsigned written; /* words that the runtime writes */
  bool many;        /* created once, started several times */
  struct openmp_task* task;
  const void* caller;
};

static void run_task(void* given) {
  const struct task ours = *(struct task*)given;
  memcpy((char*)given + ours.offset, ours.words, ours.written * sizeof(void*));
  struct openmp_task* task = ours.many ? openmp_task_copied(ours.task) : ours.task;
  struct openmp_task* outer = openmp_current();
  openmp_task_starts(task, __builtin_frame_address(0), ours.caller);
  openmp_set_current(task);
  ours.function((char*)given + ours.offset);
  openmp_task_done(task, ours.caller);
  openmp_set_current(outer);
  openmp_goes_on(outer, true, ours.caller);
  openmp_task_forgotten(task);
}
static void copy_task(void* to, void* from) {
  struct task* task = from;
  memcpy(to, from, sizeof *task);
  task->copy((char*)to + task->offset, task->source);
}

static size_t round_up(size_t size, size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

typedef void function_t(void*);
typedef void copy_t(void*, void*);

enum { FINAL = 1 << 1, IF = 1 << 10, REDUCES = 1 << 12, DETACHED = 1 << 13, NO_GROUP = 1 << 11 }; /* GOMP_TASK_FLAG_… */

/* Whether the creator waits for it because the program says so: a runtime may run it at once for reasons of its own. */
static bool say_how(struct openmp_task* task, const struct openmp_task* creator, unsigned flags, bool deferred) {
  const bool included = openmp_is_final(creator), undeferred = !deferred || included;
  if (undeferred) openmp_task_is_undeferred(task);
  if ((flags & FINAL) != 0 || included) openmp_task_is_final(task);
  return undeferred;
}

/* Lays out at `place` (aligned) what the runtime shall copy. */
static void lay_out(struct task* task, function_t* function, void* data, copy_t* copy, size_t size, size_t offset,
                    unsigned flags, const void* caller) {
  *task = (struct task){.function = function, .copy = copy, .source = data, .offset = offset, .caller = caller};
  /* With a copy function, `size` is not that of `data`; only data with reductions surely have three words. */
  if ((flags & REDUCES) != 0) memcpy(task->words, data, sizeof task->words);
  if (copy == NULL && size != 0) memcpy((char*)task + offset, data, size);
}

/* Room on this function's stack for `size` bytes after a struct task. */
#define LAY_OUT                                                                                       \
  size_t align = (size_t)alignment > alignof(struct task) ? (size_t)alignment : alignof(struct task); \
  size_t offset = round_up(sizeof(struct task), align);                                               \
  char* room = __builtin_alloca(offset + (size_t)size + align);                                       \
  struct task* task = (struct task*)(void*)(room + (align - (uintptr_t)room % align) % align);        \
  lay_out(task, fn, data, copy, (size_t)size, offset, flags, CALLER);                                 \
  task->task = openmp_task_created(openmp_current(), starts, CALLER);                                 \
  openmp_task_lies_in(task->task, (struct openmp_block){.code = (const void*)fn});                    \
  void (*copy_ours)(void*, void*) = copy != NULL ? copy_task : NULL;                                  \
  long size_ours = (long)offset + size, alignment_ours = (long)align

/* gcc's list of dependences: their number, how many of them are outputs, addresses; or 0, the number, those of out, of
 * mutexinoutset and of in, addresses, and then pairs of address and kind. */
static void add_dependences(struct openmp_task* task, void** depend) {
  enum { ALL_MEMORY_ADDRESS = 0 }; /* omp_all_memory */
  size_t count = (uintptr_t)depend[0];
  size_t outputs = (uintptr_t)depend[1], inputs = count - outputs;
  void** address = depend + 2;
  if (count == 0) {
    count = (uintptr_t)depend[1];
    outputs = (uintptr_t)depend[2] + (uintptr_t)depend[3]; /* mutual exclusion is followed as the order of this run */
    inputs = (uintptr_t)depend[4];
    address = depend + 5;
  }
  for (size_t i = 0; i < count; ++i) {
    enum openmp_dependence how = i < outputs ? OPENMP_OUT : OPENMP_IN;
    uintptr_t on = (uintptr_t)address[i];
    if (i >= outputs + inputs) { /* a depend object */
      void** object = address[i];
      on = (uintptr_t)object[0];
      switch ((uintptr_t)object[1]) {
        case 1:
          how = OPENMP_IN;
          break;
        case 5:
          how = OPENMP_INOUTSET;
          break;
        default:
          how = OPENMP_OUT;
      }
    }
    openmp_task_depends(task, on, on == ALL_MEMORY_ADDRESS ? OPENMP_ALL : how);
  }
}

enum { DEPENDS = 8 }; /* GOMP_TASK_FLAG_DEPEND */

void GOMP_task(function_t* fn, void* data, copy_t* copy, long size, long alignment, bool deferred, unsigned flags,
               void** depend, int priority, void* detach);
EXPORTED void GOMP_task(function_t* fn, void* data, copy_t* copy, long size, long alignment, bool deferred,
                        unsigned flags, void** depend, int priority, void* detach) {
  NEXT(GOMP_task);
  if (!gcc_tells()) {
    const void* before = openmp_code_of_tasks((const void*)fn);
    next(fn, data, copy, size, alignment, deferred, flags, depend, priority, detach);
    openmp_code_of_tasks(before);
    return;
  }
  const enum openmp_starts starts = OPENMP_ONCE;
  LAY_OUT;
  if ((flags & DEPENDS) != 0 && task->task != NULL) add_dependences(task->task, depend);
  if ((flags & DETACHED) != 0 && data != NULL) task->written = 1;
  struct openmp_task* creator = openmp_current();
  const bool waits = say_how(task->task, creator, flags, deferred);
  next(run_task, task, copy_ours, size_ours, alignment_ours, deferred, flags, depend, priority, detach);
  if (waits) openmp_undeferred_was_done(creator, CALLER);
}

#define TASK_LOOP(name, number)                                                                                       \
  void name(function_t* fn, void* data, copy_t* copy, long size, long alignment, unsigned flags, unsigned long tasks, \
            int priority, number start, number end, number step);                                                     \
  EXPORTED void name(function_t* fn, void* data, copy_t* copy, long size, long alignment, unsigned flags,             \
                     unsigned long tasks, int priority, number start, number end, number step) {                      \
    NEXT(name);                                                                                                       \
    if (!gcc_tells()) {                                                                                               \
      const void* before = openmp_code_of_tasks((const void*)fn);                                                     \
      next(fn, data, copy, size, alignment, flags, tasks, priority, start, end, step);                                \
      openmp_code_of_tasks(before);                                                                                   \
      return;                                                                                                         \
    }                                                                                                                 \
    struct openmp_task* creator = openmp_current();                                                                   \
    if ((flags & NO_GROUP) == 0) openmp_group_begins(creator);                                                        \
    const enum openmp_starts starts = OPENMP_OFTEN;                                                                   \
    LAY_OUT;                                                                                                          \
    task->written = 2;                                                                                                \
    task->many = true;                                                                                                \
    const bool waits = say_how(task->task, creator, flags, (flags & IF) != 0);                                        \
    next(run_task, task, copy_ours, size_ours, alignment_ours, flags, tasks, priority, start, end, step);             \
    openmp_task_forgotten(task->task);                                                                                \
    if (waits) openmp_undeferred_was_done(creator, CALLER);                                                           \
    if ((flags & NO_GROUP) == 0) openmp_group_ends(creator, CALLER);                                                  \
  }
TASK_LOOP(GOMP_taskloop, long)
TASK_LOOP(GOMP_taskloop_ull, unsigned long long)

void GOMP_taskwait(void);
EXPORTED void GOMP_taskwait(void) {
  NEXT(GOMP_taskwait);
  next();
  if (gcc_tells()) openmp_taskwait(openmp_current(), CALLER);
}
void GOMP_taskwait_depend(void** depend);
EXPORTED void GOMP_taskwait_depend(void** depend) {
  NEXT(GOMP_taskwait_depend);
  next(depend);
  if (!gcc_tells()) return;
  struct openmp_task* wait = openmp_task_created(openmp_current(), OPENMP_NEVER, CALLER);
  if (wait != NULL) add_dependences(wait, depend);
  openmp_taskwait_depends(wait, CALLER);
}
void GOMP_taskgroup_start(void);
EXPORTED void GOMP_taskgroup_start(void) {
  NEXT(GOMP_taskgroup_start);
  if (gcc_tells()) openmp_group_begins(openmp_current());
  next();
}
void GOMP_taskgroup_end(void);
EXPORTED void GOMP_taskgroup_end(void) {
  NEXT(GOMP_taskgroup_end);
  next();
  if (gcc_tells()) openmp_group_ends(openmp_current(), CALLER);
}
