/* Functions of the C library that read values by a format (for the others see library.c): what they store. Without
 * <stdio.h>, which gives some of them another name, depending on the version of C. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <string.h>
#include <wchar.h>

#include "touched.h"

/* What stands between a percent sign and the letter. */
struct conversion {
  int suppressed, allocated, is_wide;
  size_t width;
  size_t whole, real; /* sizes of a number */
};

static const char* read_conversion(const char* at, struct conversion* of) {
  *of = (struct conversion){.whole = sizeof(int), .real = sizeof(float)};
  for (; *at == '*' || *at == '\'' || *at == 'I'; ++at) of->suppressed |= *at == '*';
  for (; *at >= '0' && *at <= '9'; ++at) of->width = 10 * of->width + (size_t)(*at - '0');
  for (; *at != 0 && strchr("mhlqLjzt", *at) != NULL; ++at) {
    if (*at == 'm') {
      of->allocated = 1;
    } else if (*at == 'h') {
      of->whole /= 2;
    } else {
      of->whole = sizeof(long);
      of->real = *at == 'L' || of->is_wide ? sizeof(long double) : sizeof(double);
      of->is_wide = *at == 'l';
    }
  }
  return at;
}

/* After the set of %[…]. */
static const char* behind_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  return at;
}

static size_t size_of(char letter, const struct conversion* of, const void* stored) {
  const size_t character = of->is_wide ? sizeof(wchar_t) : 1;
  switch (letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return of->whole;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return of->real;
    case 'p':
      return sizeof(void*);
    case 'c':
      return of->allocated ? sizeof(void*) : (of->width != 0 ? of->width : 1) * character;
    case 's':
    case '[':
      return of->allocated ? sizeof(void*) : ((of->is_wide ? wcslen(stored) : strlen(stored)) + 1) * character;
    default:
      return 0;
  }
}

static void tell_stored(const char* format, va_list values, int stored, const void* caller) {
  const struct fencepost_memory_watcher* const to = fencepost_watching_memory();
  if (to == NULL) return;
  va_list left;
  va_copy(left, values);
  const char* at = format;
  while (stored > 0 && (at = strchr(at, '%')) != NULL) {
    struct conversion by;
    at = read_conversion(at + 1, &by);
    const char letter = *at;
    if (letter == 0 || letter == '$') break; /* values in another order: left alone */
    if (letter == '[') at = behind_set(at + 1);
    if (*at != 0) ++at;
    if (letter == '%' || by.suppressed) continue;
    const void* const memory = va_arg(left, void*);
    if (letter == 'n') continue;
    --stored;
    if (!is_watched(to, memory, 1)) continue;
    const size_t size = size_of(letter, &by, memory);
    if (size == 0) break;
    tell_touched(to, memory, size, WRITTEN, NOT_HOOKED, caller);
  }
  va_end(left);
}

static void tell_source(const char* text, const void* caller) {
  const struct fencepost_memory_watcher* const to = fencepost_watching_memory();
  if (to != NULL && is_watched(to, text, 1)) tell_touched(to, text, strlen(text) + 1, READ, NOT_HOOKED, caller);
}

/* In parentheses: the parameters up to the format, and these again as arguments. `before`: what to tell beforehand. */
#define IN_PARENTHESES(...) __VA_ARGS__
#define SCANNING_AS(name, v_name, parameters, arguments, before)   \
  int v_name(IN_PARENTHESES parameters, va_list values);           \
  int name(IN_PARENTHESES parameters, ...);                        \
  EXPORTED int v_name(IN_PARENTHESES parameters, va_list values) { \
    NEXT(v_name);                                                  \
    if (next == NULL) return -1;                                   \
    before;                                                        \
    va_list again;                                                 \
    va_copy(again, values);                                        \
    const int stored = next(IN_PARENTHESES arguments, values);     \
    tell_stored(format, again, stored, CALLER);                    \
    va_end(again);                                                 \
    return stored;                                                 \
  }                                                                \
  EXPORTED int name(IN_PARENTHESES parameters, ...) {              \
    NEXT(v_name);                                                  \
    if (next == NULL) return -1;                                   \
    before;                                                        \
    va_list values, again;                                         \
    va_start(values, format);                                      \
    va_copy(again, values);                                        \
    const int stored = next(IN_PARENTHESES arguments, values);     \
    tell_stored(format, again, stored, CALLER);                    \
    va_end(again);                                                 \
    va_end(values);                                                \
    return stored;                                                 \
  }
#define SCANNING(name, parameters, arguments, before)                           \
  SCANNING_AS(name, v##name, parameters, arguments, before)                     \
  SCANNING_AS(__isoc99_##name, __isoc99_v##name, parameters, arguments, before) \
  SCANNING_AS(__isoc23_##name, __isoc23_v##name, parameters, arguments, before)

SCANNING(scanf, (const char* restrict format), (format), )
SCANNING(fscanf, (void* restrict file, const char* restrict format), (file, format), )
SCANNING(sscanf, (const char* restrict text, const char* restrict format), (text, format), tell_source(text, CALLER))
