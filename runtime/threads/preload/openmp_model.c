#define _GNU_SOURCE
#include "openmp_model.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/given_back.h"
#include "record/sync_object.h"
#include "watching.h"

enum { OPENMP = FENCEPOST_ON_OPENMP, OPENMP_NEW = OPENMP | FENCEPOST_NEW_OBJECTS };

/* A record's objects are its first bytes; OPENMP_NEW on the first of them renews all of them. */
enum { OBJECTS = FENCEPOST_NEW_OBJECTS_COUNT };
enum { TEAM_BEGIN, TEAM_END, TEAM_BARRIERS, TEAM_BARRIER_1 };
enum { TASK_START, TASK_CHILDREN, TASK_LEFT, TASK_UNDEFERRED };
enum { GROUP_END };

struct openmp_team {
  char objects[OBJECTS];
  bool of_one, nested;
  const void* creator; /* thread */
  const void* frame;   /* of the creator's call; null: not known */
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
  struct openmp_group* group;  /* the group that waits for it */
  struct openmp_group* opened; /* the innermost one that it opened itself */
  struct dependence* dependences;
  unsigned dependence_count;
  unsigned references; /* itself, its children, its copies */
  unsigned barriers;   /* that it has come to */
  const void* thread;  /* whose strands it runs in */
  uint64_t before;     /* of an implicit task with a strand of its own: the one that its thread was in */
  uint64_t home;       /* its own strand, */
  uint64_t strand;     /* and that of its part, if it is in one */
  uint16_t part;       /* enum openmp_part */
  bool implicit : 1, started : 1, untied : 1, final : 1, undeferred : 1;
  bool apart : 1;          /* implicit, with a strand of its own */
  bool numbered : 1;       /* it uses its thread's number */
  bool asks : 1;           /* it has asked for the number outside its parts, */
  bool kept : 1;           /* and may keep it */
  bool parts_numbered : 1; /* its parts do */
  bool part_numbered : 1;  /* the part that it is in does */
  struct openmp_block block;
  const void* frame;      /* of an implicit task: what is below it is memory of its thread */
  const void* special_at; /* where it last asked whether its thread is the first one, since it is special */
  const void* asked[2];   /* where it last asked for the number, outside its parts */
};

static struct openmp_team no_team; /* for barriers where none is known */
static char detached;              /* what those who fulfill events release */
static bool any_detached, any_all; /* there are such tasks: every thread has to look */
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

/* Where the runtime that reports has its code. */
static uintptr_t code_begin, code_end;
static int look_at_runtime(struct dl_phdr_info* module, size_t size, void* code) {
  (void)size;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &module->dlpi_phdr[i];
    const uintptr_t begin = module->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
    if (part->p_type != PT_LOAD || (uintptr_t)code < begin || (uintptr_t)code >= end) continue;
    code_begin = begin;
    __atomic_store_n(&code_end, end, __ATOMIC_RELEASE);
    return 1;
  }
  return 0;
}
void openmp_set_told(const void* code) {
  dl_iterate_phdr(look_at_runtime, (void*)(uintptr_t)code);
  __atomic_store_n(&told, true, __ATOMIC_RELAXED);
}
bool openmp_has_reported(const void* caller) {
  const uintptr_t at = (uintptr_t)caller;
  return at < __atomic_load_n(&code_end, __ATOMIC_ACQUIRE) && at >= code_begin;
}

/* ---- records: used again and again, never freed ---- */

union record {
  struct openmp_team team;
  struct openmp_group group;
  struct openmp_task task;
  union record* next;
  char room[256];
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
static void acquire_as(unsigned kind, const void* object, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 1)) to->acquired(object, kind, caller);
}
void openmp_acquire(const void* object, const void* caller) {
  acquire_as(OPENMP, object, caller);
}
void openmp_release(const void* object, const void* caller) {
  release_as(OPENMP, object, caller);
}

/* Not an address of the program: the highest bit is set. Three in a row are free. */
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

/* ---- strands ---- */

/* For the calling thread. The first one's address names the thread, and stands for what its number orders; the next
 * one, for what a number orders that is kept. */
static __thread char this_thread[2] __attribute__((tls_model("initial-exec")));
/* (Their numbers come back after millions, when those that had them are long gone.) */
static __thread uint64_t strands_begun __attribute__((tls_model("initial-exec")));
static __thread uint64_t strand_entered __attribute__((tls_model("initial-exec")));

static uint64_t new_strand(void) {
  const uint64_t most = ((uint64_t)1 << FENCEPOST_STRAND_BITS) - 1;
  strands_begun = strands_begun % most + 1;
  return strands_begun;
}

