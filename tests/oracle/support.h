/* The building blocks of the oracle's random programs. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

/* observe.c; not instrumented: observing does not disturb. */
void note(int action, int value);
void note_order(int action);
void note_word(int action, const void* word);
void begin_notes(int rank);
void next_program(int seed);
void end_notes(void);

enum {
  kWindowWords = 24,
  kFlags = 4,
  kProtocolWords = 24,
  kBufferWords = 16,
  kRegion = 4 * (kWindowWords + kFlags + kProtocolWords)
};

static long sink;        /* (A volatile word would order the threads that use it.) */
static char* mem[8];     /* this rank's regions */
static char* at[8];      /* this rank's memory under each window */
static char* peer[8][8]; /* shared windows: the part of each rank */
static char buf[3][4 * kBufferWords] __attribute__((aligned(16)));
static long val[32], res[64];
static MPI_Win win[8];
static MPI_Aint base[8][16]; /* dynamic windows: where each rank's memory is */
static MPI_Request request[256];
static MPI_Comm comm[8], inter[4], graph[32], created[4];
static char attached[1 << 16]; /* for buffered sends */
static pthread_t thread[8];
static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static _Atomic int cflag[8];
static int me;

/* What a statement has made: in its own block, and not in a variable of the thread, which would show it its thread. */
struct made_types {
  int count;
  MPI_Datatype types[16];
};
static MPI_Datatype keep(struct made_types* made, MPI_Datatype type) {
  MPI_Type_commit(&type);
  return made->types[made->count++] = type;
}
static void drop_types(struct made_types* made) {
  while (made->count > 0) MPI_Type_free(&made->types[--made->count]);
}
static MPI_Datatype make_vector(struct made_types* made, int count, int stride, MPI_Datatype unit) {
  MPI_Datatype type;
  MPI_Type_vector(count, 1, stride, unit, &type);
  return keep(made, type);
}
static MPI_Datatype make_grid(struct made_types* made, int rows, int columns, int stride, MPI_Datatype unit) {
  MPI_Datatype type;
  MPI_Type_vector(rows, columns, stride, unit, &type);
  return keep(made, type);
}
static MPI_Datatype make_indexed(struct made_types* made, int count, const int* displacements, MPI_Datatype unit) {
  MPI_Datatype type;
  MPI_Type_create_indexed_block(count, 1, displacements, unit, &type);
  return keep(made, type);
}
#define vector(...) make_vector(&made, __VA_ARGS__)
#define grid(...) make_grid(&made, __VA_ARGS__)
#define indexed(...) make_indexed(&made, __VA_ARGS__)
#define drop() drop_types(&made)

static MPI_Comm communicator_of(int count, const int* members) {
  MPI_Comm result;
  int key = -1, i;
  for (i = 0; i < count; i++)
    if (members[i] == me) key = i;
  MPI_Comm_split(MPI_COMM_WORLD, key < 0 ? MPI_UNDEFINED : 0, key, &result);
  return result;
}
/* Only its members create it. */
static MPI_Comm communicator_among(int count, const int* members, int tag) {
  MPI_Group all, group;
  MPI_Comm result;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, count, members, &group);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &result);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  return result;
}
static MPI_Comm intercommunicator_of(int first_count, const int* first, int second_count, const int* second) {
  MPI_Comm mine, result = MPI_COMM_NULL;
  int side = -1, key = 0, i;
  for (i = 0; i < first_count; i++)
    if (first[i] == me) side = 0, key = i;
  for (i = 0; i < second_count; i++)
    if (second[i] == me) side = 1, key = i;
  MPI_Comm_split(MPI_COMM_WORLD, side < 0 ? MPI_UNDEFINED : side, key, &mine);
  if (side < 0) return result;
  MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, side == 0 ? second[0] : first[0], 999, &result);
  MPI_Comm_free(&mine);
  return result;
}
/* sources: for each rank the set of those that it receives from. */
static MPI_Comm graph_of(int count, const int* sources) {
  MPI_Comm result;
  int in[16], out[16], ins = 0, outs = 0, i;
  for (i = 0; i < count; i++) {
    if (sources[me] >> i & 1) in[ins++] = i;
    if (sources[i] >> me & 1) out[outs++] = i;
  }
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, in, MPI_UNWEIGHTED, outs, out, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &result);
  return result;
}
static MPI_Comm ring_of(int count) {
  MPI_Comm result;
  int source = (me + count - 1) % count, destination = (me + 1) % count;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &destination, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &result);
  return result;
}

