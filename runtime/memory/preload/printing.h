/* What functions that print by a format share, under their own names (printing.c) and those of _FORTIFY_SOURCE. */
#ifndef FENCEPOST_MEMORY_PRELOAD_PRINTING_H
#define FENCEPOST_MEMORY_PRELOAD_PRINTING_H

#include <stdarg.h>

#include "touched.h"

/* Reports the strings that the format prints. The values are still there for the function itself. */
HIDDEN void fencepost_tell_printed(const char* format, va_list values, const void* caller);

/* In parentheses: their parameters up to the format, and these again as arguments. `told` is what to report afterwards,
 * when `length` is known. */
#define IN_PARENTHESES(...) __VA_ARGS__
#define PRINTING(name, v_name, parameters, arguments, told)        \
  EXPORTED int v_name(IN_PARENTHESES parameters, va_list values) { \
    NEXT(v_name);                                                  \
    if (next == NULL) return -1;                                   \
    fencepost_tell_printed(format, values, CALLER);                \
    const int length = next(IN_PARENTHESES arguments, values);     \
    told;                                                          \
    return length;                                                 \
  }                                                                \
  EXPORTED int name(IN_PARENTHESES parameters, ...) {              \
    NEXT(v_name);                                                  \
    if (next == NULL) return -1;                                   \
    va_list values;                                                \
    va_start(values, format);                                      \
    fencepost_tell_printed(format, values, CALLER);                \
    const int length = next(IN_PARENTHESES arguments, values);     \
    va_end(values);                                                \
    told;                                                          \
    return length;                                                 \
  }

/* What a function with room for `size` bytes has written, and one that trusts its caller. */
#define PRINTED_AT_MOST(to, size) \
  if (length >= 0 && (size) > 0) TOUCHED(to, (size_t)length < (size) ? (size_t)length + 1 : (size), WRITTEN, NOT_HOOKED)
#define PRINTED(to) \
  if (length >= 0) TOUCHED(to, (size_t)length + 1, WRITTEN, NOT_HOOKED)

#endif
