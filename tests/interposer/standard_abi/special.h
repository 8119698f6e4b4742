/* Functions that take functions, or whose arguments need more than their types say. */

struct attribute {
  int (*copy)(void*, int, void*, void*, void*, int*);
  int (*delete_it)(void*, int, void*, void*);
  void* extra;
};

#define KEYVALS(NAME, KIND)                                                                                        \
  static int NAME##_copy(MPI_##KIND of, int keyval, void* extra, void* in, void* out, int* flag) {                 \
    const struct attribute* told = extra;                                                                          \
    *flag = 0;                                                                                                     \
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
static void (*told_of_errors[kMostHandlers])(void**, int*, ...);
#define HANDLER(N)                                       \
  static void on_error_##N(MPI_Win* win, int* code, ...) { \
    void* of = Win_out(*win);                            \
    int error = error_out(*code);                        \
    told_of_errors[N](&of, &error);                      \
  }
HANDLER(0) HANDLER(1) HANDLER(2) HANDLER(3) HANDLER(4) HANDLER(5) HANDLER(6) HANDLER(7)
int abi_Win_create_errhandler(void* told, void** handler) {
  static MPI_Win_errhandler_function* const functions[kMostHandlers] = {on_error_0, on_error_1, on_error_2, on_error_3,
                                                                         on_error_4, on_error_5, on_error_6, on_error_7};
  static int made;
  int (*own)(MPI_Win_errhandler_function*, MPI_Errhandler*) =
      (int (*)(MPI_Win_errhandler_function*, MPI_Errhandler*))function("PMPI_Win_create_errhandler");
  if (made == kMostHandlers) abort();
  told_of_errors[made] = (void (*)(void**, int*, ...))told;
  MPI_Errhandler of = 0;
  const int error = own(functions[made++], &of);
  *handler = Errhandler_out(of);
  return error_out(error);
}
EXPORTED(Win_create_errhandler)

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
