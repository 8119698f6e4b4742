/* LLVM's OpenMP runtime, by the tools interface of OpenMP (OMPT): it asks for ompt_start_tool and reports its teams,
 * tasks and waits to us. Critical sections and locks are in openmp_locks.c, because the runtime reports them only after
 * they are released. Tools of the user come first: then it is as if we were not there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "openmp_model.h"
#include "openmp_runtime.h"

/* The part of OpenMP's omp-tools.h that is needed. */
typedef void any_function(void);
typedef any_function* lookup_t(const char* name);
typedef int set_callback_t(int which, any_function* callback);
struct start {
  int (*initialize)(lookup_t* lookup, int device, uint64_t* data);
  void (*finalize)(uint64_t* data);
  uint64_t data;
};
typedef union {
  uint64_t value;
  void* pointer;
} data_t;
struct frame {
  data_t exit, enter;
};
struct dependence {
  data_t on;
  int type;
};
enum {
  PARALLEL_BEGIN = 3,
  PARALLEL_END = 4,
  TASK_CREATE = 5,
  TASK_SCHEDULE = 6,
  IMPLICIT_TASK = 7,
  DEPENDENCES = 18,
  SYNC_REGION = 23,
  REDUCTION = 31
};
enum { BEGIN = 1, END = 2 };
enum { COMPLETE = 1, CANCELLED = 3, DETACHED = 4, LATE_FULFILLED = 6, TASKWAIT_COMPLETE = 8 };
enum { TASKWAIT = 5, TASKGROUP = 6, REDUCING = 7 };
enum { INITIAL_TASK = 1, WAITING_TASK = 0x10, UNTIED_TASK = 0x10000000, FINAL_TASK = 0x20000000 };

static void* pointer_in(const data_t* data) {
  return data != NULL ? data->pointer : NULL;
}
static struct openmp_task* task_in(data_t* data) {
  if (data == NULL) return NULL;
  if (data->pointer == NULL) data->pointer = openmp_initial_task();
  return data->pointer;
}

/* For code of gcc, LLVM's runtime has gcc's entry points. Our wrappers call them, and the runtime takes our address for
 * the program's. `runtime`: in the runtime itself, which counts as the program, too. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
static const void* of_program(const void* caller, const void* runtime) {
  const bool is_ours = (uintptr_t)caller >= (uintptr_t)__ehdr_start && (uintptr_t)caller < (uintptr_t)etext;
  return caller == NULL || is_ours ? runtime : caller;
}

/* The teams that the calling thread has begun, the innermost last. (When the runtime reports the end of a region,
 * another thread may already have begun the next one with what it passes to us.) */
enum { MOST_TEAMS = 32 };
static __thread struct {
  struct openmp_team* teams[MOST_TEAMS];
  unsigned depth; /* may be more */
} begun __attribute__((tls_model("initial-exec")));

static void push_team(struct openmp_team* team) {
  if (begun.depth++ < MOST_TEAMS) begun.teams[begun.depth - 1] = team;
}
static struct openmp_team* pop_team(void) {
  if (begun.depth == 0 || --begun.depth >= MOST_TEAMS) return NULL;
  return begun.teams[begun.depth];
}

static void on_parallel_begin(data_t* encountering, const struct frame* frame, data_t* parallel, unsigned threads,
                              int flags, const void* caller) {
  (void)threads, (void)flags;
  const struct openmp_task* const outer = task_in(encountering);
  struct openmp_team* team = openmp_team_begins(of_program(caller, CALLER));
  openmp_team_is_nested(team, outer);
  openmp_team_called_at(team, frame != NULL ? frame->enter.pointer : NULL);
  if (openmp_one_thread_is_wanted()) openmp_team_is_of_one(team);
  push_team(team);
  parallel->pointer = team;
}

static void on_parallel_end(data_t* parallel, data_t* encountering, int flags, const void* caller) {
  (void)parallel, (void)flags;
  openmp_team_ends(pop_team(), of_program(caller, CALLER));
  openmp_set_current(pointer_in(encountering));
}

static void on_implicit_task(int endpoint, data_t* parallel, data_t* task, unsigned threads, unsigned index,
                             int flags) {
  (void)threads, (void)index;
  /* Initial tasks are those of processes, and of the teams of a league. */
  if ((flags & INITIAL_TASK) != 0 && (endpoint == BEGIN ? pointer_in(parallel) == NULL : pointer_in(task) == NULL)) {
    return;
  }
  if (endpoint == BEGIN) {
    task->pointer = openmp_implicit_task_begins(pointer_in(parallel), NULL, CALLER);
    openmp_set_current(task->pointer);
  } else if (endpoint == END) {
    /* Perhaps long after the region: its last barrier has said everything. Leagues have none. */
    openmp_implicit_task_ends(pointer_in(task), (flags & INITIAL_TASK) != 0 ? CALLER : NULL);
    openmp_set_current(NULL);
    task->pointer = NULL;
  }
}

