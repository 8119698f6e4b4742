/* Work that OpenMP leaves to any thread, in cases: rank 0 puts into rank 1 in one place and sends it a message in
 * another; after the message, rank 1 loads the data. In the first half of the cases nothing orders the two places.
 *
 * usage: luck CASE (the number of threads comes from the environment) */
#include <omp.h>
#include <pthread.h>
#include <stdbool.h>
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

/* The number of a thread in a variable: what follows a test of it is for the first thread, as what follows a question.
 */
static void kept_number_flushes(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
    if (me == 0) {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void kept_number_tells(void) {
  int me;
#pragma omp parallel private(me)
  {
    me = omp_get_thread_num();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_or_tell(i == 7 ? 0 : 2);
    if (!me) tell();
  }
}
static void kept_answer_flushes(void) {
#pragma omp parallel
  {
    const bool first = omp_get_thread_num() == 0;
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 20; i++) put_alone(i);
    if (first) MPI_Win_flush(1, window);
#pragma omp barrier
#pragma omp single
    tell();
  }
}
static void kept_number_in_steps(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int step = 0; step < 2; step++) {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 20; i++) put_alone(i + 20 * (1 - step));
      if (me != 0) {
        MPI_Win_sync(window);
      } else {
        MPI_Win_flush_all(window);
      }
#pragma omp barrier
    }
#pragma omp master
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
static void put_once(void) {
  if (done++ == 0) put_alone(7);
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
/* What a thread keeps may tell chunks which thread runs them. */
static void kept_answer_in_chunks(void) {
#pragma omp parallel
  {
    const int first = omp_get_thread_num() == 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++)
      if (first) put_then_tell();
  }
  rest();
}
static void kept_number_in_chunks_and_after(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++)
      if (me == 0) put_once();
    if (me == 0) {
      put_once();
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void first_before_and_in_chunks(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) put_then_tell();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++)
      if (omp_get_thread_num() == 0) put_then_tell();
  }
  rest();
}
static void first_in_chunks_and_after(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++)
      if (omp_get_thread_num() == 0) put_once();
    if (omp_get_thread_num() == 0) {
      put_once();
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void kept_by_choice(void) {
#pragma omp parallel
  {
    int mine = 0;
    if (omp_get_thread_num() == 0) mine = 1;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++)
      if (mine) put_then_tell();
  }
  rest();
}
static void kept_number_and_own_loop(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    int* own = malloc(sizeof *own);
    *own = 42;
    if (me == 0) printf("begins\n");
#pragma omp single nowait
    {
      MPI_Put(own, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
      MPI_Win_flush(1, window);
    }
#pragma omp barrier
    if (me == 0) tell();
    free(own);
  }
}
static void asked_and_own_memory(void) {
#pragma omp parallel
  {
    int* own = malloc(sizeof *own);
    if (omp_get_thread_num() == 0) printf("begins\n");
    *own = 42;
#pragma omp single nowait
    {
      MPI_Put(own, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
      MPI_Win_flush(1, window);
    }
#pragma omp barrier
#pragma omp master
    tell();
    free(own);
  }
}
/* What people do with a number that they keep. */
static void own_list_of_chunks(void) {
  int* all = malloc(20 * sizeof *all);
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    int mine[20], count = 0;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) {
      all[i] = i + 42;
      mine[count++] = i;
    }
    for (int k = 0; k < count; k++) {
      if (mine[k] == 7) {
        MPI_Put(&all[7], 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
      }
    }
#pragma omp barrier
    if (me == 0) tell();
  }
  free(all);
}
static void number_as_place(void) {
  static int places[64];
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    places[me] = 42;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) {
      if (me == 0 && i < 2) {
        places[me] += i;
        if (done++ == 0) MPI_Put(&places[me], 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
      }
    }
    if (me == 0) {
      MPI_Win_flush(1, window);
      places[me] = 0;
      tell();
    }
  }
}
struct context {
  int me, puts;
};
static void put_in(struct context* context) {
  if (context->me == 0 && context->puts++ == 0) put_alone(7);
}
static void number_in_context(void) {
#pragma omp parallel
  {
    struct context context = {omp_get_thread_num(), 0};
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) put_in(&context);
    if (context.me == 0) {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void put_by(int me, int i) {
  if (me == 0 && done++ == 0) put_alone(7 + 0 * i);
}
static void number_passed(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 20; i++) put_by(me, i);
    if (me == 0) {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void first_sets_up(void) {
  int* shared = NULL;
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
      shared = malloc(sizeof *shared);
      *shared = 42;
    }
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++)
      if (i == 7) MPI_Put(shared, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    if (me == 0) {
      MPI_Win_flush(1, window);
      free(shared);
      tell();
    }
  }
}
static void first_in_steps(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int step = 0; step < 3; step++) {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 20; i++) put_alone(i);
      if (me == 0) MPI_Win_flush(1, window);
#pragma omp barrier
    }
    if (me == 0) tell();
  }
}
static void last_thread_completes(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), count = omp_get_num_threads();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) put_alone(i);
    if (me == count - 1) {
      MPI_Win_flush(1, window);
      tell();
    }
  }
}
static void each_completes_its_own(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    int puts = 0;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++) {
      put_alone(i);
      puts += i == 7;
    }
    if (puts > 0) MPI_Win_flush(1, window);
    if (me == 0) printf("waits\n");
