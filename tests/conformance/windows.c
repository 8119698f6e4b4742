/* 12.2: creating windows, what they know about themselves, and freeing them. */
#include "conformance.h"

static int copied, deleted;
static int on_delete(MPI_Win win, int key, void* value, void* extra) {
  (void)win, (void)key, (void)extra;
  deleted += *(int*)value;
  return MPI_SUCCESS;
}

static void attributes(void) {
  static const int kFlavors[] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED,
                                 MPI_WIN_FLAVOR_DYNAMIC};
  CASE("12.2.6 the predefined attributes tell base, size, unit, flavour and model") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 64 * (rank + 1), 4);
      void* value;
      int found = 0;
      MPI_Win_get_attr(w.win, MPI_WIN_BASE, &value, &found);
      CHECK(found && (flavor == DYNAMIC ? value == MPI_BOTTOM : value == w.memory));
      MPI_Win_get_attr(w.win, MPI_WIN_SIZE, &value, &found);
      CHECK(found);
      CHECK_EQUAL(*(MPI_Aint*)value, flavor == DYNAMIC ? 0 : 64 * (rank + 1));
      MPI_Win_get_attr(w.win, MPI_WIN_DISP_UNIT, &value, &found);
      CHECK(found);
      CHECK_EQUAL(*(int*)value, flavor == DYNAMIC ? 1 : 4);
      MPI_Win_get_attr(w.win, MPI_WIN_CREATE_FLAVOR, &value, &found);
      CHECK(found);
      CHECK_EQUAL(*(int*)value, kFlavors[flavor]);
      MPI_Win_get_attr(w.win, MPI_WIN_MODEL, &value, &found);
      CHECK(found && (*(int*)value == MPI_WIN_UNIFIED || *(int*)value == MPI_WIN_SEPARATE));
      drop_window(&w);
      CHECK(w.win == MPI_WIN_NULL);
    }
  }
  CASE("7.7.3 attributes of the user's own are kept and deleted with the window") {
    int key, one = 1, found = 0, *value;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, NULL);
    Window w = make_window(ALLOCATE, 8, 1);
    MPI_Win_set_attr(w.win, key, &one);
    MPI_Win_get_attr(w.win, key, &value, &found);
    CHECK(found && value == &one);
    deleted = 0;
    drop_window(&w);
    CHECK_EQUAL(deleted, 1);
    MPI_Win_free_keyval(&key);
    (void)copied;
  }
  CASE("7.8 windows have names") {
    char name[MPI_MAX_OBJECT_NAME];
    int length = 0;
    Window w = make_window(ALLOCATE, 8, 1);
    MPI_Win_set_name(w.win, "grid");
    MPI_Win_get_name(w.win, name, &length);
    CHECK(length == 4 && strcmp(name, "grid") == 0);
    drop_window(&w);
  }
  CASE("12.2.6 the group of a window is that of its communicator") {
    MPI_Group of_window, of_world;
    int same = MPI_UNEQUAL;
    Window w = make_window(CREATE, 8, 1);
    MPI_Win_get_group(w.win, &of_window);
    MPI_Comm_group(MPI_COMM_WORLD, &of_world);
    MPI_Group_compare(of_window, of_world, &same);
    CHECK_EQUAL(same, MPI_IDENT);
    MPI_Group_free(&of_window);
    MPI_Group_free(&of_world);
    drop_window(&w);
  }
  CASE("12.2.7 info given at creation and later is told again") {
    MPI_Info info, told;
    MPI_Win win;
    char* memory;
    char value[MPI_MAX_INFO_VAL + 1];
    int found = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(8, 1, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_get_info(win, &told);
    MPI_Info_get(told, "no_locks", MPI_MAX_INFO_VAL, value, &found);
    CHECK(found && strcmp(value, "true") == 0);
    MPI_Info_get(told, "accumulate_ordering", MPI_MAX_INFO_VAL, value, &found);
    CHECK(found && strcmp(value, "none") == 0);
    MPI_Info_free(&told);
    MPI_Info_set(info, "no_locks", "false");
    MPI_Win_set_info(win, info);
    MPI_Win_get_info(win, &told);
    MPI_Info_get(told, "no_locks", MPI_MAX_INFO_VAL, value, &found);
    CHECK(found && strcmp(value, "false") == 0);
    MPI_Info_free(&told);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
  }
}

