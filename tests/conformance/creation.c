/* 12.2, what windows.c leaves out: any memory, hints, error handlers, attaching again, freeing. */
#include "conformance.h"

static long in_static_memory[8];

/* A put round the ring lands in `memory`, which is the window's. */
static void use(MPI_Win win, long* memory, MPI_Aint displacement) {
  long value = 700 + rank;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, displacement, 1, MPI_LONG, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK_EQUAL(*memory, 700 + (rank + ranks - 1) % ranks);
}

static void memory_of_any_kind(void) {
  CASE("12.2.1 a window may be of static memory, of the stack, of the heap or of MPI_Alloc_mem, different in each process") {
    for (int round = 0; round < 4; ++round) {
      long on_stack[8] = {0}, *from_mpi, *heap = calloc(8, sizeof(long));
      MPI_Alloc_mem(64, MPI_INFO_NULL, &from_mpi);
      memset(from_mpi, 0, 64);
      memset(in_static_memory, 0, sizeof in_static_memory);
      long* const kinds[] = {on_stack, from_mpi, heap, in_static_memory};
      long* memory = kinds[(rank + round) % 4];
      MPI_Win win;
      MPI_Win_create(memory, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
      use(win, memory + 7, 7);
      MPI_Win_free(&win);
      CHECK_EQUAL(memory[7], 700 + (rank + ranks - 1) % ranks); /* it is the program's, and stays */
      MPI_Free_mem(from_mpi);
      free(heap);
    }
  }
  CASE("12.2.1 windows are made on intracommunicators") {
    if (ranks > 1) {
      MPI_Comm half, inter;
      MPI_Win win = MPI_WIN_NULL;
      long memory = 0;
      int error_class = MPI_SUCCESS;
      MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
      MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &inter);
      MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
      MPI_Error_class(MPI_Win_create(&memory, 8, 8, MPI_INFO_NULL, inter, &win), &error_class);
      CHECK_EQUAL(error_class, MPI_ERR_COMM);
      CHECK(win == MPI_WIN_NULL);
      MPI_Comm_free(&inter);
      MPI_Comm_free(&half);
    }
  }
  CASE("12.2.2 processes may ask for different sizes, and for nothing") {
    MPI_Win win;
    long* memory = NULL;
    int zero = rank % 2;
    MPI_Win_allocate(zero ? 0 : 8 * (1 + rank), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; !zero && i <= rank; ++i) memory[i] = i;
    MPI_Win_fence(0, win);
    for (int t = 0; t < ranks; t += 2) {
      long last = -1;
      MPI_Get(&last, 1, MPI_LONG, t, t, 1, MPI_LONG, win);
      MPI_Win_fence(0, win);
      CHECK_EQUAL(last, t);
    }
    MPI_Win_free(&win);
  }
  CASE("12.2.2 memory is aligned for every type, and as mpi_minimum_memory_alignment asks") {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_minimum_memory_alignment", "1024");
    for (int bytes = 1; bytes < 100; bytes += 33) {
      MPI_Win win;
      char* memory;
      MPI_Win_allocate(bytes, 1, info, MPI_COMM_WORLD, &memory, &win);
      CHECK_EQUAL((uintptr_t)memory % 1024, 0);
      MPI_Win_free(&win);
      MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
      CHECK_EQUAL((uintptr_t)memory % sizeof(long double), 0);
      MPI_Win_free(&win);
    }
    MPI_Info_free(&info);
  }
  CASE("12.2.3 in a shared window without memory the query for the lowest rank with memory tells size 0") {
    MPI_Win win;
    void *memory, *base = &win;
    MPI_Aint size = 77;
    int unit = 0;
    MPI_Win_allocate_shared(0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &base);
    CHECK_EQUAL(size, 0);
    MPI_Win_free(&win);
  }
  CASE("12.2.3 shared_query tells every rank's size and displacement unit") {
    MPI_Win win;
    char* memory;
    MPI_Win_allocate_shared(16 * rank, rank % 2 ? 8 : 2, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int r = 0; r < ranks; ++r) {
      MPI_Aint size = -1;
      int unit = 0;
      char* base = NULL;
      MPI_Win_shared_query(win, r, &size, &unit, &base);
      CHECK_EQUAL(size, 16 * r);
      CHECK_EQUAL(unit, r % 2 ? 8 : 2);
    }
    MPI_Win_free(&win);
  }
}

