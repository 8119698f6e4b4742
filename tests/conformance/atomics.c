/* 12.3.4: accumulate, get_accumulate, fetch_and_op, compare_and_swap. The judge of arithmetic is MPI_Reduce_local. */
#include "conformance.h"

typedef struct {
  const char* name;
  MPI_Datatype type;
  int kind; /* what operations it has */
} Type;
enum { INTEGER = 1, FLOATING = 2, COMPLEX = 4, LOGICAL = 8, BYTES = 16, PAIR = 32, FORTRAN = 64 };

typedef struct {
  const char* name;
  MPI_Op op;
  int kinds;
} Op;

static Type types[64];
static int type_count;

static void add(const char* name, MPI_Datatype type, int kind) {
  int size = 0;
  if (type == MPI_DATATYPE_NULL) return;
  if (MPI_Type_size(type, &size) != MPI_SUCCESS || size == 0) return;
  types[type_count].name = name;
  types[type_count].type = type;
  types[type_count++].kind = kind;
}
#define ADD(type, kind) add(#type, type, kind)

static void list_types(void) {
  ADD(MPI_SIGNED_CHAR, INTEGER);
  ADD(MPI_UNSIGNED_CHAR, INTEGER);
  ADD(MPI_SHORT, INTEGER);
  ADD(MPI_UNSIGNED_SHORT, INTEGER);
  ADD(MPI_INT, INTEGER);
  ADD(MPI_UNSIGNED, INTEGER);
  ADD(MPI_LONG, INTEGER);
  ADD(MPI_UNSIGNED_LONG, INTEGER);
  ADD(MPI_LONG_LONG, INTEGER);
  ADD(MPI_UNSIGNED_LONG_LONG, INTEGER);
  ADD(MPI_INT8_T, INTEGER);
  ADD(MPI_INT16_T, INTEGER);
  ADD(MPI_INT32_T, INTEGER);
  ADD(MPI_INT64_T, INTEGER);
  ADD(MPI_UINT8_T, INTEGER);
  ADD(MPI_UINT16_T, INTEGER);
  ADD(MPI_UINT32_T, INTEGER);
  ADD(MPI_UINT64_T, INTEGER);
  ADD(MPI_FLOAT, FLOATING);
  ADD(MPI_DOUBLE, FLOATING);
  ADD(MPI_LONG_DOUBLE, FLOATING);
  ADD(MPI_C_BOOL, LOGICAL);
  ADD(MPI_C_FLOAT_COMPLEX, COMPLEX);
  ADD(MPI_C_DOUBLE_COMPLEX, COMPLEX);
  ADD(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX);
  ADD(MPI_BYTE, BYTES);
  ADD(MPI_INTEGER, FORTRAN);
  ADD(MPI_REAL, FLOATING);
  ADD(MPI_DOUBLE_PRECISION, FLOATING);
  ADD(MPI_COMPLEX, COMPLEX);
  ADD(MPI_LOGICAL, LOGICAL);
  ADD(MPI_FLOAT_INT, PAIR);
  ADD(MPI_DOUBLE_INT, PAIR);
  ADD(MPI_LONG_INT, PAIR);
  ADD(MPI_2INT, PAIR);
  ADD(MPI_SHORT_INT, PAIR);
  ADD(MPI_LONG_DOUBLE_INT, PAIR);
  ADD(MPI_2REAL, PAIR);
  ADD(MPI_2DOUBLE_PRECISION, PAIR);
  ADD(MPI_2INTEGER, PAIR);
}

static const Op* list_ops(int* count) {
  static Op ops[12];
  int n = 0;
#define OP(op, kinds) ops[n++] = (Op){#op, op, kinds}
  OP(MPI_SUM, INTEGER | FORTRAN | FLOATING | COMPLEX);
  OP(MPI_PROD, INTEGER | FORTRAN | FLOATING | COMPLEX);
  OP(MPI_MAX, INTEGER | FORTRAN | FLOATING);
  OP(MPI_MIN, INTEGER | FORTRAN | FLOATING);
  OP(MPI_LAND, INTEGER | LOGICAL);
  OP(MPI_LOR, INTEGER | LOGICAL);
  OP(MPI_LXOR, INTEGER | LOGICAL);
  OP(MPI_BAND, INTEGER | FORTRAN | BYTES);
  OP(MPI_BOR, INTEGER | FORTRAN | BYTES);
  OP(MPI_BXOR, INTEGER | FORTRAN | BYTES);
  OP(MPI_MAXLOC, PAIR);
  OP(MPI_MINLOC, PAIR);
  *count = n;
  return ops;
}

enum { N = 5, ROOM = N * 32 };