static const void* by_kept_number(const struct openmp_task* task) {
  return (const char*)task->thread + 1;
}
/* What its thread does by its number, so far. */
static void acquire_by_number(const struct openmp_task* task, const void* caller) {
  openmp_acquire(task->thread, caller);
  acquire_as(OPENMP | FENCEPOST_BY_NUMBER, by_kept_number(task), caller);
}

static bool leaves_open(const struct openmp_task* task) {
  return task != NULL && task->team != NULL && task->team != &no_team && !task->team->of_one;
}

/* Where the caller's frame ends: what it calls is below. */
#define CALLERS_STACK ((const char*)__builtin_frame_address(0) + 2 * sizeof(void*))

struct memory {
  uintptr_t begin, end;
};

/* The program's first module: where its variables end, and the calling thread's copies of thread-local ones. */
struct variables {
  uintptr_t end;
  struct memory of_thread;
};
static int look_at_program(struct dl_phdr_info* module, size_t size, void* given) {
  struct variables* found = given;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &module->dlpi_phdr[i];
    const uintptr_t end = module->dlpi_addr + part->p_vaddr + part->p_memsz;
    if (part->p_type == PT_LOAD && end > found->end) found->end = end;
    const bool has_it = size >= offsetof(struct dl_phdr_info, dlpi_tls_data) + sizeof module->dlpi_tls_data;
    if (part->p_type == PT_TLS && has_it && module->dlpi_tls_data != NULL) {
      found->of_thread.begin = (uintptr_t)module->dlpi_tls_data;
      found->of_thread.end = found->of_thread.begin + part->p_memsz;
    }
  }
  return 1; /* the first is enough */
}

extern void* __libc_stack_end;

static void own(unsigned what, uintptr_t address, uintptr_t* known) {
  if (*known == address) return;
  *known = address;
  fencepost_watching_threads()->owns(what, address);
}

/* Before a strand begins: memory that it, or its thread, need not share. What lies below a frame is memory of what the
 * frame calls. A chunk of a loop mostly works on memory that its thread got for that before the loop, so there
 * everything counts that may come from an allocator. Of sections and singles, the code shows whether they may. */
static void say_own_memory(const void* frame, enum openmp_part kind) {
  static __thread struct variables variables __attribute__((tls_model("initial-exec")));
  static __thread struct memory stack, other, allocated;
  if (variables.end == 0) dl_iterate_phdr(look_at_program, &variables);
  const uintptr_t most = (uintptr_t)8 << 20, room_for_stack = (uintptr_t)16 << 20, end = (uintptr_t)frame;
  const bool chunk = kind == OPENMP_CHUNK;
  const struct memory heap = {variables.end, (uintptr_t)__libc_stack_end - room_for_stack};
  own(FENCEPOST_STACK_BEGINS, end > most ? end - most : 0, &stack.begin);
  own(FENCEPOST_STACK_ENDS, end, &stack.end);
  own(FENCEPOST_OWN_BEGINS, chunk ? heap.begin : variables.of_thread.begin, &other.begin);
  own(FENCEPOST_OWN_ENDS, chunk ? heap.end : variables.of_thread.end, &other.end);
  if (chunk || kind == OPENMP_NO_PART) return;
  own(FENCEPOST_OWN_BEGINS | FENCEPOST_OWN_IF_ALLOCATED, heap.begin, &allocated.begin);
  own(FENCEPOST_OWN_ENDS | FENCEPOST_OWN_IF_ALLOCATED, heap.end, &allocated.end);
}

static void say_code(const void* address) {
  static __thread uintptr_t code __attribute__((tls_model("initial-exec")));
  own(FENCEPOST_CODE_OF_STRANDS, (uintptr_t)address, &code);
}

static __thread uint64_t activity_at_entry __attribute__((tls_model("initial-exec")));

static void enter_strand(struct fencepost_strand* strand) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL || strand->number == strand_entered) return;
  strand_entered = strand->number;
  strand->how |= FENCEPOST_STRAND;
  to->enters_strand(strand);
  activity_at_entry = to->activity();
}

static void go_on_in(uint64_t number, bool other_has_ended) {
  struct fencepost_strand strand = {.number = number, .how = other_has_ended ? FENCEPOST_STRAND_HAS_ENDED : 0};
  enter_strand(&strand);
}

static void mark_strand(unsigned how) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  const struct fencepost_strand strand = {.number = strand_entered, .how = how};
  if (to != NULL) to->enters_strand(&strand);
}

/* ---- teams ---- */

static __thread uint64_t special_strand __attribute__((tls_model("initial-exec"))); /* its number + 1; 0: none */