static void hints(void) {
  CASE("12.2.1 hints that are true change nothing") {
    static const char* const kHints[][2] = {{"no_locks", "true"},
                                            {"same_size", "true"},
                                            {"same_disp_unit", "true"},
                                            {"accumulate_ordering", "none"},
                                            {"accumulate_ordering", "rar,waw"},
                                            {"accumulate_ops", "same_op"},
                                            {"accumulate_ops", "same_op_no_op"}};
    for (size_t h = 0; h < sizeof kHints / sizeof *kHints; ++h) {
      MPI_Info info;
      MPI_Win win;
      long* memory;
      MPI_Info_create(&info);
      MPI_Info_set(info, kHints[h][0], kHints[h][1]);
      MPI_Win_allocate(16, 8, info, MPI_COMM_WORLD, &memory, &win);
      MPI_Info_free(&info);
      memory[0] = memory[1] = 0;
      MPI_Win_fence(0, win);
      for (int t = 0; t < ranks; ++t) {
        long add = 10 + rank;
        MPI_Accumulate(&add, 1, MPI_LONG, t, 1, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_fence(0, win);
      }
      CHECK_EQUAL(memory[1], 10 * ranks + ranks * (ranks - 1) / 2);
      use(win, memory, 0);
      MPI_Win_free(&win);
    }
  }
  CASE("12.2.7 a hint that nobody knows is ignored; each asking gets an info of its own") {
    MPI_Info info, one, two;
    MPI_Win win;
    long* memory;
    int keys = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "fencepost_has_no_such_key", "yes");
    MPI_Win_allocate(8, 8, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &one);
    MPI_Win_get_info(win, &two);
    MPI_Info_set(one, "mine", "1");
    MPI_Info_get_nkeys(two, &keys);
    for (int i = 0; i < keys; ++i) {
      char key[MPI_MAX_INFO_KEY + 1];
      MPI_Info_get_nthkey(two, i, key);
      CHECK(strcmp(key, "mine") != 0);
    }
    MPI_Info_free(&one);
    MPI_Info_free(&two);
    use(win, memory, 0);
    MPI_Win_free(&win);
  }
}

static void dynamic(void) {
  CASE("12.2.4 memory that was detached may be attached again, and be attached to two windows") {
    MPI_Win first, second;
    long block[4] = {0};
    MPI_Aint mine, *all = malloc(sizeof(MPI_Aint) * (size_t)ranks);
    MPI_Get_address(block, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &first);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &second);
    for (int round = 0; round < 3; ++round) {
      MPI_Win_attach(first, block, sizeof block);
      MPI_Win_attach(second, block, sizeof block);
      MPI_Barrier(MPI_COMM_WORLD);
      memset(block, 0, sizeof block);
      use(round % 2 ? second : first, block + 1, all[(rank + 1) % ranks] + 8);
      use(round % 2 ? first : second, block + 2, all[(rank + 1) % ranks] + 16);
      MPI_Win_detach(first, block);
      MPI_Win_detach(second, block);
    }
    MPI_Win_free(&first);
    MPI_Win_free(&second);
    free(all);
  }
  CASE("12.2.4 freeing a window detaches what is attached to it") {
    for (int round = 0; round < 3; ++round) {
      static long block[4];
      MPI_Win win;
      MPI_Aint mine, *all = malloc(sizeof(MPI_Aint) * (size_t)ranks);
      memset(block, 0, sizeof block);
      MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
      MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
      CHECK_EQUAL(MPI_Win_attach(win, block, sizeof block), MPI_SUCCESS);
      MPI_Get_address(block, &mine);
      MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
      use(win, block + 3, all[(rank + 1) % ranks] + 24);
      MPI_Win_free(&win);
      free(all);
    }
  }
}

