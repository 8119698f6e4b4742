/* For the wrappers of OpenMP's entry points: the functions behind ours. */
#ifndef FENCEPOST_THREADS_OPENMP_RUNTIME_H
#define FENCEPOST_THREADS_OPENMP_RUNTIME_H

#include <stddef.h>

#define EXPORTED __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

/* The function `name` that `caller` would call without us; ends the program if there is none. `version` may be null.
 * Remembered in `known` if it is the same for all callers. */
__attribute__((visibility("hidden"))) void* fencepost_openmp_function(void** known, const char* name,
                                                                      const char* version, const void* caller);

#define NEXT_OF_VERSION(name, version) \
  static void* known_##name;           \
  __typeof__(&name) next = (__typeof__(&name))fencepost_openmp_function(&known_##name, #name, version, CALLER)
#define NEXT(name) NEXT_OF_VERSION(name, NULL)

/* `RESULT_type next(…); …; RETURN_type;` for functions with and without a result. */
typedef void* pointer;
#define RESULT_void
#define RETURN_void return
#define RESULT_int int result =
#define RETURN_int return result
#define RESULT_unsigned unsigned result =
#define RETURN_unsigned return result
#define RESULT_bool bool result =
#define RETURN_bool return result
#define RESULT_pointer void* result =
#define RETURN_pointer return result

#endif