/* Values that are valid for the type: small numbers, and 0 or 1 where it is a truth value. */
static void put_values(const Type* t, char* memory, int salt) {
  MPI_Aint lower, extent;
  MPI_Type_get_extent(t->type, &lower, &extent);
  memset(memory, 0, ROOM);
  for (int i = 0; i < N; ++i) {
    char* at = memory + i * extent;
    int value = (salt * 5 + i * 3) % 7 + 1;
    if (t->kind == LOGICAL) value = (salt + i) % 2;
#define CASE_OF(name, ctype)       \
  if (t->type == name) {           \
    ctype v = (ctype)value;        \
    memcpy(at, &v, sizeof v);      \
  }
    CASE_OF(MPI_FLOAT, float) CASE_OF(MPI_DOUBLE, double) CASE_OF(MPI_LONG_DOUBLE, long double)
    CASE_OF(MPI_REAL, float) CASE_OF(MPI_DOUBLE_PRECISION, double)
    CASE_OF(MPI_C_FLOAT_COMPLEX, float _Complex) CASE_OF(MPI_C_DOUBLE_COMPLEX, double _Complex)
    CASE_OF(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex) CASE_OF(MPI_COMPLEX, float _Complex)
    if (t->kind & (INTEGER | LOGICAL | BYTES | FORTRAN)) memcpy(at, &value, 1); /* little endian */
    if (t->kind == PAIR) {
      int index = (salt + 2 * i) % 5;
      struct { float v; int i; } fi = {(float)value, index};
      struct { double v; int i; } di = {value, index};
      struct { long v; int i; } li = {value, index};
      struct { int v; int i; } ii = {value, index};
      struct { short v; int i; } si = {(short)value, index};
      struct { long double v; int i; } ldi = {value, index};
      float rr[2] = {(float)value, (float)index};
      double dd[2] = {value, index};
      if (t->type == MPI_FLOAT_INT) memcpy(at, &fi, 8);
      if (t->type == MPI_DOUBLE_INT) memcpy(at, &di, 12);
      if (t->type == MPI_LONG_INT) memcpy(at, &li, 12);
      if (t->type == MPI_2INT || t->type == MPI_2INTEGER) memcpy(at, &ii, 8);
      if (t->type == MPI_SHORT_INT) memcpy(at, &si.v, 2), memcpy(at + 4, &si.i, 4);
      if (t->type == MPI_LONG_DOUBLE_INT) memcpy(at, &ldi.v, 10), memcpy(at + 16, &ldi.i, 4);
      if (t->type == MPI_2REAL) memcpy(at, rr, 8);
      if (t->type == MPI_2DOUBLE_PRECISION) memcpy(at, dd, 16);
    }
  }
}

/* x87 numbers have padding that arithmetic need not keep. */
static int same(const Type* t, const char* a, const char* b) {
  MPI_Aint lower, extent;
  int long_double = t->type == MPI_LONG_DOUBLE || t->type == MPI_C_LONG_DOUBLE_COMPLEX || t->type == MPI_LONG_DOUBLE_INT;
  MPI_Type_get_extent(t->type, &lower, &extent);
  if (!long_double) return memcmp(a, b, (size_t)(N * extent)) == 0;
  for (MPI_Aint i = 0; i < N * extent; i += 16) {
    int bytes = t->type == MPI_LONG_DOUBLE_INT && i % 32 == 16 ? 4 : 10;
    if (memcmp(a + i, b + i, (size_t)bytes) != 0) return 0;
  }
  return 1;
}

static void arithmetic(int flavor) {
  int ops;
  const Op* op = list_ops(&ops);
  Window w = make_window(flavor, ROOM, 1);
  char origin[ROOM], expected[ROOM], before[ROOM], result[ROOM];
  int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  for (int t = 0; t < type_count; ++t) {
    for (int o = 0; o < ops + 1; ++o) {
      int replace = o == ops;
      MPI_Op used = replace ? MPI_REPLACE : op[o].op;
      if (!replace && !(op[o].kinds & types[t].kind)) continue;
      put_values(&types[t], before, 1);
      put_values(&types[t], expected, 2 + previous);
      if (!replace) {
        char target_now[ROOM];
        memcpy(target_now, before, ROOM);
        MPI_Reduce_local(expected, target_now, N, types[t].type, used);
        memcpy(expected, target_now, ROOM);
      }
      for (int fetch = 0; fetch < 2; ++fetch) {
        memcpy(w.memory, before, ROOM);
        put_values(&types[t], origin, 2 + rank);
        memset(result, 0, ROOM);
        MPI_Win_fence(0, w.win);
        if (fetch) {
          MPI_Get_accumulate(origin, N, types[t].type, result, N, types[t].type, target, at(&w, target, 0, 1), N,
                             types[t].type, used, w.win);
        } else {
          MPI_Accumulate(origin, N, types[t].type, target, at(&w, target, 0, 1), N, types[t].type, used, w.win);
        }
        MPI_Win_fence(0, w.win);
        if (!same(&types[t], w.memory, expected)) {
          fprintf(stderr, "%s with %s:\n", types[t].name, replace ? "MPI_REPLACE" : op[o].name);
          CHECK(0);
        }
        if (fetch) CHECK(same(&types[t], result, before));
      }
    }
  }
  drop_window(&w);
}

