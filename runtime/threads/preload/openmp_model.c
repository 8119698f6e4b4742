#define _GNU_SOURCE
#include "openmp_model.h"

#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "record/sync_object.h"
#include "watching.h"

/* As SyncObject of record/vocabulary.h. */
enum { OPENMP = 8, OPENMP_NEW = OPENMP | FENCEPOST_NEW_OBJECTS };

/* A record's objects are its first bytes; OPENMP_NEW on the first of them begins all of them anew. */
enum { OBJECTS = FENCEPOST_NEW_OBJECTS_COUNT };
enum { TEAM_BEGIN, TEAM_END, TEAM_BARRIERS, TEAM_BARRIER_1 };
enum { TASK_START, TASK_CHILDREN, TASK_LEFT };
enum { GROUP_END };

struct openmp_team {
  char objects[OBJECTS];
};
struct openmp_group {
  char objects[OBJECTS];
  struct openmp_group* outer;
};
struct dependence {
  uintptr_t object;
  enum openmp_dependence how;
};
struct openmp_task {
  char objects[OBJECTS];
  struct openmp_task* parent;
  struct openmp_task* origin; /* of a copy */
  struct openmp_team* team;
  struct openmp_group* group;  /* that waits for it */
  struct openmp_group* opened; /* the innermost that it opened itself */
  struct dependence* dependences;
  unsigned dependence_count;
  unsigned references; /* itself, its children, its copies */
  unsigned barriers;   /* that it has come to */
  bool started, untied;
};

static struct openmp_team no_team; /* for barriers where none is known */
static char detached;              /* what those who fulfill events release */
static bool any_detached, any_all; /* there are such tasks: everybody has to look */
static bool told;

/* Whether the entry points of gcc's runtime are its own, and not those that LLVM's has of the same names. */
static bool gcc_is_there(void) {
  static int known; /* 1: yes, 2: no */
  int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (answer == 0) {
    Dl_info place;
    void* function = dlsym(RTLD_NEXT, "GOMP_parallel");
    const bool its_own =
        function != NULL && dladdr(function, &place) != 0 && strstr(place.dli_fname, "libgomp") != NULL;
    answer = its_own ? 1 : 2;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
  }
  return answer == 1;
}

bool openmp_is_silent(const void* caller) {
  Dl_info place;
  if (__atomic_load_n(&told, __ATOMIC_RELAXED) || dladdr(caller, &place) == 0 || place.dli_fname == NULL) return false;
  static const char* const names[] = {"/libomp.so", "/libomp-", "/libomp5", "/libiomp5"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (strstr(place.dli_fname, names[i]) != NULL) return true;
  }
  return false;
}

bool openmp_is_told(void) {
  return __atomic_load_n(&told, __ATOMIC_RELAXED) && !gcc_is_there();
}
void openmp_set_told(void) {
  __atomic_store_n(&told, true, __ATOMIC_RELAXED);
}

/* ---- records: used again and again, never given back ---- */

union record {
  struct openmp_team team;
  struct openmp_group group;
  struct openmp_task task;
  union record* next;
  char room[192];
};
_Static_assert(sizeof(union record) % OBJECTS == 0, "records are aligned by their objects");

static union record* unused;
static bool records_locked;

static union record* new_record(void) {
  while (__atomic_test_and_set(&records_locked, __ATOMIC_ACQUIRE)) sched_yield();
  if (unused == NULL) {
    enum { AT_A_TIME = 340 };
    union record* chunk =
        mmap(NULL, AT_A_TIME * sizeof(union record), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; chunk != MAP_FAILED && i < AT_A_TIME; ++i) {
      chunk[i].next = unused;
      unused = &chunk[i];
    }
  }
  union record* record = unused;
  if (record != NULL) {
    unused = record->next;
    *record = (union record){.room = {0}};
  }
  __atomic_clear(&records_locked, __ATOMIC_RELEASE);
  return record;
}

static void give_back(void* record) {
  if (record == NULL || record == &no_team) return;
  while (__atomic_test_and_set(&records_locked, __ATOMIC_ACQUIRE)) sched_yield();
  ((union record*)record)->next = unused;
  unused = record;
  __atomic_clear(&records_locked, __ATOMIC_RELEASE);
}

/* ---- objects ---- */

static void release_as(unsigned kind, const void* object, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 1)) to->releasing(object, kind, caller);
}
void openmp_acquire(const void* object, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 1)) to->acquired(object, OPENMP, caller);
}
void openmp_release(const void* object, const void* caller) {
  release_as(OPENMP, object, caller);
}

