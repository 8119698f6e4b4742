/* For programs that are compiled with the interface of the MPI standard: what Fencepost itself does without, and what is no function that
 * returns an error code. */
enum {
  MPI_MODE_APPEND = 1,
  MPI_MODE_CREATE = 2,
  MPI_MODE_DELETE_ON_CLOSE = 4,
  MPI_MODE_EXCL = 8,
  MPI_MODE_RDONLY = 16,
  MPI_MODE_RDWR = 32,
  MPI_MODE_SEQUENTIAL = 64,
  MPI_MODE_UNIQUE_OPEN = 128,
  MPI_MODE_WRONLY = 256,
  MPI_SEEK_CUR = 401,
  MPI_SEEK_END = 402,
  MPI_SEEK_SET = 403,
};
#define MPI_ARGV_NULL ((char**)0)
#define MPI_ARGVS_NULL ((char***)0)
#define MPI_ERRCODES_IGNORE ((int*)0)
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function*)1)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function*)0)
typedef void MPI_User_function(void*, void*, int*, MPI_Datatype*);
typedef void MPI_Comm_errhandler_function(MPI_Comm*, int*, ...);
double MPI_Wtime(void);
MPI_Aint MPI_Aint_add(MPI_Aint, MPI_Aint);
MPI_Aint MPI_Aint_diff(MPI_Aint, MPI_Aint);
