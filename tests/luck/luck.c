/* Work that OpenMP leaves to any thread, in cases: rank 0 puts into rank 1 in one place and sends it a message in
 * another; after the message, rank 1 loads the data. In the first half of the cases nothing orders the two places.
 *
 * usage: luck CASE (the number of threads comes from the environment) */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static MPI_Win window;
static int *base, value = 42;

static void put(void) {
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
}
static void tell(void) {
  int go = 1;
  MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}
static void put_or_tell(int which) {
  if (which == 0) put();
  if (which == 1) tell();
}

static void sections(void) {
#pragma omp parallel sections
  {
#pragma omp section
    put();
#pragma omp section
    tell();
  }
}
static void dynamic_chunks(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) put_or_tell(i - 7);
}
static void dynamic_pairs(void) {
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < 20; i++) put_or_tell(i % 3 == 0 ? i / 3 : 9);
}
static void runtime_chunks(void) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 20; i++) put_or_tell(i - 7);
}
static void two_singles(void) {
#pragma omp parallel
  {
#pragma omp single nowait
    put();
#pragma omp single
    tell();
  }
}
static void single_and_master(void) {
#pragma omp parallel
  {
#pragma omp single nowait
    put();
#pragma omp master
    tell();
  }
}
static void master_and_single(void) {
#pragma omp parallel
  {
#pragma omp master
    put();
#pragma omp single
    tell();
  }
}
static void loop_and_single(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_or_tell(i == 19 ? 0 : 2);
#pragma omp single
    tell();
  }
}
static void siblings(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    put();
#pragma omp task
    tell();
  }
}
static void creator(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    put();
    tell();
  }
}
static void loop_of_tasks(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 20; i++) put_or_tell(i - 7);
}

/* A flush to which only the first thread comes completes what the others have issued by luck only. */
static void put_alone(int i) {
  if (i == 7) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
}
static void master_flushes(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
#pragma omp master
    {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void master_flushes_at_the_end(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
#pragma omp master
    MPI_Win_flush_all(window);
  }
  tell();
}
static void first_thread_flushes(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
    if (omp_get_thread_num() == 0) {
      if (value == 42)
        MPI_Win_flush(1, window);
      else
        for (int i = 1; i >= 0; i--) MPI_Win_flush(i, window);
    }
#pragma omp barrier
#pragma omp single
    tell();
  }
}

static void static_chunk(void) {
#pragma omp parallel for schedule(static, 20)
  for (int i = 0; i < 20; i++) put_or_tell(i - 7);
}
static void within_chunk(void) {
#pragma omp parallel for schedule(dynamic, 20)
  for (int i = 0; i < 20; i++) put_or_tell(i - 7);
}
static void two_loops(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) put_or_tell(i == 7 ? 0 : 2);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) put_or_tell(i == 3 ? 1 : 2);
  }
}
static void ordered_loop(void) {
#pragma omp parallel for schedule(dynamic) ordered
  for (int i = 0; i < 20; i++) {
#pragma omp ordered
    put_or_tell(i - 7);
  }
}
static void waiting_singles(void) {
#pragma omp parallel
  {
#pragma omp single
    put();
#pragma omp single
    tell();
  }
}
static void master_twice(void) {
#pragma omp parallel
  {
#pragma omp master
    put();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_or_tell(2);
#pragma omp master
    tell();
  }
}
static void each_flushes(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
#pragma omp master
    MPI_Win_sync(window);
    MPI_Win_flush(1, window);
#pragma omp barrier
#pragma omp master
    tell();
  }
}
static void each_flushes_at_the_end(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
    if (omp_get_thread_num() == 0) MPI_Win_sync(window);
    MPI_Win_flush_all(window);
  }
  tell();
}
static void master_flushes_after_barrier(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) put_alone(i);
#pragma omp master
    {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void sections_then_one(void) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      put();
#pragma omp section
      put_or_tell(2);
    }
#pragma omp single
    tell();
  }
}
static void dependences(void) {
  int token = 0;
  (void)token;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : token)
    put();
#pragma omp task depend(in : token)
    tell();
  }
}
static void waits_for_task(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    put();
#pragma omp taskwait
    tell();
  }
}
static void undeferred(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    put();
    tell();
  }
}
static void group(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        put();
      }
    }
    tell();
  }
}

