/* Functions that take functions, or whose arguments need more than their types say. */

#define CALL(NAME, TYPES, ...) ((int (*) TYPES)function("PMPI_" #NAME))(__VA_ARGS__)

struct attribute {
  int (*copy)(void*, int, void*, void*, void*, int*);
  int (*delete_it)(void*, int, void*, void*);
  void* extra;
};

#define KEYVALS(NAME, KIND)                                                                                        \
  static int NAME##_copy(MPI_##KIND of, int keyval, void* extra, void* in, void* out, int* flag) {                 \
    const struct attribute* told = extra;                                                                          \
    *flag = 0;                                                                                                     \
    if (told->copy == (void*)1) { /* MPI_COMM_DUP_FN and its kin */                                                \
      *(void**)out = in;                                                                                           \
      *flag = 1;                                                                                                   \
      return 0;                                                                                                    \
    }                                                                                                              \
    return told->copy == NULL ? 0 : told->copy(KIND##_out(of), keyval_out(keyval), told->extra, in, out, flag);    \
  }                                                                                                                \
  static int NAME##_delete(MPI_##KIND of, int keyval, void* value, void* extra) {                                  \
    const struct attribute* told = extra;                                                                          \
    return told->delete_it == NULL ? 0 : told->delete_it(KIND##_out(of), keyval_out(keyval), value, told->extra);  \
  }                                                                                                                \
  int abi_##NAME##_create_keyval(void* copy, void* delete_it, int* keyval, void* extra) {                          \
    int (*own)(void*, void*, int*, void*) =                                                                        \
        (int (*)(void*, void*, int*, void*))function("PMPI_" #NAME "_create_keyval");                              \
    struct attribute* told = malloc(sizeof *told); /* as long as the keyval */                                     \
    told->copy = (int (*)(void*, int, void*, void*, void*, int*))copy;                                             \
    told->delete_it = (int (*)(void*, int, void*, void*))delete_it;                                                \
    told->extra = extra;                                                                                           \
    return error_out(own((void*)NAME##_copy, (void*)NAME##_delete, keyval, told));                                 \
  }                                                                                                                \
  EXPORTED(NAME##_create_keyval)
KEYVALS(Comm, Comm)
KEYVALS(Type, Datatype)
KEYVALS(Win, Win)

/* What is the same thing under another number. */
int abi_Win_get_attr(void* win, int keyval, void* value, int* flag) {
  int (*own)(MPI_Win, int, void*, int*) = (int (*)(MPI_Win, int, void*, int*))function("PMPI_Win_get_attr");
  const int error = own(Win_in(win), keyval_in(keyval), value, flag);
  static __thread int number;
  if (error == 0 && *flag && (keyval == 604 || keyval == 605)) {
    number = **(int**)value;
    number = keyval == 604 ? flavor_out(number) : model_out(number);
    *(int**)value = &number;
  }
  return error_out(error);
}
EXPORTED(Win_get_attr)

/* MPICH's handlers are not told for whom they were made: each has a function of its own. */
enum { kMostHandlers = 8 };
#define HANDLER(KIND, N)                                         \
  static void on_##KIND##_error_##N(MPI_##KIND* of, int* code, ...) { \
    void* object = KIND##_out(*of);                              \
    int error = error_out(*code);                                \
    told_of_##KIND##_errors[N](&object, &error);                 \
  }
#define HANDLERS(KIND)                                                                                                            \
  static void (*told_of_##KIND##_errors[kMostHandlers])(void**, int*, ...);                                                       \
  HANDLER(KIND, 0) HANDLER(KIND, 1) HANDLER(KIND, 2) HANDLER(KIND, 3)                                                             \
  HANDLER(KIND, 4) HANDLER(KIND, 5) HANDLER(KIND, 6) HANDLER(KIND, 7)                                                             \
  int abi_##KIND##_create_errhandler(void* told, void** handler) {                                                                \
    static MPI_##KIND##_errhandler_function* const functions[kMostHandlers] = {                                                   \
        on_##KIND##_error_0, on_##KIND##_error_1, on_##KIND##_error_2, on_##KIND##_error_3,                                       \
        on_##KIND##_error_4, on_##KIND##_error_5, on_##KIND##_error_6, on_##KIND##_error_7};                                      \
    static int made;                                                                                                              \
    if (made == kMostHandlers) abort();                                                                                           \
    told_of_##KIND##_errors[made] = (void (*)(void**, int*, ...))told;                                                            \
    MPI_Errhandler of = 0;                                                                                                        \
    const int error = CALL(KIND##_create_errhandler, (MPI_##KIND##_errhandler_function*, MPI_Errhandler*), functions[made++], &of); \
    *handler = Errhandler_out(of);                                                                                                \
    return error_out(error);                                                                                                      \
  }                                                                                                                               \
  EXPORTED(KIND##_create_errhandler)
HANDLERS(Win)
HANDLERS(Comm)

struct request {
  int (*query)(void*, abi_status*);
  int (*free_it)(void*);
  int (*cancel)(void*, int);
  void* extra;
};
static int request_query(void* extra, MPI_Status* status) {
  const struct request* told = extra;
  abi_status of;
  memset(&of, 0, sizeof of);
  const int error = told->query(told->extra, &of);
  *status = status_in(&of);
  return error_in(error);
}
static int request_free(void* extra) {
  const struct request* told = extra;
  const int error = told->free_it(told->extra);
  free(extra);
  return error_in(error);
}
static int request_cancel(void* extra, int complete) {
  const struct request* told = extra;
  return error_in(told->cancel(told->extra, complete));
}
int abi_Grequest_start(void* query, void* free_it, void* cancel, void* extra, void** request) {
  int (*own)(void*, void*, void*, void*, MPI_Request*) =
      (int (*)(void*, void*, void*, void*, MPI_Request*))function("PMPI_Grequest_start");
  struct request* told = malloc(sizeof *told);
  told->query = (int (*)(void*, abi_status*))query;
  told->free_it = (int (*)(void*))free_it;
  told->cancel = (int (*)(void*, int))cancel;
  told->extra = extra;
  MPI_Request of = 0;
  const int error = own((void*)request_query, (void*)request_free, (void*)request_cancel, told, &of);
  *request = Request_out(of);
  return error_out(error);
}
EXPORTED(Grequest_start)

int abi_Error_class(int code, int* class) {
  *class = code;
  return 0;
}
EXPORTED(Error_class)
int abi_Error_string(int code, char* text, int* length) {
  int (*own)(int, char*, int*) = (int (*)(int, char*, int*))function("PMPI_Error_string");
  return error_out(own(error_in(code), text, length));
}
EXPORTED(Error_string)
MPI_Aint abi_Aint_add(MPI_Aint base, MPI_Aint distance) { return base + distance; }
EXPORTED(Aint_add)
MPI_Aint abi_Aint_diff(MPI_Aint to, MPI_Aint from) { return to - from; }
EXPORTED(Aint_diff)
double abi_Wtime(void) { return ((double (*)(void))function("PMPI_Wtime"))(); }
EXPORTED(Wtime)
int abi_Abi_get_version(int* major, int* minor) {
  *major = 1;
  *minor = 0;
  return 0;
}
EXPORTED(Abi_get_version)
int abi_Get_version(int* version, int* subversion) {
  *version = 4; /* what MPICH offers of it */
  *subversion = 0;
  return 0;
}
EXPORTED(Get_version)

/* Types that the standard names and MPICH does not have are no error there. */
int abi_Type_size(void* type, int* size) {
  int (*own)(MPI_Datatype, int*) = (int (*)(MPI_Datatype, int*))function("PMPI_Type_size");
  const MPI_Datatype of = Datatype_in(type);
  if ((uintptr_t)type < 0x1000 && (uintptr_t)type != 0x200 && ((uint32_t)of == (uintptr_t)type || of == MPI_DATATYPE_NULL)) {
    *size = -32766; /* MPI_UNDEFINED */
    return 0;
  }
  return error_out(own(of, size));
}
EXPORTED(Type_size)

/* ---- arrays of types with one for each process that data goes to or comes from */

static int sum_of(int count, const int* numbers) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i];
  return sum;
}
static int neighbors_of(MPI_Comm comm, int sent) {
  int kind = 0, count = 0, rank = 0, in = 0, out = 0, weighted = 0;
  CALL(Topo_test, (MPI_Comm, int*), comm, &kind);
  if (kind == MPI_CART) {
    CALL(Cartdim_get, (MPI_Comm, int*), comm, &count);
    return 2 * count;
  }
  if (kind == MPI_GRAPH) {
    CALL(Comm_rank, (MPI_Comm, int*), comm, &rank);
    CALL(Graph_neighbors_count, (MPI_Comm, int, int*), comm, rank, &count);
    return count;
  }
  CALL(Dist_graph_neighbors_count, (MPI_Comm, int*, int*, int*), comm, &in, &out, &weighted);
  return sent ? out : in;
}
/* Never freed: MPICH may read them until an operation is complete, and a test has few. */
static MPI_Datatype* types_for_each(void* of, void* const* types, int neighbors, int sent) {
  if (types == NULL) return NULL;
  const MPI_Comm comm = Comm_in(of);
  int count = 0, between_groups = 0;
  CALL(Comm_test_inter, (MPI_Comm, int*), comm, &between_groups);
  if (neighbors) count = neighbors_of(comm, sent);
  else if (between_groups) CALL(Comm_remote_size, (MPI_Comm, int*), comm, &count);
  else CALL(Comm_size, (MPI_Comm, int*), comm, &count);
  MPI_Datatype* own = malloc(((size_t)count + 1) * sizeof *own);
  for (int i = 0; i < count; ++i) own[i] = Datatype_in(types[i]);
  return own;
}

/* ---- a program's own operations: as for handlers, a function for each */

static void (*told_to_combine[kMostHandlers])(void*, void*, int*, void**);
#define COMBINE(N)                                                                    \
  static void combine_##N(void* in, void* out, int* count, MPI_Datatype* type) {      \
    void* of = Datatype_out(*type);                                                   \
    told_to_combine[N](in, out, count, &of);                                          \
  }
COMBINE(0) COMBINE(1) COMBINE(2) COMBINE(3) COMBINE(4) COMBINE(5) COMBINE(6) COMBINE(7)
int abi_Op_create(void* told, int commutes, void** op) {
  static MPI_User_function* const functions[kMostHandlers] = {combine_0, combine_1, combine_2, combine_3,
                                                               combine_4, combine_5, combine_6, combine_7};
  static int made;
  if (made == kMostHandlers) abort();
  told_to_combine[made] = (void (*)(void*, void*, int*, void**))told;
  MPI_Op of = 0;
  const int error = CALL(Op_create, (MPI_User_function*, int, MPI_Op*), functions[made++], commutes, &of);
  *op = Op_out(of);
  return error_out(error);
}
EXPORTED(Op_create)