static void on_task_create(data_t* encountering, const void* frame, data_t* task, int flags, int has_dependences,
                           const void* caller) {
  (void)frame, (void)has_dependences;
  if ((flags & INITIAL_TASK) != 0) return;
  task->pointer = openmp_task_created(task_in(encountering), (flags & WAITING_TASK) != 0 ? OPENMP_NEVER : OPENMP_ONCE,
                                      of_program(caller, CALLER));
  if ((flags & UNTIED_TASK) != 0) openmp_task_is_untied(task->pointer);
  openmp_task_lies_in(task->pointer, openmp_allocated_task());
  if ((flags & FINAL_TASK) != 0) openmp_task_is_final(task->pointer);
  if (openmp_creator_waits() || openmp_is_final(pointer_in(encountering))) openmp_task_is_undeferred(task->pointer);
}

static void on_dependences(data_t* task, const struct dependence* all, int count) {
  static const enum openmp_dependence kinds[] = {0,          OPENMP_IN, OPENMP_OUT, OPENMP_OUT,
                                                 OPENMP_OUT, 0,         0,          OPENMP_INOUTSET};
  for (int i = 0; i < count; ++i) {
    const unsigned type = (unsigned)all[i].type;
    if (type == 34 || type == 35) {
      openmp_task_depends(pointer_in(task), 0, OPENMP_ALL);
    } else if (type < sizeof kinds / sizeof *kinds && kinds[type] != 0) {
      openmp_task_depends(pointer_in(task), (uintptr_t)all[i].on.pointer, kinds[type]);
    }
  }
}

static void on_task_schedule(data_t* prior, int status, data_t* next) {
  struct openmp_task* before = pointer_in(prior);
  bool ended = false, waited_for = false;
  switch (status) {
    case TASKWAIT_COMPLETE:
      openmp_taskwait_depends(before, CALLER);
      prior->pointer = NULL;
      return;
    case COMPLETE:
    case CANCELLED:
      openmp_task_done(before, CALLER);
      ended = true;
      waited_for = openmp_is_undeferred(before);
      openmp_task_forgotten(before);
      if (prior != NULL) prior->pointer = NULL;
      break;
    case DETACHED:
      openmp_task_done(before, CALLER); /* fulfilling its event reports it */
      ended = true;
      break;
    case LATE_FULFILLED:
      openmp_task_forgotten(before);
      if (prior != NULL) prior->pointer = NULL;
      return;
    default:
      openmp_task_is_left(before, CALLER);
      break;
  }
  if (next == NULL) return;
  struct openmp_task* after = pointer_in(next);
  openmp_goes_on(after, ended, CALLER);
  /* (The runtime's function that calls us also calls the task, perhaps with one more function in between.) */
  const size_t frames_between = 128;
  openmp_task_starts(after, (const char*)__builtin_frame_address(0) + frames_between, CALLER);
  openmp_set_current(after);
  if (waited_for) openmp_undeferred_was_done(after, CALLER);
}

static void on_sync_region(int kind, int endpoint, data_t* parallel, data_t* task, const void* caller) {
  struct openmp_task* here = task_in(task);
  caller = of_program(caller, CALLER);
  if (kind == TASKWAIT) {
    if (endpoint == END) openmp_taskwait(here, caller);
  } else if (kind == TASKGROUP) {
    if (endpoint == BEGIN) {
      openmp_group_begins(here);
    } else {
      openmp_group_ends(here, caller);
    }
  } else if (kind != REDUCING) {
    if (endpoint == BEGIN) {
      openmp_barrier_begins(here, caller);
    } else if (parallel != NULL) {
      /* (Null: the region is over, and the thread has slept since.) */
      openmp_barrier_ends(here, caller);
    }
  }
}

/* Within a barrier: one thread combines what all have. */
static void on_reduction(int kind, int endpoint, data_t* parallel, data_t* task, const void* caller) {
  (void)kind, (void)endpoint;
  if (parallel != NULL && pointer_in(task) != NULL) openmp_barrier_ends(pointer_in(task), caller);
}

static int initialize(lookup_t* lookup, int device, uint64_t* data) {
  (void)device, (void)data;
  set_callback_t* set = (set_callback_t*)lookup("ompt_set_callback");
  if (set == NULL) return 0;
  set(PARALLEL_BEGIN, (any_function*)on_parallel_begin);
  set(PARALLEL_END, (any_function*)on_parallel_end);
  set(IMPLICIT_TASK, (any_function*)on_implicit_task);
  set(TASK_CREATE, (any_function*)on_task_create);
  set(DEPENDENCES, (any_function*)on_dependences);
  set(TASK_SCHEDULE, (any_function*)on_task_schedule);
  set(SYNC_REGION, (any_function*)on_sync_region);
  set(REDUCTION, (any_function*)on_reduction);
  openmp_set_told((const void*)set);
  return 1;
}
static void finalize(uint64_t* data) {
  (void)data;
}

struct start* ompt_start_tool(unsigned version, const char* runtime);
EXPORTED struct start* ompt_start_tool(unsigned version, const char* runtime) {
  static struct start ours = {initialize, finalize, 0};
  __typeof__(&ompt_start_tool) next = (__typeof__(&ompt_start_tool))dlsym(RTLD_NEXT, "ompt_start_tool");
  struct start* others = next != NULL ? next(version, runtime) : NULL;
  if (others != NULL) return others;
  return getenv("OMP_TOOL_LIBRARIES") != NULL ? NULL : &ours;
}
