/* libfencepost.so, the library that is preloaded. It comes before every MPI function of mpi_calls.def and does nothing
 * until one of them is called: then it finds out which MPI library the process uses, loads the back end that was
 * compiled for it, and lets the entry points lead there. Processes that use no MPI are not touched.
 *
 * Forbidden here: anything of C++ or of MPI's headers, a constructor that does more than look up functions, an
 * allocation in a process that never calls MPI.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preload/backend.h"
#include "preload/mpi_library.h"
#include "preload/profilers.h"
#include "record/thread_safety.h"

#define EXPORTED __attribute__((visibility("default")))

static const char* const c_names[] = {
#define MPI_CALL(name, since, arguments) "MPI_" #name,
#include "record/mpi_calls.def"
#undef MPI_CALL
};
static const char* const fortran_names[] = {
#define FORTRAN_CALL(name, lower, upper, form_2008) #lower,
#include "fortran_calls.def"
#undef FORTRAN_CALL
};
static const char* const fortran_2008_names[] = {
#define FORTRAN_CALL(name, lower, upper, form_2008) "mpi_" #form_2008,
#include "fortran_calls.def"
#undef FORTRAN_CALL
};
enum { C_CALLS = sizeof c_names / sizeof *c_names, FORTRAN_CALLS = sizeof fortran_names / sizeof *fortran_names };

/* trampolines.S: C_CALLS slots, then FORTRAN_CALLS, then FORTRAN_CALLS, then C_CALLS for the second names. */
extern void* fencepost_slots[];
extern void* fencepost_natives[];
extern struct {
  uintptr_t first;
  uintptr_t length;
} fencepost_mpi_library;
void* fencepost_resolve(size_t slot, const void* return_address);

/* The first slot of each kind, one after the other from fencepost_slots on. */
enum {
  FORTRAN = C_CALLS,
  FORTRAN_2008 = FORTRAN + FORTRAN_CALLS,
  SECOND = FORTRAN_2008 + FORTRAN_CALLS,
  SLOTS = SECOND + C_CALLS
};
enum {
#define MPI_CALL(name, since, arguments) ROW_##name,
#include "record/mpi_calls.def"
#undef MPI_CALL
};
static const size_t rows_of_fortran[] = {
#define FORTRAN_CALL(name, lower, upper, form_2008) ROW_##name,
#include "fortran_calls.def"
#undef FORTRAN_CALL
};

/* ---- an MPI library that is not visible ---- */

struct library_names {
  char* names[4096];
  size_t count;
};

static int note_library(struct dl_phdr_info* info, size_t size, void* data) {
  struct library_names* libraries = data;
  (void)size;
  if (info->dlpi_name != NULL && *info->dlpi_name != '\0' &&
      libraries->count < sizeof libraries->names / sizeof *libraries->names)
    libraries->names[libraries->count++] = strdup(info->dlpi_name);
  return 0;
}

/* The library `path` is already loaded: makes its symbols visible to all if it is the one that defines `symbol`. */
static int promote_if_it_defines(const char* path, const char* symbol) {
  void* handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == NULL) return 0;
  Dl_info place, self;
  void* address = dlsym(handle, symbol);
  int defines = address != NULL && dladdr(address, &place) != 0 && strcmp(place.dli_fname, path) == 0 &&
                dladdr((void*)fencepost_resolve, &self) != 0 && place.dli_fbase != self.dli_fbase;
  if (defines && dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL) == NULL) defines = 0;
  dlclose(handle);
  return defines;
}

/* A module of an interpreter brings its MPI along with RTLD_LOCAL: invisible to the back end until it is promoted. */
static void promote_local_mpi(void) {
  static struct library_names libraries;
  dl_iterate_phdr(note_library, &libraries);
  static const char* const symbols[] = {"PMPI_Init", "mpi_init_"}; /* the library itself, and its Fortran layer */
  for (size_t s = 0; s < sizeof symbols / sizeof *symbols; ++s) {
    if (dlsym(RTLD_NEXT, symbols[s]) != NULL) continue;
    for (size_t i = 0; i < libraries.count; ++i)
      if (libraries.names[i] != NULL && promote_if_it_defines(libraries.names[i], symbols[s])) break;
  }
  for (size_t i = 0; i < libraries.count; ++i) free(libraries.names[i]);
  libraries.count = 0;
}