static void becomes_common(void) {
  if (special_strand != strand_entered + 1) return;
  special_strand = 0;
  mark_strand(FENCEPOST_STRAND_IS_COMMON);
}

struct openmp_team* openmp_team_begins(const void* caller) {
  if (fencepost_watching_threads() == NULL) return NULL;
  union record* record = new_record();
  if (record == NULL) return NULL;
  record->team.creator = this_thread;
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

void openmp_team_called_at(struct openmp_team* team, const void* frame) {
  if (team != NULL) team->frame = frame;
}
void openmp_team_is_of_one(struct openmp_team* team) {
  if (team != NULL) team->of_one = true;
}
void openmp_team_is_nested(struct openmp_team* team, const struct openmp_task* encountering) {
  if (team != NULL) team->nested = leaves_open(encountering);
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

static __thread struct openmp_task* current __attribute__((tls_model("initial-exec")));

/* If a task continues on another thread, it does so as a new strand of that thread. */
static void begin_strand_of(struct openmp_task* task, const void* object, unsigned how, const void* frame,
                            const void* caller) {
  if (!leaves_open(task)) {
    openmp_acquire(object, caller);
    return;
  }
  if (current != NULL && (current->numbered || current->asks)) openmp_release(this_thread, caller);
  task->thread = this_thread;
  task->home = task->strand = new_strand();
  struct fencepost_strand strand = {.number = task->strand, .object = object, .how = how};
  say_own_memory(frame, OPENMP_NO_PART);
  say_code(task->block.code);
  enter_strand(&strand);
}

struct openmp_task* openmp_implicit_task_begins(struct openmp_team* team, struct openmp_task* parent,
                                                const void* caller) {
  struct openmp_task* task = new_task(parent, team);
  const bool apart = task != NULL && team != NULL && team->nested && team->creator != this_thread;
  if (team != NULL && !apart) openmp_acquire(&team->objects[TEAM_BEGIN], caller);
  becomes_common();
  if (task != NULL) {
    task->implicit = task->started = true;
    task->thread = this_thread;
    const bool by_creator = team != NULL && team->creator == this_thread && team->frame != NULL;
    task->frame = by_creator ? team->frame : CALLERS_STACK;
    if (apart) {
      task->apart = true;
      task->before = strand_entered;
      /* (The runtime's function that calls us is not the one that calls the task; a part of its stack is above.) */
      const size_t frames_above = 4096;
      begin_strand_of(task, &team->objects[TEAM_BEGIN], FENCEPOST_STRAND_ONE_OF_MANY,
                      (const char*)task->frame + frames_above, caller);
    } else {
      task->home = task->strand = strand_entered;
    }
  }
  return task;
}

void openmp_implicit_task_ends(struct openmp_task* task, const void* caller) {
  if (task != NULL && caller != NULL) openmp_part_ends(task, caller);
  if (task != NULL && task->team != NULL && caller != NULL) openmp_release(&task->team->objects[TEAM_END], caller);
  if (task != NULL && task->apart) go_on_in(task->before, true);
  drop(task);
}

struct openmp_task* openmp_initial_task(void) {
  if (fencepost_watching_threads() == NULL) return NULL;
  struct openmp_task* task = new_task(NULL, NULL);
  if (task != NULL) {
    task->started = true;
    task->thread = this_thread;
    task->home = task->strand = strand_entered;
  }
  return task;
}
struct openmp_task* openmp_current(void) {
  if (current == NULL) current = openmp_initial_task();
  return current;
}
void openmp_set_current(struct openmp_task* task) {
  current = task;
}

/* Two objects in turn: a thread that leaves a barrier late must not acquire what others release at the next one. */
void openmp_barrier_begins(struct openmp_task* task, const void* caller) {
  openmp_part_ends(task, caller);
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
  becomes_common();
}

/* ---- parts of constructs ---- */

/* What must know of the part: the next barrier, and what its thread does by its number. */
static void tell_end_of_part(struct openmp_task* task, const void* caller) {
  openmp_release(&team_of(task)->objects[TEAM_BARRIERS + task->barriers % 2], caller);
  if (task->part_numbered) openmp_release(task->thread, caller);
  if (task->kept) openmp_release(by_kept_number(task), caller);
  task->part_numbered = false;
}

/* Before its thread leaves a task's own strand for a part. */
static void tell_parts(const struct openmp_task* task, const void* caller) {
  if (!task->asks || fencepost_watching_threads()->activity() == activity_at_entry) return;
  openmp_release(task->thread, caller);
  if (task->kept) openmp_release(by_kept_number(task), caller);
}

void openmp_part_begins(struct openmp_task* task, enum openmp_part kind, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL || !leaves_open(task) || task->thread != this_thread) return;
  const bool follows = task->part != OPENMP_NO_PART;
  /* A part that has done nothing is as good as the next one of the same construct. */
  if (follows && task->part == kind && kind != OPENMP_SINGLE && to->activity() == activity_at_entry) return;
  if (follows) tell_end_of_part(task, caller);
  to->strands_come();
  if (!follows) tell_parts(task, caller);
  task->part = (uint16_t)kind;
  task->strand = new_strand();
  struct fencepost_strand strand = {
      .number = task->strand, .from = task->home, .how = follows ? FENCEPOST_STRAND_HAS_ENDED : 0};
  say_own_memory(task->frame, kind);
  say_code(caller);
  enter_strand(&strand);
  task->part_numbered = task->numbered || task->parts_numbered;
  if (task->part_numbered) openmp_acquire(task->thread, caller);
  if (task->kept) acquire_as(OPENMP | FENCEPOST_BY_NUMBER, by_kept_number(task), caller);
}

void openmp_part_ends(struct openmp_task* task, const void* caller) {
  if (task == NULL || task->part == OPENMP_NO_PART || task->thread != this_thread) return;
  tell_end_of_part(task, caller);
  task->part = OPENMP_NO_PART;
  task->strand = task->home;
  go_on_in(task->home, true);
  if (task->numbered || task->asks) acquire_by_number(task, caller);
}

void openmp_number_asked(struct openmp_task* task, const void* caller) {
  if (!leaves_open(task) || task->thread != this_thread) return;
  if (task->part != OPENMP_NO_PART ? task->part_numbered : task->numbered) return;
  if (task->part != OPENMP_NO_PART) {
    task->part_numbered = true;
    task->parts_numbered = true; /* Compilers keep the number for the next chunk. */
  } else {
    task->numbered = true;
  }
  acquire_by_number(task, caller);
}

/* Outside the parts. What they do may depend on what it keeps of the answer. */
static void number_kept(struct openmp_task* task, int number, bool compared, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL || task->strand != strand_entered || task->asked[0] == caller || task->asked[1] == caller) return;
  task->asked[1] = task->asked[0];
  task->asked[0] = caller;
  const bool anew = !task->kept && team_of(task->parent) == &no_team;
  task->asks = task->kept = true;
  to->owns(FENCEPOST_NUMBER_ASKED | (number == 0 ? FENCEPOST_STRAND_IS_SPECIAL : 0) |
               (anew ? FENCEPOST_STRAND_IS_COMMON : 0) | (compared ? FENCEPOST_STRAND_HAS_ENDED : 0),
           (uintptr_t)caller);
  acquire_by_number(task, caller);
}