static void shapes(void) {
  CASE("12.2.1 every process gives its own size and unit; displacements count in the target's units") {
    static const int kUnits[] = {1, 2, 4, 8, 3};
    int unit = kUnits[rank % 5];
    MPI_Win win;
    unsigned char* memory;
    MPI_Win_allocate(unit * (10 + rank), unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, (size_t)(unit * (10 + rank)));
    MPI_Win_fence(0, win);
    unsigned char value = (unsigned char)(rank + 1);
    int target = (rank + 1) % ranks;
    MPI_Put(&value, 1, MPI_UNSIGNED_CHAR, target, 9 + target, 1, MPI_UNSIGNED_CHAR, win);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(memory[unit * (9 + rank)], (rank + ranks - 1) % ranks + 1);
    MPI_Win_free(&win);
  }
  CASE("12.2.1 a process may expose no memory") {
    MPI_Win win;
    int mine = -1, value = 7;
    int* base = rank == 0 ? &mine : NULL;
    MPI_Win_create(base, rank == 0 ? sizeof mine : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == ranks - 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 0) CHECK_EQUAL(mine, 7);
    MPI_Win_free(&win);
  }
  CASE("12.2.2 allocated sizes need not be multiples of anything") {
    for (int bytes = 1; bytes < 40; bytes += 7) {
      Window w = make_window(ALLOCATE, bytes + rank, 1);
      unsigned char value = (unsigned char)(0x40 + rank);
      int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
      MPI_Win_fence(0, w.win);
      MPI_Put(&value, 1, MPI_BYTE, target, bytes + target - 1, 1, MPI_BYTE, w.win);
      MPI_Win_fence(0, w.win);
      CHECK_EQUAL((unsigned char)w.memory[bytes + rank - 1], 0x40 + previous);
      drop_window(&w);
    }
  }
  CASE("12.2.1 windows may overlap") {
    Window outer = make_window(ALLOCATE, 128, 1);
    MPI_Win inner;
    long value = 100 + rank, seen = 0;
    int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Win_create(outer.memory + 64, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &inner);
    MPI_Win_fence(0, inner);
    MPI_Put(&value, 1, MPI_LONG, target, 1, 1, MPI_LONG, inner);
    MPI_Win_fence(0, inner);
    CHECK_EQUAL(*(long*)(outer.memory + 72), 100 + previous);
    MPI_Win_fence(0, outer.win);
    MPI_Get(&seen, 1, MPI_LONG, target, 72, 1, MPI_LONG, outer.win);
    MPI_Win_fence(0, outer.win);
    CHECK_EQUAL(seen, 100 + rank);
    MPI_Win_free(&inner);
    drop_window(&outer);
  }
  CASE("12.2 many windows live side by side") {
    enum { N = 40 };
    Window w[N];
    for (int i = 0; i < N; ++i) w[i] = make_window(i % FLAVORS, 8, 8);
    for (int i = 0; i < N; ++i) MPI_Win_fence(0, w[i].win);
    for (int i = 0; i < N; ++i) {
      long value = 1000 * i + rank;
      int target = (rank + i) % ranks;
      MPI_Put(&value, 1, MPI_LONG, target, at(&w[i], target, 0, 8), 1, MPI_LONG, w[i].win);
      MPI_Win_fence(0, w[i].win);
    }
    for (int i = N - 1; i >= 0; --i) {
      CHECK_EQUAL(*(long*)w[i].memory, 1000 * i + (rank + N * ranks - i) % ranks);
      drop_window(&w[i]);
    }
  }
}

