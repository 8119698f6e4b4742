/* Wrappers in libfencepost.so of functions of the C library that read and write memory of their callers, so that we see
 * what libraries without instrumentation do to windows and pending buffers as well. A look at a byte for each page
 * shows whether the memory is any of these. (Calls of instrumented code come through hooks/library_calls.cpp; the back
 * end leaves out what both see.)
 *
 * Stores are reported after the function has returned: then it is known how many there were. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "memory/outside.h"
#include "touched.h"

/* ---- blocks of memory ---- */

EXPORTED void* memcpy(void* restrict to, const void* restrict from, size_t size) {
  NEXT(memcpy);
  if (next == NULL) return copy_bytes(to, from, size), to;
  TOUCHED(from, size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from, size);
}
EXPORTED void* memmove(void* to, const void* from, size_t size) {
  NEXT(memmove);
  if (next == NULL) return copy_bytes(to, from, size), to;
  TOUCHED(from, size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from, size);
}
EXPORTED void* memset(void* to, int value, size_t size) {
  NEXT(memset);
  if (next == NULL) {
    for (size_t i = 0; i < size; ++i) ((volatile char*)to)[i] = (char)value;
    return to;
  }
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, value, size);
}
EXPORTED void* mempcpy(void* restrict to, const void* restrict from, size_t size) {
  NEXT(mempcpy);
  if (next == NULL) return copy_bytes(to, from, size), (char*)to + size;
  TOUCHED(from, size, READ, NOT_HOOKED);
  TOUCHED(to, size, WRITTEN, NOT_HOOKED);
  return next(to, from, size);
}
EXPORTED void* memccpy(void* restrict to, const void* restrict from, int last, size_t size) {
  NEXT(memccpy);
  if (next == NULL) return NULL;
  void* const end = next(to, from, last, size);
  const size_t copied = end != NULL ? (size_t)((char*)end - (char*)to) : size;
  TOUCHED(from, copied, READ, NOT_HOOKED);
  TOUCHED(to, copied, WRITTEN, NOT_HOOKED);
  return end;
}

/* ---- text ---- */

EXPORTED char* strcpy(char* restrict to, const char* restrict from) {
  NEXT(strcpy);
  if (next != NULL && fencepost_watching_memory() == NULL) return next(to, from);
  const size_t size = strlen(from) + 1;
  if (next == NULL) return copy_bytes(to, from, size), to;
  TOUCHED(from, size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from);
}
EXPORTED char* stpcpy(char* restrict to, const char* restrict from) {
  NEXT(stpcpy);
  if (next != NULL && fencepost_watching_memory() == NULL) return next(to, from);
  const size_t size = strlen(from) + 1;
  if (next == NULL) return copy_bytes(to, from, size), to + size - 1;
  TOUCHED(from, size, READ, NOT_HOOKED);
  TOUCHED(to, size, WRITTEN, NOT_HOOKED);
  return next(to, from);
}
EXPORTED char* strncpy(char* restrict to, const char* restrict from, size_t size) {
  NEXT(strncpy);
  if (next != NULL && fencepost_watching_memory() == NULL) return next(to, from, size);
  if (next == NULL) return to;
  const size_t length = strnlen(from, size);
  TOUCHED(from, length < size ? length + 1 : size, READ, HOOKED);
  TOUCHED(to, size, WRITTEN, HOOKED);
  return next(to, from, size);
}
EXPORTED char* strcat(char* restrict to, const char* restrict from) {
  NEXT(strcat);
  if (next != NULL && fencepost_watching_memory() == NULL) return next(to, from);
  const size_t before = strlen(to), size = strlen(from) + 1;
  if (next == NULL) return copy_bytes(to + before, from, size), to;
  TOUCHED(from, size, READ, NOT_HOOKED);
  TOUCHED(to, before, READ, NOT_HOOKED);
  TOUCHED(to + before, size, WRITTEN, NOT_HOOKED);
  return next(to, from);
}
EXPORTED char* strncat(char* restrict to, const char* restrict from, size_t most) {
  NEXT(strncat);
  if (next != NULL && fencepost_watching_memory() == NULL) return next(to, from, most);
  if (next == NULL) return to;
  const size_t before = strlen(to), length = strnlen(from, most);
  TOUCHED(from, length < most ? length + 1 : most, READ, NOT_HOOKED);
  TOUCHED(to, before, READ, NOT_HOOKED);
  TOUCHED(to + before, length + 1, WRITTEN, NOT_HOOKED);
  return next(to, from, most);
}

/* ---- sorting ---- */

