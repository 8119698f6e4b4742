/* Functions of the C library that print, as library.c has the others: what they write to memory, and the strings that
 * they read from it. */
#define _GNU_SOURCE
#include "printing.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

_Static_assert(sizeof(long) == sizeof(long long) && sizeof(long) == sizeof(size_t), "one kind of long values");

static void tell_string(const struct fencepost_memory_watcher* to, const char* text, int precision,
                        const void* caller) {
  if (text == NULL || precision == 0 || !is_watched(to, text, 1)) return;
  const size_t most = precision < 0 ? SIZE_MAX : (size_t)precision;
  const size_t length = strnlen(text, most);
  tell_touched(to, text, length < most ? length + 1 : most, READ, NOT_HOOKED, caller);
}

/* The number at a place in the format, or the one that a star takes from the values (then nothing is returned). */
static const char* behind_number(const char* at, int* number) {
  int value = 0;
  for (; *at >= '0' && *at <= '9'; ++at)
    if (value < INT_MAX / 10 - 1) value = 10 * value + (*at - '0');
  *number = value;
  return at;
}

void fencepost_tell_printed(const char* format, va_list values, const void* caller) {
  const struct fencepost_memory_watcher* const to = fencepost_watching_memory();
  if (to == NULL || strchr(format, 's') == NULL) return;
  va_list left;
  va_copy(left, values);
  const char* at = format;
  while ((at = strchr(at, '%')) != NULL) {
    int width = 0, precision = -1, is_long = 0, is_long_double = 0;
    at += 1 + strspn(at + 1, "#0- +'I");
    if (*at == '*') {
      (void)va_arg(left, int);
      ++at;
    } else {
      at = behind_number(at, &width);
    }
    if (*at == '$') break; /* values in another order: left alone */
    if (*at == '.') {
      if (*++at == '*') {
        precision = va_arg(left, int);
        ++at;
      } else {
        at = behind_number(at, &precision);
      }
    }
    for (; *at != 0 && strchr("hlqLjzt", *at) != NULL; ++at) {
      if (*at != 'h' && *at != 'L') is_long = 1;
      if (*at == 'L') is_long = is_long_double = 1;
    }
    switch (*at) {
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        if (is_long)
          (void)va_arg(left, long);
        else
          (void)va_arg(left, int);
        break;
      case 'c':
      case 'C':
        (void)va_arg(left, wint_t);
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        if (is_long_double)
          (void)va_arg(left, long double);
        else
          (void)va_arg(left, double);
        break;
      case 's':
        if (is_long)
          (void)va_arg(left, wchar_t*);
        else
          tell_string(to, va_arg(left, const char*), precision, caller);
        break;
      case 'S':
      case 'p':
      case 'n':
        (void)va_arg(left, void*);
        break;
      case 'm':
      case '%':
        break;
      default: /* unknown: what comes after it cannot be found */
        va_end(left);
        return;
    }
    ++at;
  }
  va_end(left);
}

PRINTING(printf, vprintf, (const char* restrict format), (format), )
PRINTING(fprintf, vfprintf, (FILE* restrict file, const char* restrict format), (file, format), )
PRINTING(dprintf, vdprintf, (int file, const char* restrict format), (file, format), )
PRINTING(asprintf, vasprintf, (char** restrict to, const char* restrict format), (to, format), )
PRINTING(sprintf, vsprintf, (char* restrict to, const char* restrict format), (to, format), PRINTED(to))
PRINTING(snprintf, vsnprintf, (char* restrict to, size_t size, const char* restrict format), (to, size, format),
         PRINTED_AT_MOST(to, size))

EXPORTED int puts(const char* text) {
  NEXT(puts);
  if (next == NULL) return EOF;
  const struct fencepost_memory_watcher* const to = fencepost_watching_memory();
  if (to != NULL) tell_string(to, text, -1, CALLER);
  return next(text);
}
EXPORTED int fputs(const char* restrict text, FILE* restrict file) {
  NEXT(fputs);
  if (next == NULL) return EOF;
  const struct fencepost_memory_watcher* const to = fencepost_watching_memory();
  if (to != NULL) tell_string(to, text, -1, CALLER);
  return next(text, file);
}