static void freeing(void) {
  CASE("12.2.5 freeing a window waits for all of its processes, and makes the handle MPI_WIN_NULL") {
    /* When the first one has freed, each has written in shared memory that it is about to free. */
    Window said = make_window(SHARED, FLAVORS, 1);
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 8, 8);
      char* memory = w.memory;
      MPI_Win win = w.win;
      if (flavor == DYNAMIC) MPI_Win_detach(win, memory);
      __atomic_store_n(&said.memory[flavor], 1, __ATOMIC_SEQ_CST);
      MPI_Win_free(&win);
      CHECK(win == MPI_WIN_NULL);
      for (int r = 0; r < ranks; ++r) {
        MPI_Aint size;
        int unit;
        char* theirs;
        MPI_Win_shared_query(said.win, r, &size, &unit, &theirs);
        CHECK_EQUAL(__atomic_load_n(&theirs[flavor], __ATOMIC_SEQ_CST), 1);
      }
      if (flavor == CREATE || flavor == DYNAMIC) free(memory);
      free(w.bases);
    }
    drop_window(&said);
  }
  CASE("12.2.5 what was put into the window's memory before it was freed is in it afterwards") {
    long memory = 0, value = 10 + rank;
    MPI_Win win;
    MPI_Win_create(&memory, 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, win);
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, win);
    MPI_Win_unlock((rank + 1) % ranks, win);
    MPI_Win_free(&win); /* a barrier */
    CHECK_EQUAL(*(volatile long*)&memory, 10 + (rank + ranks - 1) % ranks);
  }
}

/* ---- attributes and error handlers ---- */

static int deletions, last_key;
static void *last_value, *last_extra;
static MPI_Win last_window;
static int on_delete(MPI_Win win, int key, void* value, void* extra) {
  ++deletions;
  last_window = win;
  last_key = key;
  last_value = value;
  last_extra = extra;
  return MPI_SUCCESS;
}

static int handled[2];
static void first_handler(MPI_Win* win, int* code, ...) {
  (void)win, (void)code;
  ++handled[0];
}
static void second_handler(MPI_Win* win, int* code, ...) {
  (void)win, (void)code;
  ++handled[1];
}

static void callbacks(void) {
  CASE("7.7.3 an attribute's delete function gets window, key, value and extra state when it is replaced, deleted, freed") {
    int key, one = 1, two = 2, extra = 3, found = 1;
    void* value;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, &extra);
    Window w = make_window(CREATE, 8, 8);
    MPI_Win kept = w.win;
    deletions = 0;
    MPI_Win_set_attr(w.win, key, &one);
    CHECK_EQUAL(deletions, 0);
    MPI_Win_set_attr(w.win, key, &two);
    CHECK_EQUAL(deletions, 1);
    CHECK(last_window == kept && last_key == key && last_value == &one && last_extra == &extra);
    MPI_Win_delete_attr(w.win, key);
    CHECK_EQUAL(deletions, 2);
    CHECK(last_value == &two);
    MPI_Win_get_attr(w.win, key, &value, &found);
    CHECK(!found);
    MPI_Win_set_attr(w.win, key, &one);
    int freed = key;
    MPI_Win_free_keyval(&freed); /* lives on as long as an attribute has it */
    drop_window(&w);
    CHECK_EQUAL(deletions, 3);
    CHECK(last_value == &one);
  }
  CASE("12.6.1 each window has its own error handler, which it tells and which may be called") {
    Window a = make_window(ALLOCATE, 8, 8), b = make_window(DYNAMIC, 8, 8);
    MPI_Errhandler first, second, told;
    MPI_Win_create_errhandler(first_handler, &first);
    MPI_Win_create_errhandler(second_handler, &second);
    MPI_Win_get_errhandler(a.win, &told);
    CHECK(told == MPI_ERRORS_ARE_FATAL);
    MPI_Win_set_errhandler(a.win, first);
    MPI_Win_set_errhandler(b.win, second);
    MPI_Win_get_errhandler(a.win, &told);
    CHECK(told == first);
    MPI_Errhandler_free(&told);
    MPI_Errhandler_free(&first);
    MPI_Errhandler_free(&second); /* the windows keep them */
    handled[0] = handled[1] = 0;
    MPI_Win_unlock(rank, a.win);
    CHECK(handled[0] == 1 && handled[1] == 0);
    MPI_Win_unlock(rank, b.win);
    CHECK(handled[0] == 1 && handled[1] == 1);
    MPI_Win_call_errhandler(b.win, MPI_ERR_OTHER);
    CHECK(handled[0] == 1 && handled[1] == 2);
    drop_window(&a);
    drop_window(&b);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  memory_of_any_kind();
  hints();
  dynamic();
  freeing();
  callbacks();
  return end();
}
