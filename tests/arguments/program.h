/* The values with which the rows of the table are called. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <mpi.h>

static int rank, ranks, peer, zero = 0, one = 1, far = 4711, negative = -3, number, error, handled;
static long own[4], other[4], third[4], region[4], attached[4], *memory, *shared_memory;
static const long constant_value[4] = {1};
static void* const constant = (void*)constant_value;
static void *unmapped, *pointer;
static int block = MPI_DISTRIBUTE_BLOCK, default_block = MPI_DISTRIBUTE_DFLT_DARG, range[1][3] = {{0, 0, 1}};
static MPI_Aint aint;
static MPI_Count large, zero_large = 0, one_large = 1, far_large = 4711, negative_large = -3;
static MPI_Win win, dynamic, shared, freed_win, made = MPI_WIN_NULL, null_win = MPI_WIN_NULL;
static MPI_Datatype freed_type, uncommitted, new_type, int_type = MPI_INT, null_type = MPI_DATATYPE_NULL;
static MPI_Op user_op;
static MPI_Group none = MPI_GROUP_EMPTY, all, self, new_group, freed_group, null_group = MPI_GROUP_NULL;
static MPI_Info info, new_info, freed_info, null_info = MPI_INFO_NULL;
static MPI_Request request;
static MPI_Comm alone;
static char text[MPI_MAX_OBJECT_NAME] = "a text", long_key[2 * MPI_MAX_INFO_KEY];
static intptr_t never_made, never_set; /* a number without an object; what debuggers fill memory with */

static void add(void* a, void* b, int* n, MPI_Datatype* t) {
  (void)a, (void)b, (void)n, (void)t;
}
static void count_window(MPI_Win* w, int* e, ...) {
  (void)w, ++handled, error = *e;
}
static void count_communicator(MPI_Comm* c, int* e, ...) {
  (void)c, ++handled, error = *e;
}

enum { RETURN, FATAL, OWN };

static int handler;
static MPI_Errhandler of_windows, of_communicators;

static void set_handlers(int which) {
  MPI_Win windows[3] = {win, dynamic, shared};
  handler = which;
  if (which == FATAL) return;
  MPI_Win_create_errhandler(count_window, &of_windows);
  MPI_Comm_create_errhandler(count_communicator, &of_communicators);
  for (int i = 0; i < 3; ++i) MPI_Win_set_errhandler(windows[i], which == RETURN ? MPI_ERRORS_RETURN : of_windows);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, which == RETURN ? MPI_ERRORS_RETURN : of_communicators);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, which == RETURN ? MPI_ERRORS_RETURN : of_communicators);
  MPI_Comm_set_errhandler(alone, which == RETURN ? MPI_ERRORS_RETURN : of_communicators);
}

static void begin(int* argc, char*** argv) {
  MPI_Win copy;
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  peer = (rank + 1) % ranks;
  never_made = sizeof(MPI_Win) == sizeof(int) ? (intptr_t)0xa0001234 : (intptr_t)own;
  memset(&never_set, 0x5a, sizeof never_set);
  if (sizeof(MPI_Win) == sizeof(int)) never_set = (int)never_set;
  memset(long_key, 'k', sizeof long_key - 1);
  unmapped = mmap(NULL, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); /* nobody else gets it */
  MPI_Comm_dup(MPI_COMM_SELF, &alone);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(MPI_COMM_SELF, &self);
  MPI_Info_create(&info);
  MPI_Op_create(add, 1, &user_op);
  MPI_Type_contiguous(1, MPI_LONG, &uncommitted);
  MPI_Type_contiguous(3, MPI_LONG, &freed_type);
  MPI_Type_commit(&freed_type);
  {
    MPI_Datatype handle = freed_type;
    MPI_Type_free(&handle);
  }
  MPI_Win_allocate(256, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, attached, sizeof attached);
  MPI_Win_allocate_shared(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &shared_memory, &shared);
  MPI_Win_create(third, sizeof third, 8, MPI_INFO_NULL, alone, &freed_win);
  copy = freed_win;
  MPI_Win_free(&copy);
  MPI_Group_incl(all, 1, &zero, &freed_group);
  {
    MPI_Group handle = freed_group;
    MPI_Group_free(&handle);
  }
  MPI_Info_create(&freed_info);
  {
    MPI_Info handle = freed_info;
    MPI_Info_free(&handle);
  }
}

/* Right before its use: the library gives the handle to the next one that it makes for itself. */
static MPI_Comm freed_comm(void) {
  MPI_Comm made, handle;
  MPI_Comm_dup(alone, &made);
  handle = made;
  MPI_Comm_free(&handle);
  return made;
}

/* After the call at that line of the table: the class that it returned, or that its handler got. */
static void told(int line, int code) {
  int class = MPI_SUCCESS, given = handled ? error : code;
  if (given != MPI_SUCCESS) MPI_Error_class(given, &class);
  if (request != MPI_REQUEST_NULL && given != MPI_SUCCESS) printf("%d: there is a request\n", line);
  if (rank == 0) printf("%d: class %d\n", line, class);
  fflush(stdout);
  if (request != MPI_REQUEST_NULL) MPI_Wait(&request, MPI_STATUS_IGNORE);
  handled = 0;
  error = MPI_SUCCESS;
}

/* A window of this process only, for a call in some state of it, */
static void make(void) {
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, alone, &pointer, &made);
  MPI_Win_set_errhandler(made, handler == RETURN ? MPI_ERRORS_RETURN : of_windows);
}

/* and after the call at that line was refused: the call that leaves the state works as if it had not been made. */
static void leave(int line, int code) {
  if (code != MPI_SUCCESS || handled) printf("%d: the window has changed\n", line);
  handled = 0;
}

static int end(void) {
  MPI_Win_detach(dynamic, attached);
  MPI_Win_free(&win);
  MPI_Win_free(&dynamic);
  MPI_Win_free(&shared);
  MPI_Info_free(&info);
  MPI_Op_free(&user_op);
  MPI_Type_free(&uncommitted);
  MPI_Group_free(&all);
  MPI_Group_free(&self);
  MPI_Comm_free(&alone);
  MPI_Finalize();
  return 0;
}