/* ---- the library's own functions ---- */

static int missing_function(void) {
  fprintf(stderr, "fencepost: an MPI function was called that the MPI library does not have\n");
  return 16; /* MPI_ERR_OTHER or near it in all libraries; not MPI_SUCCESS in any */
}

static void* native_c(const char* name) {
  char profiling[128];
  snprintf(profiling, sizeof profiling, "P%s", name);
  void* function = dlsym(RTLD_NEXT, profiling);
  if (function == NULL) function = dlsym(RTLD_NEXT, name);
  return function != NULL ? function : (void*)missing_function;
}

/* `data`: an address in the module that we look for. */
static int note_extent(struct dl_phdr_info* info, size_t size, void* data) {
  uintptr_t first = UINTPTR_MAX, end = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (start < first) first = start;
    if (start + info->dlpi_phdr[i].p_memsz > end) end = start + info->dlpi_phdr[i].p_memsz;
  }
  if ((uintptr_t)data < first || (uintptr_t)data >= end) return 0;
  __atomic_store_n(&fencepost_mpi_library.length, end - first, __ATOMIC_RELAXED);
  __atomic_store_n(&fencepost_mpi_library.first, first, __ATOMIC_RELEASE);
  return 1;
}

static void find_natives(void) {
  for (size_t i = 0; i < C_CALLS; ++i) __atomic_store_n(&fencepost_natives[i], native_c(c_names[i]), __ATOMIC_RELAXED);
  dl_iterate_phdr(note_extent, fencepost_natives[0]);
}

/* The first of the `forms` of a name that the MPI library has. */
static void* native_fortran(const char* name, const char* const* forms) {
  char symbol[128];
  for (; *forms != NULL; ++forms) {
    snprintf(symbol, sizeof symbol, *forms, name);
    void* function = dlsym(RTLD_NEXT, symbol);
    if (function != NULL) return function;
  }
  return (void*)missing_function;
}
static const char* const fortran_forms[] = {"ompi_%s_f", "mpi_%s_", "mpi_%s__", "mpi_%s", NULL};
static const char* const fortran_2008_forms[] = {"%s", NULL};

/* ---- slots ---- */

/* clang knows no lock of POSIX: so this is one of our own, and the two functions that take it are not looked into. */
struct FENCEPOST_LOCK hooks_lock {
  pthread_mutex_t mutex;
};
static struct hooks_lock hooks_lock = {PTHREAD_MUTEX_INITIALIZER};
static void lock_hooks(void) FENCEPOST_THREAD_SAFETY(acquire_capability(hooks_lock))
    FENCEPOST_THREAD_SAFETY(no_thread_safety_analysis);
static void unlock_hooks(void) FENCEPOST_THREAD_SAFETY(release_capability(hooks_lock))
    FENCEPOST_THREAD_SAFETY(no_thread_safety_analysis);
static void lock_hooks(void) {
  pthread_mutex_lock(&hooks_lock.mutex);
}
static void unlock_hooks(void) {
  pthread_mutex_unlock(&hooks_lock.mutex);
}

static const struct fencepost_backend_table* attached_backend FENCEPOST_GUARDED_BY(hooks_lock);
static void announce_hooks(const struct fencepost_backend_table* backend);
static const struct fencepost_backend_table* the_backend; /* set before a call asks */

/* Where a slot leads: for a call that is allowed, and for one that MPI does not allow now, after the back end has heard
 * of it. Null: it need not hear of it. (A profiling library's functions call us by the second names.) */
struct ways {
  void* open[SLOTS];
  void* closed[SLOTS];
};
static struct ways ways;
static void* asking[SLOTS]; /* the code that the slots point to at first */
static unsigned char is_closed[SLOTS];

/* The slots of one function, and its row. */
static size_t row_of(size_t slot) {
  if (slot < FORTRAN) return slot;
  if (slot < FORTRAN_2008) return rows_of_fortran[slot - FORTRAN];
  if (slot < SECOND) return rows_of_fortran[slot - FORTRAN_2008];
  return slot - SECOND;
}

