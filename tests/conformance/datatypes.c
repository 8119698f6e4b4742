/* 12.3: data moves as the datatypes say, on both sides. The reference is the MPI library's own message passing: a
 * message from the origin's layout to the target's layout leaves the same bytes as a put or a get. */
#include "conformance.h"

enum { BYTES = 8192 };

static uint64_t state = 88172645463325252ull;
static unsigned below(unsigned bound) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state % bound);
}

/* A type made of ints, with room for its data in [0, BYTES) if placed at BYTES/2. */
static MPI_Datatype make_type(int depth) {
  MPI_Datatype inner, made;
  if (depth == 0) return MPI_INT;
  inner = make_type(depth - 1);
  switch (below(13)) {
    case 0: MPI_Type_contiguous(1 + (int)below(3), inner, &made); break;
    case 1: MPI_Type_vector(1 + (int)below(4), 1 + (int)below(2), 2 + (int)below(3), inner, &made); break;
    case 2: MPI_Type_create_hvector(1 + (int)below(3), 1, 256 + 4 * (int)below(8), inner, &made); break;
    case 3: {
      int lengths[] = {1, 0, 2}, places[] = {5, 9, 1};
      MPI_Type_indexed(3, lengths, places, inner, &made);
      break;
    }
    case 4: {
      int lengths[] = {2, 1};
      MPI_Aint places[] = {256, 0};
      MPI_Type_create_hindexed(2, lengths, places, inner, &made);
      break;
    }
    case 5: {
      int places[] = {4, 0, 2};
      MPI_Type_create_indexed_block(3, 1, places, inner, &made);
      break;
    }
    case 6: {
      MPI_Aint places[] = {0, 512, 256};
      MPI_Type_create_hindexed_block(3, 1, places, inner, &made);
      break;
    }
    case 7: {
      int lengths[] = {1, 1, 2};
      MPI_Aint places[] = {0, 400, 520};
      MPI_Datatype types[] = {inner, MPI_INT, MPI_INT};
      MPI_Type_create_struct(3, lengths, places, types, &made);
      break;
    }
    case 8: {
      int sizes[] = {3, 4}, parts[] = {2, 2}, starts[] = {1, 1};
      MPI_Type_create_subarray(2, sizes, parts, starts, below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, inner, &made);
      break;
    }
    case 9: {
      MPI_Aint lower, extent;
      MPI_Type_get_extent(inner, &lower, &extent);
      MPI_Type_create_resized(inner, lower - 8, extent + 16 + 4 * (int)below(8), &made);
      break;
    }
    case 10: {
      int sizes[] = {5, 6}, args[] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, grid[] = {2, 1};
      int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
      MPI_Type_create_darray(2, (int)below(2), 2, sizes, kinds, args, grid, below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
                             inner, &made);
      break;
    }
    case 11: MPI_Type_create_hvector(3, 1, -256, inner, &made); break;
    default: MPI_Type_dup(inner, &made); break;
  }
  if (inner != MPI_INT) MPI_Type_free(&inner);
  return made;
}

/* A committed type that fits. */
static MPI_Datatype fitting_type(int* size) {
  for (;;) {
    MPI_Aint lower, extent;
    MPI_Datatype type = make_type(1 + (int)below(3));
    if (type == MPI_INT) continue;
    MPI_Type_get_true_extent(type, &lower, &extent);
    MPI_Type_size(type, size);
    if (lower > -BYTES / 2 && lower + extent < BYTES / 2 && *size > 0) {
      MPI_Type_commit(&type);
      return type;
    }
    MPI_Type_free(&type);
  }
}

static void fill(char* memory, int salt) {
  for (int i = 0; i < BYTES; ++i) memory[i] = (char)(i * 7 + salt + (i >> 8));
}