/* No address of the program's: the highest bit is set. Three in a row are free. */
static uintptr_t object_of(const void* of, uint64_t number) {
  uint64_t mixed = ((uintptr_t)of ^ number * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  mixed ^= mixed >> 32;
  return (mixed * 0xc4ceb9fe1a85ec53u & ~(uint64_t)3) | (uint64_t)1 << 63;
}

static struct openmp_team* team_of(const struct openmp_task* task) {
  return task != NULL && task->team != NULL ? task->team : &no_team;
}
void openmp_acquire_of_team(struct openmp_task* task, uint64_t number, const void* caller) {
  openmp_acquire((const void*)object_of(team_of(task), number), caller);
}
void openmp_release_of_team(struct openmp_task* task, uint64_t number, const void* caller) {
  openmp_release((const void*)object_of(team_of(task), number), caller);
}

static void acquire_detached(const void* caller) {
  if (__builtin_expect(__atomic_load_n(&any_detached, __ATOMIC_RELAXED), 0)) openmp_acquire(&detached, caller);
}
void openmp_fulfills(const void* caller) {
  __atomic_store_n(&any_detached, true, __ATOMIC_RELAXED);
  openmp_release(&detached, caller);
}

/* ---- teams ---- */

struct openmp_team* openmp_team_begins(const void* caller) {
  if (fencepost_watching_threads() == NULL) return NULL;
  union record* record = new_record();
  if (record == NULL) return NULL;
  release_as(OPENMP_NEW, &record->team.objects[TEAM_BEGIN], caller);
  return &record->team;
}

void openmp_team_ends(struct openmp_team* team, const void* caller) {
  if (team == NULL) return;
  openmp_acquire(&team->objects[TEAM_END], caller);
  openmp_acquire(&team->objects[TEAM_BARRIERS], caller);
  openmp_acquire(&team->objects[TEAM_BARRIER_1], caller);
  acquire_detached(caller);
  give_back(team);
}

static void drop(struct openmp_task* task) {
  while (task != NULL && __atomic_sub_fetch(&task->references, 1, __ATOMIC_ACQ_REL) == 0) {
    struct openmp_task* parent = task->parent;
    drop(task->origin);
    free(task->dependences);
    give_back(task);
    task = parent;
  }
}

static struct openmp_task* new_task(struct openmp_task* parent, struct openmp_team* team) {
  union record* record = new_record();
  if (record == NULL) return NULL;
  struct openmp_task* task = &record->task;
  task->references = 1;
  task->team = team;
  task->parent = parent;
  if (parent != NULL) __atomic_add_fetch(&parent->references, 1, __ATOMIC_RELAXED);
  return task;
}

struct openmp_task* openmp_implicit_task_begins(struct openmp_team* team, struct openmp_task* parent,
                                                const void* caller) {
  if (team != NULL) openmp_acquire(&team->objects[TEAM_BEGIN], caller);
  struct openmp_task* task = new_task(parent, team);
  if (task != NULL) task->started = true;
  return task;
}

void openmp_implicit_task_ends(struct openmp_task* task, const void* caller) {
  if (task != NULL && task->team != NULL && caller != NULL) openmp_release(&task->team->objects[TEAM_END], caller);
  drop(task);
}

static __thread struct openmp_task* current __attribute__((tls_model("initial-exec")));

struct openmp_task* openmp_initial_task(void) {
  if (fencepost_watching_threads() == NULL) return NULL;
  struct openmp_task* task = new_task(NULL, NULL);
  if (task != NULL) task->started = true;
  return task;
}
struct openmp_task* openmp_current(void) {
  if (current == NULL) current = openmp_initial_task();
  return current;
}
void openmp_set_current(struct openmp_task* task) {
  current = task;
}

/* Two objects in turn: who leaves a barrier late must not acquire what others release at the next one. */
void openmp_barrier_begins(struct openmp_task* task, const void* caller) {
  const unsigned number = task != NULL ? task->barriers++ : 0;
  openmp_release(&team_of(task)->objects[TEAM_BARRIERS + number % 2], caller);
}
void openmp_barrier_does_not_begin(struct openmp_task* task) {
  if (task != NULL) --task->barriers;
}
void openmp_barrier_ends(struct openmp_task* task, const void* caller) {
  const unsigned number = task != NULL ? task->barriers - 1 : 0;
  openmp_acquire(&team_of(task)->objects[TEAM_BARRIERS + number % 2], caller);
  acquire_detached(caller);
}

/* ---- tasks ---- */

struct openmp_task* openmp_task_created(struct openmp_task* parent, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL) return NULL;
  static bool said;
  if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED)) to->not_followed(FENCEPOST_TASKS, caller);
  struct openmp_task* task = new_task(parent, team_of(parent));
  if (task == NULL) return NULL;
  if (parent != NULL) {
    task->group = parent->opened != NULL ? parent->opened : parent->group;
    task->barriers = parent->barriers; /* it is complete at the end of the next one */
  }
  release_as(OPENMP_NEW, &task->objects[TASK_START], caller);
  return task;
}

