/* LLVM's OpenMP runtime, by the tools interface of OpenMP (OMPT): it asks for ompt_start_tool and tells us where
 * threads hand on to each other. As in openmp.c, all of OpenMP is one object. Critical sections and locks are there, as
 * the runtime tells of them only after they are released. Tools of the user go first: then it is as if we were not
 * there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "openmp.h"

#define EXPORTED __attribute__((visibility("default")))

/* The beginning of OpenMP's omp-tools.h that is needed. */
typedef void any_function(void);
typedef any_function* lookup_t(const char* name);
typedef int set_callback_t(int which, any_function* callback);
struct start {
  int (*initialize)(lookup_t* lookup, int device, uint64_t* data);
  void (*finalize)(uint64_t* data);
  uint64_t data;
};
enum {
  PARALLEL_BEGIN = 3,
  PARALLEL_END = 4,
  TASK_CREATE = 5,
  TASK_SCHEDULE = 6,
  IMPLICIT_TASK = 7,
  SYNC_REGION_WAIT = 16,
  SYNC_REGION = 23
};

/* For all of them, before and after, begin and end: the arguments do not matter. */
static void passes(void) {
  fencepost_release_openmp(__builtin_return_address(0));
  fencepost_acquire_openmp(__builtin_return_address(0));
}

static int initialize(lookup_t* lookup, int device, uint64_t* data) {
  (void)device;
  (void)data;
  set_callback_t* set = (set_callback_t*)lookup("ompt_set_callback");
  if (set == NULL) return 0;
  static const int events[] = {PARALLEL_BEGIN, PARALLEL_END,     TASK_CREATE, TASK_SCHEDULE,
                               IMPLICIT_TASK,  SYNC_REGION_WAIT, SYNC_REGION};
  for (unsigned i = 0; i < sizeof events / sizeof *events; ++i) set(events[i], passes);
  return 1;
}
static void finalize(uint64_t* data) {
  (void)data;
}

struct start* ompt_start_tool(unsigned version, const char* runtime);
EXPORTED struct start* ompt_start_tool(unsigned version, const char* runtime) {
  static struct start ours = {initialize, finalize, 0};
  __typeof__(&ompt_start_tool) next = (__typeof__(&ompt_start_tool))dlsym(RTLD_NEXT, "ompt_start_tool");
  struct start* others = next != NULL ? next(version, runtime) : NULL;
  if (others != NULL) return others;
  return getenv("OMP_TOOL_LIBRARIES") != NULL ? NULL : &ours;
}