static void lead(const unsigned char* closed) {
  for (size_t i = 0; i < SLOTS; ++i) {
    const unsigned char asks = closed[row_of(i)] && ways.closed[i] != NULL;
    __atomic_store_n(&is_closed[i], asks, __ATOMIC_RELEASE);
    __atomic_store_n(&fencepost_slots[i], asks ? asking[i] : ways.open[i], __ATOMIC_RELEASE);
  }
}

static void find_ways(const struct fencepost_backend_table* backend) {
  static void* profilers[C_CALLS];
  static struct link_map* modules_of_profilers[C_CALLS];
  find_profilers(c_names, fencepost_natives, profilers, modules_of_profilers, C_CALLS);
  for (size_t i = 0; i < C_CALLS; ++i) {
    void* native = fencepost_natives[i];
    const int is_ours = backend != NULL && backend->calls[i] != NULL && native != (void*)missing_function;
    ways.open[SECOND + i] = is_ours ? backend->calls[i] : native;
    ways.closed[SECOND + i] = native;
    ways.open[i] = profilers[i] != NULL ? profilers[i] : ways.open[SECOND + i];
    ways.closed[i] = profilers[i] != NULL ? NULL : native;
  }
  for (size_t i = 0; i < FORTRAN_CALLS; ++i) {
    void* ours = backend != NULL ? backend->fortran_calls[i] : NULL;
    ways.closed[FORTRAN + i] = native_fortran(fortran_names[i], fortran_forms);
    ways.open[FORTRAN + i] = ours != NULL ? ours : ways.closed[FORTRAN + i];
    ours = backend != NULL ? backend->fortran_2008_calls[i] : NULL;
    ways.closed[FORTRAN_2008 + i] = native_fortran(fortran_2008_names[i], fortran_2008_forms);
    ways.open[FORTRAN_2008 + i] = ours != NULL ? ours : ways.closed[FORTRAN_2008 + i];
  }
}

static void fill_slots(void) {
  promote_local_mpi();
  find_natives();
  memcpy(asking, fencepost_slots, sizeof asking);
  const struct fencepost_backend_table* backend =
      load_backend((void*)fencepost_resolve, fencepost_natives, C_CALLS, FORTRAN_CALLS);
  if (backend != NULL) announce_hooks(backend);
  find_ways(backend);
  if (backend != NULL) {
    the_backend = backend;
    backend->lead_by(lead);
  } else {
    static const unsigned char all_open[C_CALLS];
    lead(all_open);
  }
}

/* trampolines.S calls this on the first MPI call (of each thread that makes one at that time), and for calls that MPI
 * does not allow now. */
__attribute__((visibility("hidden"))) void* fencepost_resolve(size_t slot, const void* return_address) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_slots);
  if (!__atomic_load_n(&is_closed[slot], __ATOMIC_ACQUIRE)) return ways.open[slot];
  the_backend->call_outside(row_of(slot), return_address);
  return ways.closed[slot];
}

/* ---- load and store hooks: modules attach before the back end is there ---- */

static struct fencepost_hooks* modules[1024] FENCEPOST_GUARDED_BY(hooks_lock);
static size_t module_count FENCEPOST_GUARDED_BY(hooks_lock);

EXPORTED void fencepost_hooks_attach(struct fencepost_hooks* hooks) {
  lock_hooks();
  if (module_count < sizeof modules / sizeof *modules) {
    modules[module_count++] = hooks;
    if (attached_backend != NULL && attached_backend->attach_hooks != NULL) attached_backend->attach_hooks(hooks);
  }
  unlock_hooks();
}

EXPORTED void fencepost_hooks_detach(struct fencepost_hooks* hooks) {
  lock_hooks();
  for (size_t i = 0; i < module_count; ++i) {
    if (modules[i] != hooks) continue;
    modules[i] = modules[--module_count];
    if (attached_backend != NULL && attached_backend->detach_hooks != NULL) attached_backend->detach_hooks(hooks);
    break;
  }
  unlock_hooks();
}

static void announce_hooks(const struct fencepost_backend_table* backend) {
  lock_hooks();
  attached_backend = backend;
  for (size_t i = 0; i < module_count && backend->attach_hooks != NULL; ++i) backend->attach_hooks(modules[i]);
  unlock_hooks();
  fencepost_observe_threads(backend->threads);
  fencepost_watch_memory(backend->memory);
}