#pragma omp barrier
    if (me == 0) tell();
  }
}
static void number_in_tasks(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
#pragma omp task
      put();
#pragma omp taskwait
      tell();
    }
  }
}
static void others_compute(void) {
  static double sums[64];
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
      put();
      tell();
    } else {
      for (int i = 0; i < 1000; i++) sums[me] += i;
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) sums[i] += 1;
  }
}
static int own_pointer_is_set;
#pragma omp threadprivate(own_pointer_is_set)
static void kept_in_own_variable(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    own_pointer_is_set = me == 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++)
      if (own_pointer_is_set) put_then_tell();
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
/* What each thread has alone, although it has not asked who it is: it took its turn at a counter or a list. */
static int places[64];
static void put_at(int place, int i) {
  places[place] = i;
  MPI_Put(&places[place], 1, MPI_INT, 1, 1 + place, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
}
static void place_from_counter(void) {
  int next = 0;
#pragma omp parallel
  {
    int place;
#pragma omp atomic capture
    place = next++;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) put_at(place, i);
  }
  tell();
}
static void place_from_list(void) {
  int list[] = {4, 3, 2, 1}, left = 4;
#pragma omp parallel
  {
    int place;
#pragma omp critical
    place = list[--left];
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 20; i++) put_at(place, i);
    places[place] = 0;
  }
  tell();
}
static void put_in_chunks(int place) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 20; i++) put_at(place, i);
}
static void place_passed(void) {
  int next = 0;
#pragma omp parallel
  {
    int place;
#pragma omp atomic capture
    place = next++;
    put_in_chunks(place);
  }
  tell();
}
static int own_place = -1;
#pragma omp threadprivate(own_place)
static void own_place_in_chunks(void) {
#pragma omp parallel
  own_place = omp_get_thread_num();
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) put_at(own_place, i);
  tell();
}
static void own_place_in_loop_of_tasks(void) {
#pragma omp parallel
  own_place = omp_get_thread_num();
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 20; i++) put_at(own_place, i);
  tell();
}
static void own_place_at_first_use(void) {
  static int next;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++) {
    if (own_place < 0) {
#pragma omp atomic capture
      own_place = next++;
    }
    put_at(own_place, i);
  }
  tell();
}
/* Memory of a thread that it got before the sections, and memory that the sections share. */
static void put_block(int* block, int place) {
  MPI_Put(block, 1, MPI_INT, 1, place, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
}
static void own_block_in_sections(void) {
#pragma omp parallel
  {
    int* own = malloc(sizeof *own);
#pragma omp sections nowait
    {
#pragma omp section
        {* own = 1;
    put_block(own, 1);
  }
#pragma omp section
  {
    *own = 2;
    put_block(own, 2);
  }
}
*own = 3;
#pragma omp barrier
free(own);
}
tell();
}
static void common_block_in_sections(void) {
  int* block = malloc(sizeof *block);
  *block = 1;
  put_block(block, 1);
#pragma omp parallel sections
  {
#pragma omp section
    *block = 2;
#pragma omp section
    put_block(block, 2);
  }
  tell();
  free(block);
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
    {"kept_number_flushes", kept_number_flushes},
    {"kept_number_tells", kept_number_tells},
    {"kept_answer_flushes", kept_answer_flushes},
    {"kept_number_in_steps", kept_number_in_steps},
    {"common_block_in_sections", common_block_in_sections},
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
    {"kept_answer_in_chunks", kept_answer_in_chunks},
    {"kept_number_in_chunks_and_after", kept_number_in_chunks_and_after},
    {"first_before_and_in_chunks", first_before_and_in_chunks},
    {"first_in_chunks_and_after", first_in_chunks_and_after},
    {"kept_by_choice", kept_by_choice},
    {"kept_number_and_own_loop", kept_number_and_own_loop},
    {"asked_and_own_memory", asked_and_own_memory},
    {"own_list_of_chunks", own_list_of_chunks},
    {"number_as_place", number_as_place},
    {"number_in_context", number_in_context},
    {"number_passed", number_passed},
    {"first_sets_up", first_sets_up},
    {"first_in_steps", first_in_steps},
    {"last_thread_completes", last_thread_completes},
    {"each_completes_its_own", each_completes_its_own},
    {"number_in_tasks", number_in_tasks},
    {"others_compute", others_compute},
    {"kept_in_own_variable", kept_in_own_variable},
    {"first_thread_in_sections", first_thread_in_sections},
    {"first_thread_in_tasks", first_thread_in_tasks},
    {"main_thread_in_chunks", main_thread_in_chunks},
    {"ancestor_in_chunks", ancestor_in_chunks},
    {"own_variable_in_chunks", own_variable_in_chunks},
    {"own_variable_in_tasks", own_variable_in_tasks},
    {"own_handle_in_chunks", own_handle_in_chunks},
    {"place_from_counter", place_from_counter},
    {"place_from_list", place_from_list},
    {"place_passed", place_passed},
    {"own_place_in_chunks", own_place_in_chunks},
    {"own_place_in_loop_of_tasks", own_place_in_loop_of_tasks},
    {"own_place_at_first_use", own_place_at_first_use},
    {"own_block_in_sections", own_block_in_sections},
};

int main(int argc, char** argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  memset(base, 0, 65 * sizeof(int));
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
