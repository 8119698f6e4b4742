/* Profiling libraries that come after us in the loader's order: linked to the program, or preloaded next. The program's
 * calls find our functions first, and go to the profiling library's, whose calls of the second names come to us. */
#ifndef FENCEPOST_PRELOAD_PROFILERS_H
#define FENCEPOST_PRELOAD_PROFILERS_H

#include <stddef.h>

struct link_map;

/* profilers[i]: the function named names[i] of such a library, or null. natives[i] is the MPI library's own; modules[i]
 * is room for as many. If a library may look up what comes after it, instead of linking to the second name of each of
 * its functions, it is left alone as a whole: its calls would bypass us. */
__attribute__((visibility("hidden"))) void find_profilers(const char* const* names, void* const* natives,
                                                          void** profilers, struct link_map** modules, size_t count);

#endif
