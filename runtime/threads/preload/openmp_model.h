/* What OpenMP's teams, tasks and task groups pass on to each other, whichever runtime reports it: LLVM's by its tools
 * interface (openmp_tool.c), gcc's by its entry points (gomp_*.c). Each of them has a record, whose first bytes are the
 * objects that are acquired and released.
 *
 * What OpenMP may give to any thread of the team is a strand of its own (record/sync_object.h): explicit tasks, and
 * the parts of a construct, which are sections, chunks that a loop hands out, and what a single encloses. A part knows
 * what its implicit task knew before the construct. What comes after the construct does not know the parts before a
 * barrier, not even on the thread that ran them: another one might have. Three things order parts and tasks
 * nevertheless. If a thread asks for its number, what it does may depend on it, and is ordered from there on as the
 * thread does it. Memory on its part of the stack is its own. And if the program itself says that there is one thread,
 * nothing is concurrent.
 *
 * `caller`: a return address in the program or in the OpenMP runtime. Records may be null: that means nothing, or, if a
 * team is needed, one that all such share. Nothing is reported as long as nobody watches. */
#ifndef FENCEPOST_THREADS_OPENMP_MODEL_H
#define FENCEPOST_THREADS_OPENMP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct openmp_team;
struct openmp_group;
struct openmp_task;

/* Threads of the team acquire what its creator had done, and it acquires what they have. */
struct openmp_team* openmp_team_begins(const void* caller);
void openmp_team_ends(struct openmp_team* team, const void* caller);
void openmp_team_called_at(struct openmp_team* team, const void* frame); /* by its creator */
void openmp_team_is_of_one(struct openmp_team* team);                    /* because the program says so */
/* LLVM's runtime: a team within a team. Its threads come from a pool; what one did in another team is not before it. */
void openmp_team_is_nested(struct openmp_team* team, const struct openmp_task* encountering);

/* A thread's part of a region. `parent` encountered the region. */
struct openmp_task* openmp_implicit_task_begins(struct openmp_team* team, struct openmp_task* parent,
                                                const void* caller);
void openmp_implicit_task_ends(struct openmp_task* task, const void* caller);

/* The task that a thread runs if the runtime does not say. */
struct openmp_task* openmp_current(void);
void openmp_set_current(struct openmp_task* task);
struct openmp_task* openmp_initial_task(void); /* of a thread for which nobody made a team */

void openmp_barrier_begins(struct openmp_task* task, const void* caller);
void openmp_barrier_does_not_begin(struct openmp_task* task); /* it does not wait after all */
void openmp_barrier_ends(struct openmp_task* task, const void* caller);

/* Explicit tasks: created, given dependences, started, and completed or (if its event is not fulfilled yet) only done;
 * in the end forgotten. One that is created several times at once (a loop of tasks) is copied for each start. */
enum openmp_starts { OPENMP_NEVER, OPENMP_ONCE, OPENMP_OFTEN }; /* never: what only waits for its dependences */
struct openmp_task* openmp_task_created(struct openmp_task* parent, enum openmp_starts starts, const void* caller);
struct openmp_task* openmp_task_copied(struct openmp_task* created);
enum openmp_dependence { OPENMP_IN = 1, OPENMP_OUT, OPENMP_INOUTSET, OPENMP_ALL };
void openmp_task_depends(struct openmp_task* task, uintptr_t address, enum openmp_dependence how);
/* Starts or continues. `frame`: what lies below it on the stack is its own. */
void openmp_task_starts(struct openmp_task* task, const void* frame, const void* caller);
/* One thread may leave an untied task and another one continue it. */
void openmp_task_is_untied(struct openmp_task* task);
void openmp_task_is_left(struct openmp_task* task, const void* caller);
/* It continues on its thread, where another task has ended or was left. */
void openmp_goes_on(struct openmp_task* task, bool other_has_ended, const void* caller);
void openmp_task_done(struct openmp_task* task, const void* caller);
void openmp_task_forgotten(struct openmp_task* task);

/* Its creator waits for it, as the program says: if(0), or within a final task. To be called before it starts. */
void openmp_task_is_undeferred(struct openmp_task* task);
void openmp_task_is_final(struct openmp_task* task);
bool openmp_is_undeferred(const struct openmp_task* task);
/* LLVM's runtime: whether the program says that the next team of the calling thread has one thread. */
bool openmp_one_thread_is_wanted(void);
/* The same: whether the program says so about what the calling thread creates. */
bool openmp_creator_waits(void);
bool openmp_is_final(const struct openmp_task* task);
/* What the creator does after an undeferred task. */
void openmp_undeferred_was_done(struct openmp_task* creator, const void* caller);

/* The task's memory, if its runtime uses it again, and an address in its code; null: not known. */
struct openmp_block {
  void* address;
  size_t size;
  const void* code;
};
/* LLVM's runtime: of the task for which the calling thread has made room and that it has not yet created. */
struct openmp_block openmp_allocated_task(void);
/* Until the next call: tasks that the calling thread creates otherwise have this code. Returns what it was before. */
const void* openmp_code_of_tasks(const void* code);
/* The memory is the task's until it is done. */
void openmp_task_lies_in(struct openmp_task* task, struct openmp_block block);

/* Parts of constructs. One that begins ends the one before. */
enum openmp_part { OPENMP_NO_PART, OPENMP_SECTION, OPENMP_CHUNK, OPENMP_SINGLE };
void openmp_part_begins(struct openmp_task* task, enum openmp_part kind, const void* caller);
void openmp_part_ends(struct openmp_task* task, const void* caller);

/* The thread has asked for its number, in order to use it, or only to know whether it is 0. */
void openmp_number_asked(struct openmp_task* task, const void* caller);
void openmp_is_first_thread(struct openmp_task* task, const void* caller);
/* It has got the number; `compared`: the code compares it with 0 at once. */
void openmp_gives_number(struct openmp_task* task, int number, bool compared, const void* caller);

void openmp_taskwait(struct openmp_task* task, const void* caller);
/* The same for what such a task would wait for; then it is forgotten. */
void openmp_taskwait_depends(struct openmp_task* wait, const void* caller);
void openmp_group_begins(struct openmp_task* task);
void openmp_group_ends(struct openmp_task* task, const void* caller);

/* Objects of the program's own, and objects that have no address but a number in a team. */
void openmp_acquire(const void* object, const void* caller);
void openmp_release(const void* object, const void* caller);
void openmp_acquire_of_team(struct openmp_task* task, uint64_t number, const void* caller);
void openmp_release_of_team(struct openmp_task* task, uint64_t number, const void* caller);

/* Somebody fulfills the event of a detached task. */
void openmp_fulfills(const void* caller);

/* LLVM's runtime reports by its tools interface: what its entry points shared with gcc's do is reported twice. `code`:
 * an address in the runtime. */
bool openmp_is_told(void);
void openmp_set_told(const void* code);
/* Whether the caller is a runtime that reports. What its own mutexes order, as when it wakes threads of its pool, is
 * luck: it has reported the rest. */
bool openmp_has_reported(const void* caller);
/* Whether the caller is LLVM's runtime, and it does not report. */
bool openmp_is_silent(const void* caller);

#pragma GCC visibility pop
#endif