static void communicators(void) {
  CASE("12.2.1 a window's ranks are those of its communicator, reordered or not") {
    MPI_Comm reversed;
    MPI_Win win;
    int *memory, value = rank, mine;
    MPI_Comm_split(MPI_COMM_WORLD, 0, ranks - rank, &reversed);
    MPI_Comm_rank(reversed, &mine);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, reversed, &memory, &win);
    *memory = -1;
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, (mine + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(*memory, (rank + 1) % ranks);
    MPI_Win_free(&win);
    MPI_Comm_free(&reversed);
  }
  CASE("12.2 disjoint communicators make windows at the same time") {
    MPI_Comm part;
    int size, mine;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_size(part, &size);
    MPI_Comm_rank(part, &mine);
    for (int i = 0; i < 10; ++i) {
      MPI_Win win;
      long* memory;
      long value = 10 * rank + i;
      MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, part, &memory, &win);
      *memory = -1;
      MPI_Win_fence(0, win);
      MPI_Put(&value, 1, MPI_LONG, (mine + 1) % size, 0, 1, MPI_LONG, win);
      MPI_Win_fence(0, win);
      CHECK_EQUAL(*memory, 10 * (((mine + size - 1) % size) * 2 + rank % 2) + i);
      MPI_Win_free(&win);
    }
    MPI_Comm_free(&part);
  }
  CASE("12.2.1 a window outlives the handle of its communicator") {
    MPI_Comm duplicate;
    MPI_Win win;
    int *memory, value = rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, duplicate, &memory, &win);
    MPI_Comm_free(&duplicate);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(*memory, (rank + ranks - 1) % ranks);
    MPI_Group group;
    int size = 0;
    MPI_Win_get_group(win, &group);
    MPI_Group_size(group, &size);
    CHECK_EQUAL(size, ranks);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
  }
  CASE("12.2.1 a window on MPI_COMM_SELF") {
    MPI_Win win;
    int memory = 0, value = 5;
    MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    CHECK_EQUAL(memory, 5);
    MPI_Win_free(&win);
  }
}

static void shared_memory(void) {
  CASE("12.2.3 memory of a shared window is contiguous in rank order, and everybody's stores are seen") {
    MPI_Win win;
    int* memory;
    int n = rank + 1;
    MPI_Win_allocate_shared(n * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < n; ++i) memory[i] = 100 * rank + i;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    char* expected = NULL;
    for (int r = 0; r < ranks; ++r) {
      MPI_Aint size;
      int unit, *base;
      MPI_Win_shared_query(win, r, &size, &unit, &base);
      CHECK_EQUAL(size, (r + 1) * (int)sizeof(int));
      CHECK_EQUAL(unit, sizeof(int));
      if (expected) CHECK((char*)base == expected);
      if (r == rank) CHECK(base == memory);
      for (int i = 0; i <= r; ++i) CHECK_EQUAL(base[i], 100 * r + i);
      expected = (char*)base + size;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  CASE("12.2.3 alloc_shared_noncontig: parts apart, still shared; PROC_NULL asks for the lowest rank with memory") {
    MPI_Info info;
    MPI_Win win;
    int *memory, *base = NULL, unit;
    MPI_Aint size, own = rank == 0 && ranks > 1 ? 0 : 12;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    MPI_Win_allocate_shared(own, 4, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Info_free(&info);
    MPI_Win_fence(0, win);
    if (own) memory[2] = 7 + rank;
    MPI_Win_fence(0, win);
    int lowest = ranks > 1 ? 1 : 0;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &base);
    CHECK_EQUAL(size, 12);
    CHECK(base != NULL && base[2] == 7 + lowest);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  CASE("12.2.3 RMA on a shared window and loads of it are about the same memory") {
    Window w = make_window(SHARED, 32, 8);
    long value = rank + 50;
    MPI_Win_fence(0, w.win);
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 3, 1, MPI_LONG, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(((long*)w.memory)[3], (rank + ranks - 1) % ranks + 50);
    drop_window(&w);
  }
}

static void dynamic(void) {
  CASE("12.2.4 memory is attached and detached while the window lives; displacements are addresses") {
    MPI_Win win;
    enum { N = 300 };
    long* blocks[N];
    MPI_Aint mine[N], *theirs = malloc(sizeof(MPI_Aint) * N * (size_t)ranks);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < N; ++i) {
      blocks[i] = calloc(4, sizeof(long));
      MPI_Win_attach(win, blocks[i], 4 * sizeof(long));
      MPI_Get_address(blocks[i], &mine[i]);
    }
    MPI_Allgather(mine, N, MPI_AINT, theirs, N, MPI_AINT, MPI_COMM_WORLD);
    int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < N; i += 13) {
      long value = 1000 * rank + i;
      MPI_Put(&value, 1, MPI_LONG, target, MPI_Aint_add(theirs[target * N + i], 2 * sizeof(long)), 1, MPI_LONG, win);
      MPI_Win_flush_local(target, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N; ++i) {
      CHECK_EQUAL(blocks[i][2], i % 13 == 0 ? 1000 * previous + i : 0);
      MPI_Win_detach(win, blocks[i]);
      free(blocks[i]);
    }
    MPI_Win_free(&win);
    free(theirs);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  attributes();
  shapes();
  communicators();
  shared_memory();
  dynamic();
  return end();
}
