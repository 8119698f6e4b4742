// Functions of the C library that read and write memory of the program: fencepost-cc links with --wrap, so that calls
// from the user's objects come here first. What the compiler expands in place is not seen. The names with __wrap_ in
// this folder are the list of what is wrapped (CMakeLists.txt).
#include "hooks.h"
#include "texts.h"

using namespace fencepost::hooks;

#define TOUCHED(address, size, kind) range_of_any(address, size, kind, RETURN_ADDRESS, CALLERS_FRAME)

// With --wrap, the linker's names of the C library's own functions.
extern "C" {
void* __real_memcpy(void* to, const void* from, std::size_t size);
void* __real_memmove(void* to, const void* from, std::size_t size);
void* __real_memset(void* to, int value, std::size_t size);
void __real_bzero(void* to, std::size_t size);
int __real_memcmp(const void* one, const void* other, std::size_t size);
std::size_t __real_strlen(const char* text);
int __real_strcmp(const char* one, const char* other);
char* __real_strcpy(char* to, const char* from);
char* __real_strncpy(char* to, const char* from, std::size_t size);
std::size_t __real_fread(void* to, std::size_t size, std::size_t count, void* file);
std::size_t __real_fwrite(const void* from, std::size_t size, std::size_t count, void* file);
void __real_qsort(void* base, std::size_t count, std::size_t size, int (*compare)(const void*, const void*));
void __real_qsort_r(void* base, std::size_t count, std::size_t size, int (*compare)(const void*, const void*, void*),
                    void* argument);
void __real_explicit_bzero(void* to, std::size_t size);
void __real_bcopy(const void* from, void* to, std::size_t size);
int __real_bcmp(const void* one, const void* other, std::size_t size);
void* __real_memmem(const void* memory, std::size_t size, const void* part, std::size_t part_size);
void* __real_memrchr(const void* memory, int byte, std::size_t size);
void __real_swab(const void* from, void* to, long size);
}

HOOK void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  return __real_memcpy(to, from, size);
}
HOOK void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  return __real_memmove(to, from, size);
}
HOOK void* __wrap_memset(void* to, int value, std::size_t size) {
  TOUCHED(to, size, kStore);
  return __real_memset(to, value, size);
}
HOOK void __wrap_bzero(void* to, std::size_t size) {
  TOUCHED(to, size, kStore);
  __real_bzero(to, size);
}

HOOK void __wrap_explicit_bzero(void* to, std::size_t size) {
  TOUCHED(to, size, kStore);
  __real_explicit_bzero(to, size);
}
HOOK void __wrap_bcopy(const void* from, void* to, std::size_t size) {
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  __real_bcopy(from, to, size);
}
HOOK int __wrap_bcmp(const void* one, const void* other, std::size_t size) {
  TOUCHED(one, size, kLoad);
  TOUCHED(other, size, kLoad);
  return __real_bcmp(one, other, size);
}
HOOK void* __wrap_memmem(const void* memory, std::size_t size, const void* part, std::size_t part_size) {
  void* const found = __real_memmem(memory, size, part, part_size);
  const auto before = static_cast<std::size_t>(static_cast<char*>(found) - static_cast<const char*>(memory));
  TOUCHED(memory, found != nullptr ? before + part_size : size, kLoad);
  TOUCHED(part, part_size, kLoad);
  return found;
}
HOOK void* __wrap_memrchr(const void* memory, int byte, std::size_t size) {
  void* const found = __real_memrchr(memory, byte, size);
  const auto before =
      found != nullptr ? static_cast<std::size_t>(static_cast<char*>(found) - static_cast<const char*>(memory)) : 0;
  TOUCHED(static_cast<const char*>(memory) + before, size - before, kLoad);
  return found;
}
// Pairs of bytes.
HOOK void __wrap_swab(const void* from, void* to, long size) {
  if (size > 1) TOUCHED(from, static_cast<std::size_t>(size & ~1L), kLoad);
  if (size > 1) TOUCHED(to, static_cast<std::size_t>(size & ~1L), kStore);
  __real_swab(from, to, size);
}

// What _FORTIFY_SOURCE makes of them. (The C library's own would do the same.)
HOOK void* __wrap___memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) __builtin_trap();
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  return __real_memcpy(to, from, size);
}
HOOK void* __wrap___memmove_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) __builtin_trap();
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  return __real_memmove(to, from, size);
}
HOOK void* __wrap___memset_chk(void* to, int value, std::size_t size, std::size_t room) {
  if (size > room) __builtin_trap();
  TOUCHED(to, size, kStore);
  return __real_memset(to, value, size);
}

HOOK int __wrap_memcmp(const void* one, const void* other, std::size_t size) {
  TOUCHED(one, size, kLoad);
  TOUCHED(other, size, kLoad);
  return __real_memcmp(one, other, size);
}
HOOK std::size_t __wrap_strlen(const char* text) {
  const std::size_t length = __real_strlen(text);
  TOUCHED(text, length + 1, kLoad);
  return length;
}
HOOK int __wrap_strcmp(const char* one, const char* other) {
  if (nobody_listens()) return __real_strcmp(one, other);
  const std::size_t used = compared(one, other, ~std::size_t{0}, [](char a, char b) { return a == b; });
  TOUCHED(one, used, kLoad);
  TOUCHED(other, used, kLoad);
  return __real_strcmp(one, other);
}
HOOK char* __wrap_strcpy(char* to, const char* from) {
  const std::size_t size = __real_strlen(from) + 1;
  TOUCHED(from, size, kLoad);
  TOUCHED(to, size, kStore);
  return __real_strcpy(to, from);
}
HOOK char* __wrap_strncpy(char* to, const char* from, std::size_t size) {
  if (nobody_listens()) return __real_strncpy(to, from, size);
  std::size_t used = 0;
  while (used < size) {
    ++used;
    if (from[used - 1] == 0) break;
  }
  TOUCHED(from, used, kLoad);
  TOUCHED(to, size, kStore);
  return __real_strncpy(to, from, size);
}

HOOK std::size_t __wrap_fread(void* to, std::size_t size, std::size_t count, void* file) {
  const std::size_t got = __real_fread(to, size, count, file);
  TOUCHED(to, got * size, kStore);
  return got;
}
HOOK std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count, void* file) {
  TOUCHED(from, size * count, kLoad);
  return __real_fwrite(from, size, count, file);
}
HOOK void __wrap_qsort(void* base, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  TOUCHED(base, count * size, kStore);
  __real_qsort(base, count, size, compare);
}
HOOK void __wrap_qsort_r(void* base, std::size_t count, std::size_t size,
                         int (*compare)(const void*, const void*, void*), void* argument) {
  TOUCHED(base, count * size, kStore);
  __real_qsort_r(base, count, size, compare, argument);
}

// What -fsanitize=thread makes of copies that are not calls in the source.
HOOK void* __tsan_memcpy(void* to, const void* from, std::size_t size) __attribute__((alias("__wrap_memcpy")));
HOOK void* __tsan_memmove(void* to, const void* from, std::size_t size) __attribute__((alias("__wrap_memmove")));
HOOK void* __tsan_memset(void* to, int value, std::size_t size) __attribute__((alias("__wrap_memset")));