static void layouts(void) {
  CASE("12.3.4 accumulate with derived types of one basic type, counts greater than one") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 100 * 8, 8);
      long* memory = (long*)w.memory;
      long values[12], result[40];
      int target = (rank + 1) % ranks;
      MPI_Datatype every_third, backwards;
      MPI_Type_vector(3, 1, 3, MPI_LONG, &every_third);
      MPI_Type_commit(&every_third);
      MPI_Type_create_hvector(6, 1, -8, MPI_LONG, &backwards);
      MPI_Type_commit(&backwards);
      for (int i = 0; i < 100; ++i) memory[i] = i;
      for (int i = 0; i < 12; ++i) values[i] = 1000 * (i + 1);
      for (int i = 0; i < 40; ++i) result[i] = -1;
      MPI_Win_fence(0, w.win);
      /* Origin: values[5], [4], … [0]; target: 0, 3, 6, and 7, 10, 13; result: every second. */
      MPI_Datatype every_second;
      MPI_Type_vector(6, 1, 2, MPI_LONG, &every_second);
      MPI_Type_commit(&every_second);
      MPI_Get_accumulate(values + 5, 1, backwards, result, 1, every_second, target, at(&w, target, 0, 8), 2, every_third,
                         MPI_SUM, w.win);
      MPI_Win_fence(0, w.win);
      static const int kPlaces[] = {0, 3, 6, 7, 10, 13};
      for (int i = 0; i < 6; ++i) {
        CHECK_EQUAL(memory[kPlaces[i]], kPlaces[i] + 1000 * (6 - i));
        CHECK_EQUAL(result[2 * i], kPlaces[i]);
        CHECK_EQUAL(result[2 * i + 1], -1);
      }
      CHECK_EQUAL(memory[1], 1);
      MPI_Type_free(&every_third);
      MPI_Type_free(&every_second);
      MPI_Type_free(&backwards);
      drop_window(&w);
    }
  }
  CASE("12.3.4 MPI_NO_OP reads atomically; its origin arguments are ignored") {
    Window w = make_window(ALLOCATE, 64, 8);
    long result[2] = {0, 0};
    ((long*)w.memory)[1] = 40 + rank;
    int target = (rank + 1) % ranks;
    MPI_Win_fence(0, w.win);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, result, 1, MPI_LONG, target, 1, 1, MPI_LONG, MPI_NO_OP, w.win);
    MPI_Fetch_and_op(NULL, result + 1, MPI_LONG, target, 1, MPI_NO_OP, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(result[0], 40 + target);
    CHECK_EQUAL(result[1], 40 + target);
    CHECK_EQUAL(((long*)w.memory)[1], 40 + rank);
    drop_window(&w);
  }
  CASE("12.3.4 pairs at the very end of a window: padding behind the last one is not touched") {
    enum { SIZE = 12 };
    Window w = make_window(CREATE, SIZE, 1);
    char guard = 0x5a;
    struct { double v; int i; } mine = {rank, rank};
    w.memory[SIZE] = guard; /* make_window leaves a byte behind */
    memset(w.memory, 0, SIZE);
    MPI_Win_fence(0, w.win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(w.memory[SIZE], guard);
    if (rank == 0) {
      int index;
      memcpy(&index, w.memory + 8, 4);
      CHECK_EQUAL(index, ranks - 1);
    }
    drop_window(&w);
  }
}

