/* The same functions of the C library under the names that _FORTIFY_SOURCE gives them if the compiler knows how large
 * the memory is (`room`). If something does not fit, the C library says so: it ends the program. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/types.h>

#include "printing.h"

/* ---- blocks of memory and text ---- */

void* __memcpy_chk(void* restrict to, const void* restrict from, size_t size, size_t room);
void* __memmove_chk(void* to, const void* from, size_t size, size_t room);
void* __memset_chk(void* to, int value, size_t size, size_t room);
void* __mempcpy_chk(void* restrict to, const void* restrict from, size_t size, size_t room);
char* __strcpy_chk(char* restrict to, const char* restrict from, size_t room);
char* __stpcpy_chk(char* restrict to, const char* restrict from, size_t room);
char* __strncpy_chk(char* restrict to, const char* restrict from, size_t size, size_t room);
char* __strcat_chk(char* restrict to, const char* restrict from, size_t room);
char* __strncat_chk(char* restrict to, const char* restrict from, size_t most, size_t room);

EXPORTED void* __memcpy_chk(void* restrict to, const void* restrict from, size_t size, size_t room) {
  NEXT(__memcpy_chk);
  if (next == NULL) return copy_bytes(to, from, size), to;
  TOUCHED(from, size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from, size, room);
}
EXPORTED void* __memmove_chk(void* to, const void* from, size_t size, size_t room) {
  NEXT(__memmove_chk);
  if (next == NULL) return copy_bytes(to, from, size), to;
  TOUCHED(from, size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from, size, room);
}
EXPORTED void* __memset_chk(void* to, int value, size_t size, size_t room) {
  NEXT(__memset_chk);
  if (next == NULL) {
    for (size_t i = 0; i < size; ++i) ((volatile char*)to)[i] = (char)value;
    return to;
  }
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, value, size, room);
}
EXPORTED void* __mempcpy_chk(void* restrict to, const void* restrict from, size_t size, size_t room) {
  NEXT(__mempcpy_chk);
  if (next == NULL) return copy_bytes(to, from, size), (char*)to + size;
  TOUCHED(from, size, READ, NOT_HOOKED);
  TOUCHED(to, size, WRITTEN, NOT_HOOKED);
  return next(to, from, size, room);
}

#define COPYING_TEXT(name)                                                         \
  EXPORTED char* name(char* restrict to, const char* restrict from, size_t room) { \
    NEXT(name);                                                                    \
    if (next == NULL) return NULL;                                                 \
    if (fencepost_watching_memory() == NULL) return next(to, from, room);          \
    const size_t size = strlen(from) + 1;                                          \
    TOUCHED(from, size, READ, NOT_HOOKED);                                         \
    TOUCHED(to, size, WRITTEN, NOT_HOOKED);                                        \
    return next(to, from, room);                                                   \
  }
COPYING_TEXT(__strcpy_chk)
COPYING_TEXT(__stpcpy_chk)

EXPORTED char* __strncpy_chk(char* restrict to, const char* restrict from, size_t size, size_t room) {
  NEXT(__strncpy_chk);
  if (next == NULL) return NULL;
  if (fencepost_watching_memory() == NULL) return next(to, from, size, room);
  const size_t length = strnlen(from, size);
  TOUCHED(from, length < size ? length + 1 : size, READ, NOT_HOOKED);
  TOUCHED(to, size, WRITTEN, NOT_HOOKED);
  return next(to, from, size, room);
}
EXPORTED char* __strcat_chk(char* restrict to, const char* restrict from, size_t room) {
  NEXT(__strcat_chk);
  if (next == NULL) return NULL;
  if (fencepost_watching_memory() == NULL) return next(to, from, room);
  const size_t before = strlen(to), size = strlen(from) + 1;
  TOUCHED(from, size, READ, NOT_HOOKED);
  TOUCHED(to, before, READ, NOT_HOOKED);
  TOUCHED(to + before, size, WRITTEN, NOT_HOOKED);
  return next(to, from, room);
}
EXPORTED char* __strncat_chk(char* restrict to, const char* restrict from, size_t most, size_t room) {
  NEXT(__strncat_chk);
  if (next == NULL) return NULL;
  if (fencepost_watching_memory() == NULL) return next(to, from, most, room);
  const size_t before = strlen(to), length = strnlen(from, most);
  TOUCHED(from, length < most ? length + 1 : most, READ, NOT_HOOKED);
  TOUCHED(to, before, READ, NOT_HOOKED);
  TOUCHED(to + before, length + 1, WRITTEN, NOT_HOOKED);
  return next(to, from, most, room);
}

