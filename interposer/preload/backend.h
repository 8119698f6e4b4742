/* What libfencepost.so (plain C, preloaded into every process) and the back ends (one shared library per MPI) agree on.
 */
#ifndef FENCEPOST_PRELOAD_BACKEND_H
#define FENCEPOST_PRELOAD_BACKEND_H

#include <stddef.h>

#include "hook_table/table.h"
#include "memory/watcher.h"
#include "threads/observer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FENCEPOST_BACKEND_VERSION 3

struct fencepost_backend_table {
  unsigned version;
  unsigned size; /* of this struct */
  /* One function per row of mpi_calls.def, in its order; null: calls go to the MPI library. */
  void* const* calls;
  size_t call_count;
  /* The same for the Fortran entry points (the rows marked `both`, in order). Null: the MPI library's own, which is
   * right if these call the C ones. */
  void* const* fortran_calls;      /* mpif.h and `use mpi` */
  void* const* fortran_2008_calls; /* mpi_f08 */
  size_t fortran_call_count;       /* of each */
  /* Tables of the load and store hooks in the program's modules. */
  void (*attach_hooks)(struct fencepost_hooks* hooks);
  void (*detach_hooks)(struct fencepost_hooks* hooks);
  /* Whom to tell about thread functions. */
  const struct fencepost_thread_observer* threads;
  /* Whom to tell about memory that is given back. */
  const struct fencepost_memory_watcher* memory;
  /* Told once, after the functions above are known: `lead` is called, now and whenever MPI begins or ends, with a byte
   * for each row of mpi_calls.def: 1 if MPI does not allow the call now. */
  void (*lead_by)(void (*lead)(const unsigned char* closed));
  /* The program makes such a call, from where `return_address` is. It goes to the MPI library next. */
  void (*call_outside)(size_t call, const void* return_address);
};

/* The only symbol that each back end exports. `natives`: the MPI library's functions, one per row of mpi_calls.def;
 * null: it has none of that name. The back end calls MPI through them, because the names lead to libfencepost.so. */
typedef const struct fencepost_backend_table* fencepost_backend_t(void* const* natives, size_t native_count);
#define FENCEPOST_BACKEND "fencepost_backend"

#ifdef __cplusplus
}
#endif
#endif
