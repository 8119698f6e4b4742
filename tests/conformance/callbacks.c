/* Functions of the program that MPI calls: attribute functions of communicators, windows and datatypes. */
#include "conformance.h"

static int copied, deleted, refusals;

static int copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key, (void)extra;
  ++copied;
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}
static int copy_never(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key, (void)extra, (void)in, (void)out, (void)flag;
  return MPI_ERR_OTHER;
}
static int delete(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

/* A window that does something on `comm`. */
static void use_window(MPI_Comm comm) {
  long memory[4] = {0}, value = rank + 1;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 2, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(memory[2], (rank + ranks - 1) % ranks + 1);
  MPI_Win_free(&win);
}

#ifndef OPEN_MPI /* whose MPI_Win_free does not say that such a function has failed */
static int refuse_once(MPI_Win win, int key, void* value, void* extra) {
  (void)win, (void)key, (void)value, (void)extra;
  return refusals++ == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static void refuse_to_be_freed(void) {
  int key;
  MPI_Win win;
  long* memory;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, refuse_once, &key, NULL);
  MPI_Win_set_attr(win, key, NULL);
  CHECK(MPI_Win_free(&win) != MPI_SUCCESS);
  CHECK(win != MPI_WIN_NULL);
  CHECK_EQUAL(MPI_Win_free(&win), MPI_SUCCESS);
  CHECK(win == MPI_WIN_NULL);
  MPI_Win_free_keyval(&key);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}
#else
static void refuse_to_be_freed(void) {
  (void)refusals;
}
#endif

/* Freed by the library's second name, as a wrapper of the program's own does; the next one may get the same handle. */
static void free_past_the_entry_point(void) {
  enum { STRIDES = 8, COUNT = 10 };
  Window w = make_window(ALLOCATE, COUNT * STRIDES * sizeof(int), sizeof(int));
  int values[COUNT];
  for (int i = 0; i < COUNT; ++i) values[i] = i + 1;
  for (int stride = 1; stride <= STRIDES; ++stride) {
    MPI_Datatype type;
    MPI_Type_vector(COUNT, 1, stride, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, w.win);
    MPI_Put(values, COUNT, MPI_INT, (rank + 1) % ranks, 0, 1, type, w.win);
    MPI_Win_fence(0, w.win);
    PMPI_Type_free(&type);
    for (int i = 0; i < COUNT; ++i) CHECK_EQUAL(((int*)w.memory)[i * stride], i + 1);
    memset(w.memory, 0, (size_t)w.bytes);
  }
  drop_window(&w);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("7.7.2 making and freeing a window copies and deletes no attribute of its communicator") {
    MPI_Comm comm;
    int key;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy, delete, &key, NULL);
    MPI_Comm_set_attr(comm, key, &key);
    use_window(comm);
    use_window(comm);
    CHECK_EQUAL(copied, 0);
    CHECK_EQUAL(deleted, 0);
    MPI_Comm_free(&comm);
    CHECK_EQUAL(deleted, 1);
    MPI_Comm_free_keyval(&key);
  }
  CASE("7.7.2 a communicator that cannot be duplicated can have windows") {
    MPI_Comm comm;
    int key;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy_never, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, &key);
    use_window(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key);
  }
  CASE("7.7.3 a delete function that fails makes MPI_Win_free fail, which may be called again") refuse_to_be_freed();
  CASE("15.2 datatypes may be freed by PMPI_Type_free") free_past_the_entry_point();
  return end();
}