/* ---- printing ---- */

int __vsnprintf_chk(char* restrict to, size_t size, int flag, size_t room, const char* restrict format, va_list values);
int __vsprintf_chk(char* restrict to, int flag, size_t room, const char* restrict format, va_list values);
int __snprintf_chk(char* restrict to, size_t size, int flag, size_t room, const char* restrict format, ...);
int __sprintf_chk(char* restrict to, int flag, size_t room, const char* restrict format, ...);

int __vprintf_chk(int flag, const char* restrict format, va_list values);
int __printf_chk(int flag, const char* restrict format, ...);
int __vfprintf_chk(void* restrict file, int flag, const char* restrict format, va_list values);
int __fprintf_chk(void* restrict file, int flag, const char* restrict format, ...);
int __vdprintf_chk(int file, int flag, const char* restrict format, va_list values);
int __dprintf_chk(int file, int flag, const char* restrict format, ...);
int __vasprintf_chk(char** restrict to, int flag, const char* restrict format, va_list values);
int __asprintf_chk(char** restrict to, int flag, const char* restrict format, ...);

PRINTING(__printf_chk, __vprintf_chk, (int flag, const char* restrict format), (flag, format), )
PRINTING(__fprintf_chk, __vfprintf_chk, (void* restrict file, int flag, const char* restrict format),
         (file, flag, format), )
PRINTING(__dprintf_chk, __vdprintf_chk, (int file, int flag, const char* restrict format), (file, flag, format), )
PRINTING(__asprintf_chk, __vasprintf_chk, (char** restrict to, int flag, const char* restrict format),
         (to, flag, format), )
PRINTING(__sprintf_chk, __vsprintf_chk, (char* restrict to, int flag, size_t room, const char* restrict format),
         (to, flag, room, format), PRINTED(to))
PRINTING(__snprintf_chk, __vsnprintf_chk,
         (char* restrict to, size_t size, int flag, size_t room, const char* restrict format),
         (to, size, flag, room, format), PRINTED_AT_MOST(to, size))

/* ---- files and sockets ---- */

size_t __fread_chk(void* restrict to, size_t room, size_t size, size_t count, void* restrict file);
char* __fgets_chk(char* restrict to, size_t room, int size, void* restrict file);

EXPORTED size_t __fread_chk(void* restrict to, size_t room, size_t size, size_t count, void* restrict file) {
  NEXT(__fread_chk);
  if (next == NULL) return 0;
  const size_t got = next(to, room, size, count, file);
  TOUCHED(to, got * size, WRITTEN, NOT_HOOKED);
  return got;
}
EXPORTED char* __fgets_chk(char* restrict to, size_t room, int size, void* restrict file) {
  NEXT(__fgets_chk);
  if (next == NULL) return NULL;
  char* const line = next(to, room, size, file);
  if (line != NULL) TOUCHED(line, strlen(line) + 1, WRITTEN, NOT_HOOKED);
  return line;
}

#define READING(name, parameters, arguments)                    \
  ssize_t name parameters;                                      \
  EXPORTED ssize_t name parameters {                            \
    NEXT(name);                                                 \
    if (next == NULL) return -1;                                \
    const ssize_t got = next arguments;                         \
    if (got > 0) TOUCHED(to, (size_t)got, WRITTEN, NOT_HOOKED); \
    return got;                                                 \
  }
READING(__read_chk, (int file, void* to, size_t size, size_t room), (file, to, size, room))
READING(__pread_chk, (int file, void* to, size_t size, off_t at, size_t room), (file, to, size, at, room))
READING(__pread64_chk, (int file, void* to, size_t size, off64_t at, size_t room), (file, to, size, at, room))
READING(__recv_chk, (int file, void* to, size_t size, size_t room, int flags), (file, to, size, room, flags))
