// Functions of the C library that move memory: fencepost-cc links with --wrap, so that calls from the user's objects
// come here first. What the compiler expands in place is not seen.
#include "hooks.h"

using namespace fencepost::hooks;

// By --wrap the linker's names of the C library's own.
extern "C" {
void* __real_memcpy(void* to, const void* from, std::size_t size);
void* __real_memmove(void* to, const void* from, std::size_t size);
void* __real_memset(void* to, int value, std::size_t size);
}

HOOK void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  range(from, size, kLoad, RETURN_ADDRESS);
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memcpy(to, from, size);
}
HOOK void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  range(from, size, kLoad, RETURN_ADDRESS);
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memmove(to, from, size);
}
HOOK void* __wrap_memset(void* to, int value, std::size_t size) {
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memset(to, value, size);
}

HOOK void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  range(from, size, kLoad, RETURN_ADDRESS);
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memcpy(to, from, size);
}
HOOK void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  range(from, size, kLoad, RETURN_ADDRESS);
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memmove(to, from, size);
}
HOOK void* __tsan_memset(void* to, int value, std::size_t size) {
  range(to, size, kStore, RETURN_ADDRESS);
  return __real_memset(to, value, size);
}