void openmp_gives_number(struct openmp_task* task, int number, bool compared, const void* caller) {
  if (!leaves_open(task) || task->thread != this_thread) return;
  /* (gcc's runtime does not report the end of a single.) */
  if (compared && number == 0 && task->part == OPENMP_SINGLE && gcc_is_there()) openmp_part_ends(task, caller);
  if (task->part != OPENMP_NO_PART || !task->implicit) {
    if (!compared || number == 0) openmp_number_asked(task, caller);
    return;
  }
  number_kept(task, number, compared, caller);
  if (compared && number == 0) openmp_is_first_thread(task, caller);
}

/* An implicit task's own strand is that of its thread: that it is thread 0 remains true to the end of the region. What
 * chunks, sections and tasks do only on thread 0, this thread does one after the other. */
void openmp_is_first_thread(struct openmp_task* task, const void* caller) {
  if (!leaves_open(task) || task->thread != this_thread) return;
  /* (gcc's runtime does not report the end of a single.) */
  if (task->part == OPENMP_SINGLE && gcc_is_there()) openmp_part_ends(task, caller);
  if (task->part != OPENMP_NO_PART || !task->implicit) return openmp_number_asked(task, caller);
  if (task->strand != strand_entered) return;
  if (special_strand == 0) {
    special_strand = strand_entered + 1;
    mark_strand(FENCEPOST_STRAND_IS_SPECIAL);
    task->special_at = NULL;
  }
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL || special_strand != strand_entered + 1 || task->special_at == caller) return;
  task->special_at = caller;
  to->owns(FENCEPOST_STRAND_IS_SPECIAL, (uintptr_t)caller);
  task->asks = true;
  acquire_by_number(task, caller);
}

/* ---- tasks ---- */

