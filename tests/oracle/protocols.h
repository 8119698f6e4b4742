/* Steps of protocols that programs build from atomic operations. They are macros, so that what they call stands at the
   line of the random program that names them. Each step completes its operations by a flush. `at` may name the window's
   rank `i`. */
#pragma once

static int had[64];         /* what a step has read, for later steps of the same thread */
static char own[64][8];     /* buffers that one operation each has to itself */
void note_turn(int action); /* observe.c */

/* By an atomic operation (accumulate or fetch), or wrongly by a put of `plain`. */
#define CHANGE(style, value, op, plain, w, t, at)                                        \
  do {                                                                                   \
    int given = value, plainly = plain, was;                                             \
    if (style == 'a') MPI_Accumulate(&given, 1, MPI_INT, t, at, 1, MPI_INT, op, win[w]); \
    if (style == 'f') MPI_Fetch_and_op(&given, &was, MPI_INT, t, at, op, win[w]);        \
    if (style == 'p') MPI_Put(&plainly, 1, MPI_INT, t, at, 1, MPI_INT, win[w]);          \
    MPI_Win_flush(t, win[w]);                                                            \
  } while (0)
#define FETCH(result, value, op, w, t, at)                         \
  do {                                                             \
    int given = value;                                             \
    MPI_Fetch_and_op(&given, &result, MPI_INT, t, at, op, win[w]); \
    MPI_Win_flush(t, win[w]);                                      \
  } while (0)
#define SWAP(result, expected, value, w, t, at)                               \
  do {                                                                        \
    int given = value, compared = expected;                                   \
    MPI_Compare_and_swap(&given, &compared, &result, MPI_INT, t, at, win[w]); \
    MPI_Win_flush(t, win[w]);                                                 \
  } while (0)
#define READ(result, w, t, at) FETCH(result, 0, MPI_NO_OP, w, t, at)
#define POLL(result, good, w, t, at) \
  for (;;) {                         \
    READ(result, w, t, at);          \
    if (good) break;                 \
    sched_yield();                   \
  }

#define tas_lock(action, style, w, t, at)                   \
  for (;;) {                                                \
    int old = 1;                                            \
    if (style == 'c') SWAP(old, 0, 1, w, t, at);            \
    if (style == 'r') FETCH(old, 1, MPI_REPLACE, w, t, at); \
    if (old == 0) break;                                    \
    sched_yield();                                          \
  }                                                         \
  note_turn(action)
#define tas_unlock(style, w, t, at) CHANGE(style, 0, MPI_REPLACE, 0, w, t, at)

#define ticket_lock(action, section, w, t, next, serving) \
  int mine, served;                                       \
  FETCH(mine, 1, MPI_SUM, w, t, next);                    \
  had[section] = mine;                                    \
  note(action, mine);                                     \
  POLL(served, served == mine, w, t, serving)
#define ticket_unlock(section, style, w, t, serving) CHANGE(style, 1, MPI_SUM, had[section] + 1, w, t, serving)

/* A queue lock: ranks of the window, from 1 on, are the nodes. */
#define mcs_reset(w, mine, next, waiting)        \
  CHANGE('a', 0, MPI_REPLACE, 0, w, mine, next); \
  CHANGE('a', 1, MPI_REPLACE, 1, w, mine, waiting)
#define mcs_swap(action, section, w, mine, t, tail) \
  int before;                                       \
  FETCH(before, mine + 1, MPI_REPLACE, w, t, tail); \
  had[section] = before;                            \
  note(action, before)
#define mcs_link(section, w, mine, next) \
  const int i = had[section] - 1;        \
  if (i >= 0) CHANGE('a', mine + 1, MPI_REPLACE, 0, w, i, next)
#define mcs_wait(action, section, w, mine, waiting)                \
  int waits;                                                       \
  if (had[section] != 0) POLL(waits, waits == 0, w, mine, waiting) \
  note_turn(action)
#define mcs_close(action, section, w, mine, t, tail) \
  int last;                                          \
  SWAP(last, mine + 1, 0, w, t, tail);               \
  had[section] = last == mine + 1;                   \
  note(action, last)