static void concurrency(void) {
  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window w = make_window(flavor, 64, 8);
    long* memory = (long*)w.memory;
    CASE("12.7.1 concurrent accumulates to one location all count") {
      const long n = 200, one = 1;
      MPI_Win_lock_all(0, w.win);
      for (int i = 0; i < n; ++i) MPI_Accumulate(&one, 1, MPI_LONG, 0, at(&w, 0, 0, 8), 1, MPI_LONG, MPI_SUM, w.win);
      MPI_Win_unlock_all(w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
        CHECK_EQUAL(memory[0], n * ranks);
        MPI_Win_unlock(0, w.win);
      }
    }
    CASE("12.3.4.3 every fetch_and_op gets a ticket of its own") {
      enum { M = 100 };
      const long one = 1;
      long tickets[M], *all = malloc(sizeof(long) * M * (size_t)ranks);
      MPI_Win_lock_all(0, w.win);
      for (int i = 0; i < M; ++i) {
        MPI_Fetch_and_op(&one, &tickets[i], MPI_LONG, 0, at(&w, 0, 1, 8), MPI_SUM, w.win);
        MPI_Win_flush(0, w.win);
      }
      MPI_Win_unlock_all(w.win);
      MPI_Gather(tickets, M, MPI_LONG, all, M, MPI_LONG, 0, MPI_COMM_WORLD);
      if (rank == 0) {
        char* seen = calloc(1, (size_t)(M * ranks));
        for (int i = 0; i < M * ranks; ++i) {
          CHECK(all[i] >= 0 && all[i] < M * ranks && !seen[all[i]]);
          if (all[i] >= 0 && all[i] < M * ranks) seen[all[i]] = 1;
        }
        free(seen);
      }
      free(all);
    }
    CASE("12.3.4.4 of concurrent compare_and_swaps on one value one succeeds (64 bits)") {
      for (long round = 0; round < 20; ++round) {
        long free_value = 0, mine = rank + 1, found = -1;
        int won, winners = 0;
        MPI_Win_lock_all(0, w.win);
        MPI_Compare_and_swap(&mine, &free_value, &found, MPI_LONG, 0, at(&w, 0, 2, 8), w.win);
        MPI_Win_unlock_all(w.win);
        won = found == 0;
        MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK_EQUAL(winners, 1);
        if (won) {
          MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
          MPI_Compare_and_swap(&free_value, &mine, &found, MPI_LONG, 0, at(&w, 0, 2, 8), w.win);
          MPI_Win_unlock(0, w.win);
          CHECK_EQUAL(found, mine);
        }
        MPI_Barrier(MPI_COMM_WORLD);
      }
    }
    CASE("12.7.2 accumulates of one origin to one location take effect in program order") {
      long result = -1, first = 10, second = 20, add = 3;
      int target = (rank + 1) % ranks;
      MPI_Win_lock(MPI_LOCK_SHARED, target, 0, w.win);
      MPI_Accumulate(&first, 1, MPI_LONG, target, at(&w, target, 3, 8), 1, MPI_LONG, MPI_REPLACE, w.win);
      MPI_Accumulate(&second, 1, MPI_LONG, target, at(&w, target, 3, 8), 1, MPI_LONG, MPI_REPLACE, w.win);
      MPI_Accumulate(&add, 1, MPI_LONG, target, at(&w, target, 3, 8), 1, MPI_LONG, MPI_SUM, w.win);
      MPI_Get_accumulate(NULL, 0, MPI_LONG, &result, 1, MPI_LONG, target, at(&w, target, 3, 8), 1, MPI_LONG, MPI_NO_OP,
                         w.win);
      MPI_Win_unlock(target, w.win);
      CHECK_EQUAL(result, 23);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    CASE("12.3.4.2 swaps form a chain: every value that went in came out once, or stayed") {
      long sum_in = 0, sum_out = 0, all_in = 0, all_out = 0;
      MPI_Win_lock_all(0, w.win);
      for (long i = 0; i < 50; ++i) {
        long in = 1000 * (rank + 1) + i, out = 0;
        MPI_Fetch_and_op(&in, &out, MPI_LONG, 0, at(&w, 0, 4, 8), MPI_REPLACE, w.win);
        MPI_Win_flush(0, w.win);
        sum_in += in;
        sum_out += out;
      }
      MPI_Win_unlock_all(w.win);
      MPI_Reduce(&sum_in, &all_in, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
      MPI_Reduce(&sum_out, &all_out, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
      if (rank == 0) CHECK_EQUAL(all_in, all_out + memory[4]);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    drop_window(&w);
  }
  CASE("12.7.1 atomicity holds across windows that overlap") {
    Window outer = make_window(ALLOCATE, 64, 8);
    MPI_Win inner;
    const long one = 1, n = 200;
    MPI_Win_create(outer.memory, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &inner);
    MPI_Win used = rank % 2 ? inner : outer.win;
    MPI_Win_lock_all(0, used);
    for (int i = 0; i < n; ++i) MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, used);
    MPI_Win_unlock_all(used);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK_EQUAL(*(volatile long*)outer.memory, n * ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&inner);
    drop_window(&outer);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  list_types();
  CASE("12.3.4 every predefined type with every operation it has: allocated window") arithmetic(ALLOCATE);
  CASE("12.3.4 every predefined type with every operation it has: created window") arithmetic(CREATE);
  layouts();
  concurrency();
  return end();
}