struct openmp_task* openmp_task_copied(struct openmp_task* created) {
  if (created == NULL) return NULL;
  struct openmp_task* task = new_task(created->parent, created->team);
  if (task == NULL) return NULL;
  task->origin = created;
  __atomic_add_fetch(&created->references, 1, __ATOMIC_RELAXED);
  task->group = created->group;
  task->barriers = created->barriers;
  return task;
}

void openmp_task_depends(struct openmp_task* task, uintptr_t address, enum openmp_dependence how) {
  if (task == NULL) return;
  struct dependence* all = realloc(task->dependences, (task->dependence_count + 1) * sizeof *task->dependences);
  if (all == NULL) return;
  if (how == OPENMP_ALL) __atomic_store_n(&any_all, true, __ATOMIC_RELAXED);
  all[task->dependence_count++] = (struct dependence){object_of(task->parent, how == OPENMP_ALL ? 0 : address), how};
  task->dependences = all;
}

/* At `object` is what tasks that write released, behind it what those did that read, then those of an inoutset. */
enum { WRITERS, READERS, SETS };

static void acquire_one(uintptr_t object, unsigned which, const void* caller) {
  openmp_acquire((const void*)(object + which), caller);
}

static void acquire_dependences(struct openmp_task* task, const void* caller) {
  for (unsigned i = 0; i < task->dependence_count; ++i) {
    const struct dependence* on = &task->dependences[i];
    acquire_one(on->object, WRITERS, caller);
    if (on->how != OPENMP_IN) acquire_one(on->object, READERS, caller);
    if (on->how != OPENMP_INOUTSET) acquire_one(on->object, SETS, caller);
    /* One that depends on all memory waits for all its siblings. */
    if (on->how == OPENMP_ALL && task->parent != NULL) openmp_acquire(&task->parent->objects[TASK_CHILDREN], caller);
  }
  if (task->dependence_count == 0) return;
  if (__atomic_load_n(&any_all, __ATOMIC_RELAXED)) acquire_one(object_of(task->parent, 0), WRITERS, caller);
  acquire_detached(caller);
}

void openmp_task_starts(struct openmp_task* task, const void* caller) {
  if (task == NULL) return;
  if (task->started) {
    if (task->untied) openmp_acquire(&task->objects[TASK_LEFT], caller);
    return;
  }
  task->started = true;
  openmp_acquire(&(task->origin != NULL ? task->origin : task)->objects[TASK_START], caller);
  acquire_dependences(task, caller);
}

void openmp_task_is_untied(struct openmp_task* task) {
  if (task != NULL) task->untied = true;
}
void openmp_task_is_left(struct openmp_task* task, const void* caller) {
  if (task != NULL && task->untied) openmp_release(&task->objects[TASK_LEFT], caller);
}

void openmp_task_done(struct openmp_task* task, const void* caller) {
  if (task == NULL) return;
  for (unsigned i = 0; i < task->dependence_count; ++i) {
    const struct dependence* on = &task->dependences[i];
    const unsigned which = on->how == OPENMP_IN ? READERS : on->how == OPENMP_INOUTSET ? SETS : WRITERS;
    openmp_release((const void*)(on->object + which), caller);
  }
  if (task->parent != NULL) openmp_release(&task->parent->objects[TASK_CHILDREN], caller);
  if (task->group != NULL) openmp_release(&task->group->objects[GROUP_END], caller);
  openmp_release(&team_of(task)->objects[TEAM_BARRIERS + task->barriers % 2], caller);
}

void openmp_task_forgotten(struct openmp_task* task) {
  drop(task);
}

void openmp_taskwait(struct openmp_task* task, const void* caller) {
  if (task != NULL) openmp_acquire(&task->objects[TASK_CHILDREN], caller);
  acquire_detached(caller);
}

void openmp_taskwait_depends(struct openmp_task* wait, const void* caller) {
  if (wait == NULL) return;
  acquire_dependences(wait, caller);
  drop(wait);
}

void openmp_group_begins(struct openmp_task* task) {
  union record* record = task != NULL ? new_record() : NULL;
  if (record == NULL) return;
  record->group.outer = task->opened;
  task->opened = &record->group;
}

void openmp_group_ends(struct openmp_task* task, const void* caller) {
  if (task == NULL || task->opened == NULL) return;
  struct openmp_group* group = task->opened;
  task->opened = group->outer;
  openmp_acquire(&group->objects[GROUP_END], caller);
  acquire_detached(caller);
  give_back(group);
}