#define mcs_next(action, section, w, mine, next)                  \
  int follower = 0;                                               \
  if (!had[section]) POLL(follower, follower != 0, w, mine, next) \
  had[section] = follower;                                        \
  note(action, follower)
#define mcs_pass(section, style, w, waiting) \
  const int i = had[section] - 1;            \
  if (i >= 0) CHANGE(style, 0, MPI_REPLACE, 0, w, i, waiting)

#define bakery_lock(action, w, size, mine, choosing, number)             \
  int i = mine, most = 0, x;                                             \
  CHANGE('a', 1, MPI_REPLACE, 0, w, i, choosing);                        \
  for (i = 0; i < size; i++) {                                           \
    READ(x, w, i, number);                                               \
    if (x > most) most = x;                                              \
  }                                                                      \
  i = mine;                                                              \
  most++;                                                                \
  CHANGE('a', most, MPI_REPLACE, 0, w, i, number);                       \
  CHANGE('a', 0, MPI_REPLACE, 0, w, i, choosing);                        \
  for (i = 0; i < size; i++) {                                           \
    if (i == mine) continue;                                             \
    POLL(x, x == 0, w, i, choosing)                                      \
    POLL(x, x == 0 || x > most || (x == most && i > mine), w, i, number) \
  }                                                                      \
  note_turn(action)
#define bakery_unlock(style, w, mine, number) \
  const int i = mine;                         \
  CHANGE(style, 0, MPI_REPLACE, 0, w, i, number)

#define count(style, w, t, at) CHANGE(style, 1, MPI_SUM, 0, w, t, at)
#define await_count(action, enough, w, t, at) \
  int counted;                                \
  POLL(counted, counted >= enough, w, t, at)  \
  note(action, counted)

/* What a pointer to a slot shows: its number, from 1 on. */
#define publish(style, slot, w, t, at) CHANGE(style, slot, MPI_REPLACE, slot, w, t, at)
#define look(action, section, style, w, t, at)              \
  int shown;                                                \
  if (style == 'r') READ(shown, w, t, at);                  \
  if (style == 'g') {                                       \
    MPI_Get(&shown, 1, MPI_INT, t, at, 1, MPI_INT, win[w]); \
    MPI_Win_flush(t, win[w]);                               \
  }                                                         \
  had[section] = shown;                                     \
  note(action, shown)
#define slot_step(call, section, buffer, w, t, at, distance)                                 \
  if (had[section] > 0) {                                                                    \
    call(buffer, 1, MPI_INT, t, (at) + (had[section] - 1) * (distance), 1, MPI_INT, win[w]); \
    MPI_Win_flush(t, win[w]);                                                                \
  }

/* The data by atomic operations, or wrongly by a get. */
#define seq_read(action, style, w, t, at, data)                                  \
  int first = 0, before, after, read;                                            \
  for (;;) {                                                                     \
    READ(before, w, t, at);                                                      \
    if (before % 2 == 0) {                                                       \
      if (!first++) note(action, before);                                        \
      if (style == 'r') READ(read, w, t, data);                                  \
      if (style == 'g') MPI_Get(&read, 1, MPI_INT, t, data, 1, MPI_INT, win[w]); \
      MPI_Win_flush(t, win[w]);                                                  \
      READ(after, w, t, at);                                                     \
      if (before == after) break;                                                \
    }                                                                            \
    sched_yield();                                                               \
  }                                                                              \
  note(action, after)

#define push(style, filled, w, t, bottom) CHANGE(style, 1, MPI_SUM, filled, w, t, bottom)
/* By compare-and-swap, or wrongly by nothing. */
#define steal(action, section, style, w, t, bottom, top)                   \
  int first, end, got;                                                     \
  READ(first, w, t, top);                                                  \
  READ(end, w, t, bottom);                                                 \
  got = first;                                                             \
  if (first < end && style == 'c') SWAP(got, first, first + 1, w, t, top); \
  had[section] = first < end && got == first ? first + 1 : 0;              \
  note(action, end);                                                       \
  note(action, first);                                                     \
  note(action, had[section])