struct openmp_task* openmp_task_created(struct openmp_task* parent, enum openmp_starts starts, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to == NULL) return NULL;
  if (leaves_open(parent)) to->strands_come();
  struct openmp_task* task = new_task(parent, team_of(parent));
  if (task == NULL) return NULL;
  if (parent != NULL) {
    task->group = parent->opened != NULL ? parent->opened : parent->group;
    task->barriers = parent->barriers; /* it is complete at the end of the next one */
  }
  /* (The creator of a loop of tasks mostly waits for them, and knows no more than they do.) */
  const bool to_come = starts == OPENMP_ONCE && leaves_open(task);
  release_as(to_come ? OPENMP_NEW | FENCEPOST_STRAND_TO_COME : OPENMP_NEW, &task->objects[TASK_START], caller);
  return task;
}

void openmp_task_is_undeferred(struct openmp_task* task) {
  if (task != NULL) task->undeferred = true;
}
void openmp_task_is_final(struct openmp_task* task) {
  if (task != NULL) task->final = true;
}
bool openmp_is_undeferred(const struct openmp_task* task) {
  return task != NULL && task->undeferred;
}
bool openmp_is_final(const struct openmp_task* task) {
  return task != NULL && task->final;
}
void openmp_undeferred_was_done(struct openmp_task* creator, const void* caller) {
  if (creator != NULL) openmp_acquire(&creator->objects[TASK_UNDEFERRED], caller);
}

struct openmp_task* openmp_task_copied(struct openmp_task* created) {
  if (created == NULL) return NULL;
  struct openmp_task* task = new_task(created->parent, created->team);
  if (task == NULL) return NULL;
  task->origin = created;
  __atomic_add_fetch(&created->references, 1, __ATOMIC_RELAXED);
  task->group = created->group;
  task->block.code = created->block.code;
  task->barriers = created->barriers;
  task->final = created->final;
  task->undeferred = created->undeferred;
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

/* At `object` is what writing tasks released, after it what reading ones did, then those of an inoutset. */
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
    /* A task that depends on all memory waits for all its siblings. */
    if (on->how == OPENMP_ALL && task->parent != NULL) openmp_acquire(&task->parent->objects[TASK_CHILDREN], caller);
  }
  if (task->dependence_count == 0) return;
  if (__atomic_load_n(&any_all, __ATOMIC_RELAXED)) acquire_one(object_of(task->parent, 0), WRITERS, caller);
  acquire_detached(caller);
}

void openmp_task_starts(struct openmp_task* task, const void* frame, const void* caller) {
  if (task == NULL) return;
  if (task->started) {
    if (task->untied && task->thread != this_thread) begin_strand_of(task, &task->objects[TASK_LEFT], 0, frame, caller);
    return;
  }
  task->started = true;
  const void* created = (task->origin != NULL ? task->origin : task)->objects;
  begin_strand_of(task, created, task->origin != NULL ? FENCEPOST_STRAND_ONE_OF_MANY : 0, frame, caller);
  acquire_dependences(task, caller);
}

void openmp_goes_on(struct openmp_task* task, bool other_has_ended, const void* caller) {
  if (task == NULL || task->thread != this_thread) return;
  go_on_in(task->strand, other_has_ended);
  if (task->numbered || task->asks) acquire_by_number(task, caller);
}

void openmp_task_is_untied(struct openmp_task* task) {
  if (task != NULL) task->untied = true;
}
void openmp_task_is_left(struct openmp_task* task, const void* caller) {
  if (task != NULL && task->untied) openmp_release(&task->objects[TASK_LEFT], caller);
}

void openmp_task_lies_in(struct openmp_task* task, struct openmp_block block) {
  if (task == NULL) return;
  task->block = block;
  /* (LLVM's runtime makes tasks that divide a loop of tasks. The program's own make those with their code.) */
  if (block.code == NULL && current != NULL) task->block.code = current->block.code;
}

void openmp_task_done(struct openmp_task* task, const void* caller) {
  if (task == NULL) return;
  if (task->block.address != NULL) fencepost_was_given_back(task->block.address, task->block.size, caller);
  for (unsigned i = 0; i < task->dependence_count; ++i) {
    const struct dependence* on = &task->dependences[i];
    const unsigned which = on->how == OPENMP_IN ? READERS : on->how == OPENMP_INOUTSET ? SETS : WRITERS;
    openmp_release((const void*)(on->object + which), caller);
  }
  if (task->parent != NULL) openmp_release(&task->parent->objects[TASK_CHILDREN], caller);
  if (task->parent != NULL && task->undeferred) openmp_release(&task->parent->objects[TASK_UNDEFERRED], caller);
  if (task->numbered) openmp_release(task->thread, caller);
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