/* What chunks and tasks do on one thread only comes one after the other. */
static int done = 0;
static void put_then_tell(void) {
  if (done < 2) put_or_tell(done++);
}
static void rest(void) {
  while (done < 2) put_then_tell();
}
static void first_thread_in_chunks(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) {
    if (omp_get_thread_num() == 0) put_then_tell();
  }
  rest();
}
static void first_thread_in_pairs(void) {
#pragma omp parallel
  {
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 20; i++)
      if (omp_get_thread_num() == 0) put_then_tell();
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 20; i++)
      if (omp_get_thread_num() == 0) put_then_tell();
  }
  rest();
}
static void kept_number_in_chunks(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++)
      if (me == 0) put_then_tell();
  }
  rest();
}
static void first_thread_in_sections(void) {
#pragma omp parallel sections
  {
#pragma omp section
    if (omp_get_thread_num() == 0) put_then_tell();
#pragma omp section
    if (omp_get_thread_num() == 0) put_then_tell();
#pragma omp section
    if (omp_get_thread_num() == 0) put_then_tell();
  }
  rest();
}
static void first_thread_in_tasks(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 20; i++)
    if (omp_get_thread_num() == 0) put_then_tell();
  rest();
}
static void main_thread_in_chunks(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) {
    int is_main;
    MPI_Is_thread_main(&is_main);
    if (is_main) put_then_tell();
  }
  rest();
}
static void ancestor_in_chunks(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) {
    if (omp_get_ancestor_thread_num(omp_get_level()) == 0) put_then_tell();
  }
  rest();
}
/* Which thread it is can be known from its own variables, or from the system. */
static int is_first;
#pragma omp threadprivate(is_first)
static void note_first(void) {
#pragma omp parallel
  is_first = omp_get_thread_num() == 0;
}
static void own_variable_in_chunks(void) {
  note_first();
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) {
    if (is_first) put_then_tell();
  }
  rest();
}
static void own_variable_in_tasks(void) {
  note_first();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task
    if (is_first) put_then_tell();
  }
  rest();
}
static int is_main_thread(pthread_t main_thread) {
  return pthread_equal(pthread_self(), main_thread);
}
static void own_handle_in_chunks(void) {
  const pthread_t main_thread = pthread_self();
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < 20; i++) {
    if (is_main_thread(main_thread)) put_then_tell();
  }
  rest();
}

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {
    {"sections", sections},
    {"dynamic_chunks", dynamic_chunks},
    {"dynamic_pairs", dynamic_pairs},
    {"runtime_chunks", runtime_chunks},
    {"two_singles", two_singles},
    {"single_and_master", single_and_master},
    {"master_and_single", master_and_single},
    {"loop_and_single", loop_and_single},
    {"siblings", siblings},
    {"creator", creator},
    {"loop_of_tasks", loop_of_tasks},
    {"master_flushes", master_flushes},
    {"master_flushes_at_the_end", master_flushes_at_the_end},
    {"first_thread_flushes", first_thread_flushes},
    {"static_chunk", static_chunk},
    {"within_chunk", within_chunk},
    {"two_loops", two_loops},
    {"ordered_loop", ordered_loop},
    {"waiting_singles", waiting_singles},
    {"master_twice", master_twice},
    {"each_flushes", each_flushes},
    {"each_flushes_at_the_end", each_flushes_at_the_end},
    {"master_flushes_after_barrier", master_flushes_after_barrier},
    {"sections_then_one", sections_then_one},
    {"dependences", dependences},
    {"waits_for_task", waits_for_task},
    {"undeferred", undeferred},
    {"group", group},
    {"first_thread_in_chunks", first_thread_in_chunks},
    {"first_thread_in_pairs", first_thread_in_pairs},
    {"kept_number_in_chunks", kept_number_in_chunks},
    {"first_thread_in_sections", first_thread_in_sections},
    {"first_thread_in_tasks", first_thread_in_tasks},
    {"main_thread_in_chunks", main_thread_in_chunks},
    {"ancestor_in_chunks", ancestor_in_chunks},
    {"own_variable_in_chunks", own_variable_in_chunks},
    {"own_variable_in_tasks", own_variable_in_tasks},
    {"own_handle_in_chunks", own_handle_in_chunks},
};

int main(int argc, char** argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  *base = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0) cases[i].run();
    }
  } else {
    int go;
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", *base);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