/* What a message from `from` to `to` leaves in `memory`. */
static void reference(const char* from, int from_count, MPI_Datatype from_type, char* to, int to_count,
                      MPI_Datatype to_type) {
  MPI_Sendrecv(from + BYTES / 2, from_count, from_type, 0, 0, to + BYTES / 2, to_count, to_type, 0, 0, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
}

static int overlaps_itself(MPI_Datatype type) {
  /* Received backwards into distinct bytes, a type that overlaps itself leaves fewer distinct ints than it has. */
  static char memory[BYTES], packed[BYTES];
  int size, position = 0, seen = 0;
  MPI_Type_size(type, &size);
  memset(memory, 0, sizeof memory);
  memset(packed, 1, sizeof packed);
  MPI_Unpack(packed, size, &position, memory + BYTES / 2, 1, type, MPI_COMM_SELF);
  for (int i = 0; i < BYTES; ++i) seen += memory[i];
  return seen != size;
}

static void derived(int flavor) {
  Window w = make_window(flavor, BYTES, 1);
  char* origin = malloc(BYTES);
  char* expected = malloc(BYTES);
  int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  for (int round = 0; round < 120; ++round) {
    int origin_size, target_size, first_size;
    MPI_Datatype origin_type = fitting_type(&origin_size);
    MPI_Datatype target_type = fitting_type(&target_size);
    int whole = origin_size / 4 * (target_size / 4);
    /* Same number of ints on both sides: one element against a contiguous row, or both alike. */
    int origin_count = 1, target_count = 1;
    MPI_Datatype used_origin = origin_type, used_target = target_type;
    first_size = origin_size;
    if (round % 3 == 0) {
      used_target = MPI_INT;
      target_count = first_size / 4;
    } else if (round % 3 == 1) {
      used_origin = MPI_INT;
      origin_count = target_size / 4;
    } else {
      used_target = origin_type;
    }
    (void)whole;
    int bad = used_target != MPI_INT && overlaps_itself(used_target);
    bad |= used_origin != MPI_INT && overlaps_itself(used_origin);
    if (!bad) {
      fill(origin, 13);
      fill(w.memory, rank);
      fill(expected, rank);
      MPI_Win_fence(0, w.win);
      MPI_Put(origin + BYTES / 2, origin_count, used_origin, target, at(&w, target, BYTES / 2, 1), target_count,
              used_target, w.win);
      MPI_Win_fence(0, w.win);
      reference(origin, origin_count, used_origin, expected, target_count, used_target);
      CHECK(memcmp(expected, w.memory, BYTES) == 0);
      MPI_Win_fence(0, w.win);
      fill(w.memory, 29);
      fill(origin, 3);
      fill(expected, 3);
      char* theirs = malloc(BYTES);
      fill(theirs, 29);
      MPI_Win_fence(0, w.win);
      MPI_Get(origin + BYTES / 2, origin_count, used_origin, target, at(&w, target, BYTES / 2, 1), target_count,
              used_target, w.win);
      MPI_Win_fence(0, w.win);
      reference(theirs, target_count, used_target, expected, origin_count, used_origin);
      CHECK(memcmp(expected, origin, BYTES) == 0);
      free(theirs);
    }
    MPI_Type_free(&origin_type);
    MPI_Type_free(&target_type);
  }
  (void)previous;
  drop_window(&w);
  free(origin);
  free(expected);
}

static void lifetimes(void) {
  CASE("12.3 datatypes may be freed right after the call, buffers named from MPI_BOTTOM") {
    Window w = make_window(ALLOCATE, 64, 4);
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int target = (rank + 1) % ranks;
    MPI_Aint address;
    MPI_Datatype absolute, every_second;
    int one = 4;
    MPI_Get_address(values, &address);
    MPI_Win_fence(0, w.win);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Put(MPI_BOTTOM, 1, absolute, target, 0, 1, every_second, w.win);
    MPI_Type_free(&absolute);
    MPI_Type_free(&every_second);
    /* A new type that may get the same handles. */
    MPI_Datatype other;
    MPI_Type_contiguous(7, MPI_CHAR, &other);
    MPI_Type_commit(&other);
    MPI_Put(&values[4], 1, MPI_INT, target, 9, 1, MPI_INT, w.win);
    MPI_Win_fence(0, w.win);
    MPI_Type_free(&other);
    int* memory = (int*)w.memory;
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(memory[2 * i], i + 1);
    CHECK_EQUAL(memory[9], 5);
    CHECK_EQUAL(memory[1], 0);
    drop_window(&w);
  }
  CASE("12.3 nothing moves for zero counts and MPI_PROC_NULL") {
    Window w = make_window(ALLOCATE, 16, 1);
    char value = 9;
    MPI_Win_fence(0, w.win);
    MPI_Put(&value, 0, MPI_CHAR, 0, 0, 0, MPI_CHAR, w.win);
    MPI_Put(NULL, 0, MPI_CHAR, 0, 1000, 0, MPI_CHAR, w.win);
    MPI_Put(&value, 1, MPI_CHAR, MPI_PROC_NULL, 123456, 1, MPI_CHAR, w.win);
    MPI_Get(&value, 1, MPI_CHAR, MPI_PROC_NULL, 0, 1, MPI_CHAR, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(value, 9);
    for (int i = 0; i < 16; ++i) CHECK_EQUAL(w.memory[i], 0);
    drop_window(&w);
  }
  CASE("12.3 large transfers arrive whole") {
    for (int flavor = CREATE; flavor <= ALLOCATE; ++flavor) {
      const int n = 3 << 20;
      Window w = make_window(flavor, n, 1);
      char* origin = malloc((size_t)n);
      for (int i = 0; i < n; ++i) origin[i] = (char)(i * 31 + rank);
      MPI_Win_fence(0, w.win);
      MPI_Put(origin, n, MPI_CHAR, (rank + 1) % ranks, 0, n, MPI_CHAR, w.win);
      MPI_Win_fence(0, w.win);
      int bad = 0, previous = (rank + ranks - 1) % ranks;
      for (int i = 0; i < n; ++i) bad += w.memory[i] != (char)(i * 31 + previous);
      CHECK_EQUAL(bad, 0);
      drop_window(&w);
      free(origin);
    }
  }
  CASE("12.3.1 a put to oneself") {
    Window w = make_window(CREATE, 64, 8);
    long value = 77;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w.win);
    MPI_Put(&value, 1, MPI_LONG, rank, 3, 1, MPI_LONG, w.win);
    MPI_Win_unlock(rank, w.win);
    CHECK_EQUAL(((long*)w.memory)[3], 77);
    drop_window(&w);
  }
#if MPI_VERSION >= 4
  CASE("MPI-4 12.3 large-count forms and large-count types") {
    Window w = make_window(ALLOCATE, 256, 4);
    int values[16], back[16] = {0};
    MPI_Datatype vector, structure;
    for (int i = 0; i < 16; ++i) values[i] = 100 * rank + i;
    MPI_Type_vector_c((MPI_Count)4, (MPI_Count)1, (MPI_Count)3, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Count lengths[] = {1, 2}, places[] = {0, 16};
    MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Type_create_struct_c((MPI_Count)2, lengths, places, types, &structure);
    MPI_Type_commit(&structure);
    int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Win_fence(0, w.win);
    MPI_Put_c(values, (MPI_Count)4, MPI_INT, target, 0, (MPI_Count)1, vector, w.win);
    MPI_Put_c(values, (MPI_Count)3, MPI_INT, target, 20, (MPI_Count)1, structure, w.win);
    MPI_Win_fence(0, w.win);
    int* memory = (int*)w.memory;
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(memory[3 * i], 100 * previous + i);
    CHECK_EQUAL(memory[20], 100 * previous);
    CHECK_EQUAL(memory[24], 100 * previous + 1);
    CHECK_EQUAL(memory[25], 100 * previous + 2);
    MPI_Get_c(back, (MPI_Count)1, vector, rank, 0, (MPI_Count)1, vector, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(back[9], memory[9]);
    MPI_Type_free(&vector);
    MPI_Type_free(&structure);
    drop_window(&w);
  }
  CASE("MPI-4 12.2.1 displacement units may be larger than an int holds") {
    const MPI_Aint unit = 3000000000;
    const int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    char *memory, *part, value = (char)(1 + rank);
    MPI_Aint size, told;
    int as_int, found;
    int* attribute;
    MPI_Win win;
    MPI_Win_allocate_c(unit + 8, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_CHAR, target, 1, 1, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(memory[unit], 1 + previous);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &attribute, &found);
    CHECK(found);
    CHECK_EQUAL(*attribute, MPI_UNDEFINED);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared_c(8, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query_c(win, target, &size, &told, &part);
    CHECK_EQUAL(told, unit);
    MPI_Win_shared_query(win, target, &size, &as_int, &part);
    CHECK_EQUAL(as_int, MPI_UNDEFINED);
    MPI_Win_free(&win);
  }
#endif
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("12.3 derived types on both sides: created window") derived(CREATE);
  CASE("12.3 derived types on both sides: allocated window") derived(ALLOCATE);
  CASE("12.3 derived types on both sides: dynamic window") derived(DYNAMIC);
  lifetimes();
  return end();
}