/* flavor: 0 allocate, 1 create, 2 shared, 3 dynamic. */
static void open_window(int w, int flavor, int region, int shift, int fresh, int unit, int ordered, MPI_Comm members) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Aint bytes = kRegion - 4 * shift;
  void* p = 0;
  int ranks, r;
  MPI_Comm_size(members, &ranks);
  if (!ordered) {
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
  }
  if (fresh && (flavor == 1 || flavor == 3)) mem[region] = calloc(kRegion, 1);
  if (flavor == 0) MPI_Win_allocate(bytes, unit, info, members, &p, &win[w]);
  if (flavor == 2) {
    MPI_Win_allocate_shared(bytes, unit, info, members, &p, &win[w]);
    for (r = 0; r < ranks; r++) {
      MPI_Aint size;
      int its_unit;
      MPI_Win_shared_query(win[w], r, &size, &its_unit, &peer[w][r]);
    }
  }
  if (flavor == 0 || flavor == 2) {
    mem[region] = p;
    memset(p, 0, bytes);
  }
  at[w] = mem[region] + 4 * shift;
  if (flavor == 1) MPI_Win_create(at[w], bytes, unit, info, members, &win[w]);
  if (flavor == 3) {
    MPI_Aint a;
    MPI_Win_create_dynamic(info, members, &win[w]);
    MPI_Win_attach(win[w], at[w], bytes);
    MPI_Get_address(at[w], &a);
    MPI_Allgather(&a, 1, MPI_AINT, base[w], 1, MPI_AINT, members);
  }
  if (!ordered) MPI_Info_free(&info);
}
static void close_window(int w, int flavor, int region, int fresh) {
  if (flavor == 3) MPI_Win_detach(win[w], at[w]);
  MPI_Win_free(&win[w]);
  if (fresh && (flavor == 1 || flavor == 3)) free(mem[region]);
}

static MPI_Group group_of(int mask) {
  MPI_Group all, g;
  int r[16], n = 0, i;
  for (i = 0; i < 16; i++)
    if ((mask >> i) & 1) r[n++] = i;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, n, r, &g);
  MPI_Group_free(&all);
  return g;
}
static void post(int w, int mask) {
  MPI_Group g = group_of(mask);
  MPI_Win_post(g, 0, win[w]);
  MPI_Group_free(&g);
}
static void start(int w, int mask) {
  MPI_Group g = group_of(mask);
  MPI_Win_start(g, 0, win[w]);
  MPI_Group_free(&g);
}

static void notify_flag(int w, int rank, MPI_Aint where, char style) {
  int one = 1, zero = 0, old;
  if (style == 'r') MPI_Accumulate(&one, 1, MPI_INT, rank, where, 1, MPI_INT, MPI_REPLACE, win[w]);
  if (style == 's') MPI_Accumulate(&one, 1, MPI_INT, rank, where, 1, MPI_INT, MPI_SUM, win[w]);
  if (style == 'f') MPI_Fetch_and_op(&one, &old, MPI_INT, rank, where, MPI_SUM, win[w]);
  if (style == 'c') MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, rank, where, win[w]);
  MPI_Win_flush(rank, win[w]);
}
static void await_flag(int w, int rank, MPI_Aint where, char style) {
  int one = 1, got = 0;
  for (;;) {
    if (style == 'f') MPI_Fetch_and_op(&one, &got, MPI_INT, rank, where, MPI_NO_OP, win[w]);
    if (style == 'g')
      MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, rank, where, 1, MPI_INT, MPI_NO_OP, win[w]);
    if (style == 'c') MPI_Compare_and_swap(&one, &one, &got, MPI_INT, rank, where, win[w]);
    MPI_Win_flush(rank, win[w]);
    if (got) return;
    sched_yield();
  }
}
/* A flag in memory that processes share. */
static void show(char* flag) {
  atomic_store_explicit((_Atomic int*)flag, 1, memory_order_release);
}
/* (A message of this process may have to get on before the other one comes to set it.) */
static void take(char* flag) {
  while (!atomic_load_explicit((_Atomic int*)flag, memory_order_acquire)) {
    int found;
    MPI_Iprobe(MPI_ANY_SOURCE, 4711, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    sched_yield();
  }
}
static void set_flag(int i) {
  atomic_store_explicit(&cflag[i], 1, memory_order_release);
}
static void see_flag(int i) {
  while (!atomic_load_explicit(&cflag[i], memory_order_acquire)) sched_yield();
}

static void begin_program(int seed) {
  int i;
  next_program(seed);
  for (i = 0; i < 8; i++) atomic_store_explicit(&cflag[i], 0, memory_order_relaxed);
  for (i = 0; i < 30; i++) val[i] = 1L << i;
  memset(res, 0, sizeof res);
  memset(buf, 0, sizeof buf);
}