EXPORTED void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  NEXT(qsort);
  if (next == NULL) return;
  TOUCHED(base, count * size, WRITTEN, HOOKED);
  next(base, count, size, compare);
}

/* ---- files and sockets ---- */

EXPORTED size_t fread(void* restrict to, size_t size, size_t count, FILE* restrict file) {
  NEXT(fread);
  if (next == NULL) return 0;
  fencepost_looks_outside();
  const size_t got = next(to, size, count, file);
  if (got > 0) fencepost_has_read(fileno(file), __builtin_return_address(0));
  TOUCHED(to, got * size, WRITTEN, HOOKED);
  return got;
}
EXPORTED size_t fwrite(const void* restrict from, size_t size, size_t count, FILE* restrict file) {
  NEXT(fwrite);
  if (next == NULL) return 0;
  TOUCHED(from, size * count, READ, HOOKED);
  fencepost_will_write(fileno(file), __builtin_return_address(0));
  return next(from, size, count, file);
}
EXPORTED char* fgets(char* restrict to, int size, FILE* restrict file) {
  NEXT(fgets);
  if (next == NULL) return NULL;
  fencepost_looks_outside();
  char* const line = next(to, size, file);
  if (line != NULL) fencepost_has_read(fileno(file), __builtin_return_address(0));
  if (line != NULL) TOUCHED(line, strlen(line) + 1, WRITTEN, NOT_HOOKED);
  return line;
}

#define READING(name, parameters, arguments)                             \
  EXPORTED ssize_t name parameters {                                     \
    NEXT(name);                                                          \
    if (next == NULL) return -1;                                         \
    fencepost_looks_outside();                                           \
    const ssize_t got = next arguments;                                  \
    if (got >= 0) fencepost_has_read(file, __builtin_return_address(0)); \
    if (got > 0) TOUCHED(to, (size_t)got, WRITTEN, NOT_HOOKED);          \
    return got;                                                          \
  }
#define WRITING(name, parameters, arguments)                 \
  EXPORTED ssize_t name parameters {                         \
    NEXT(name);                                              \
    if (next == NULL) return -1;                             \
    TOUCHED(from, size, READ, NOT_HOOKED);                   \
    fencepost_will_write(file, __builtin_return_address(0)); \
    return next arguments;                                   \
  }
READING(read, (int file, void* to, size_t size), (file, to, size))
READING(pread, (int file, void* to, size_t size, off_t at), (file, to, size, at))
READING(pread64, (int file, void* to, size_t size, off64_t at), (file, to, size, at))
READING(recv, (int file, void* to, size_t size, int flags), (file, to, size, flags))
EXPORTED ssize_t write(int file, const void* from, size_t size) {
  if (__builtin_expect(file < -1, 0)) { /* no file */
    const struct fencepost_memory_watcher* const to = fencepost_memory_watcher();
    if (to != NULL && file == to->print_file) {
      to->printed(from, size);
      return (ssize_t)size;
    }
  }
  NEXT(write);
  if (next == NULL) return -1;
  TOUCHED(from, size, READ, NOT_HOOKED);
  fencepost_will_write(file, __builtin_return_address(0));
  return next(file, from, size);
}
WRITING(pwrite, (int file, const void* from, size_t size, off_t at), (file, from, size, at))
WRITING(pwrite64, (int file, const void* from, size_t size, off64_t at), (file, from, size, at))
WRITING(send, (int file, const void* from, size_t size, int flags), (file, from, size, flags))

EXPORTED ssize_t readv(int file, const struct iovec* to, int count) {
  NEXT(readv);
  if (next == NULL) return -1;
  fencepost_looks_outside();
  const ssize_t got = next(file, to, count);
  if (got >= 0) fencepost_has_read(file, __builtin_return_address(0));
  size_t left = got > 0 ? (size_t)got : 0;
  for (int i = 0; i < count && left != 0; ++i) {
    const size_t here = left < to[i].iov_len ? left : to[i].iov_len;
    TOUCHED(to[i].iov_base, here, WRITTEN, NOT_HOOKED);
    left -= here;
  }
  return got;
}
EXPORTED ssize_t writev(int file, const struct iovec* from, int count) {
  NEXT(writev);
  if (next == NULL) return -1;
  if (fencepost_watching_memory() != NULL) {
    for (int i = 0; i < count; ++i) TOUCHED(from[i].iov_base, from[i].iov_len, READ, NOT_HOOKED);
  }
  fencepost_will_write(file, __builtin_return_address(0));
  return next(file, from, count);
}
