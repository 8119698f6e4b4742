/* What OpenMP's teams, tasks and task groups hand on to each other, whichever runtime tells of them: LLVM's by its
 * tools interface (openmp_tool.c), gcc's by its entry points (gomp_*.c). Each of them has a record, whose first bytes
 * are the objects that are acquired and released.
 *
 * Tasks that one thread ran one after the other are taken as ordered; nothing else is that OpenMP does not order.
 *
 * `caller`: a return address in the program or in the OpenMP runtime. Records may be null, which is nothing, or, where
 * a team is needed, one that all such share. Nothing is told as long as nobody watches. */
#ifndef FENCEPOST_THREADS_OPENMP_MODEL_H
#define FENCEPOST_THREADS_OPENMP_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct openmp_team;
struct openmp_group;
struct openmp_task;

/* Threads of the team acquire what its creator had done, and it acquires what they have. */
struct openmp_team* openmp_team_begins(const void* caller);
void openmp_team_ends(struct openmp_team* team, const void* caller);

/* A thread's part of a region. `parent` encountered the region. */
struct openmp_task* openmp_implicit_task_begins(struct openmp_team* team, struct openmp_task* parent,
                                                const void* caller);
void openmp_implicit_task_ends(struct openmp_task* task, const void* caller);

/* The task that a thread runs where the runtime does not say. */
struct openmp_task* openmp_current(void);
void openmp_set_current(struct openmp_task* task);
struct openmp_task* openmp_initial_task(void); /* of a thread that nobody made a team for */

void openmp_barrier_begins(struct openmp_task* task, const void* caller);
void openmp_barrier_does_not_begin(struct openmp_task* task); /* after all */
void openmp_barrier_ends(struct openmp_task* task, const void* caller);

/* Explicit tasks: created, given dependences, started, and completed or (if its event is not fulfilled yet) only done;
 * in the end forgotten. One that is created several times at once (a loop of tasks) is copied for each start. */
struct openmp_task* openmp_task_created(struct openmp_task* parent, const void* caller);
struct openmp_task* openmp_task_copied(struct openmp_task* created);
enum openmp_dependence { OPENMP_IN = 1, OPENMP_OUT, OPENMP_INOUTSET, OPENMP_ALL };
void openmp_task_depends(struct openmp_task* task, uintptr_t address, enum openmp_dependence how);
void openmp_task_starts(struct openmp_task* task, const void* caller); /* or goes on */
/* An untied task may be left by one thread and gone on with by another. */
void openmp_task_is_untied(struct openmp_task* task);
void openmp_task_is_left(struct openmp_task* task, const void* caller);
void openmp_task_done(struct openmp_task* task, const void* caller);
void openmp_task_forgotten(struct openmp_task* task);

void openmp_taskwait(struct openmp_task* task, const void* caller);
/* The same for what such a task would wait for; then it is forgotten. */
void openmp_taskwait_depends(struct openmp_task* wait, const void* caller);
void openmp_group_begins(struct openmp_task* task);
void openmp_group_ends(struct openmp_task* task, const void* caller);

/* Objects of the program's own, and ones that have no address but a number in a team. */
void openmp_acquire(const void* object, const void* caller);
void openmp_release(const void* object, const void* caller);
void openmp_acquire_of_team(struct openmp_task* task, uint64_t number, const void* caller);
void openmp_release_of_team(struct openmp_task* task, uint64_t number, const void* caller);

/* Somebody fulfills the event of a detached task. */
void openmp_fulfills(const void* caller);

/* LLVM's runtime tells by its tools interface: what comes by entry points that it shares with gcc's is told twice. */
bool openmp_is_told(void);
void openmp_set_told(void);
/* Whether the caller is LLVM's runtime, and it does not tell. */
bool openmp_is_silent(const void* caller);

#pragma GCC visibility pop
#endif
