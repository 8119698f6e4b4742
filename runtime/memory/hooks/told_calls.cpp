// What functions of the C library store through a pointer: dates, names, random bytes, parts of numbers. As in
// library_calls.cpp. (Not those of the mathematical library: our reference to it would have to be weak, and the linker
// leaves out a library that nothing else needs. Nor those that ask for the time: their names show in the machine code
// that a loop waits.)
#include <ctime>
#include <sys/types.h>

#include "hooks.h"

using namespace fencepost::hooks;

// With --wrap, the linker's names of the C library's own functions.
extern "C" {
struct tm* __real_localtime_r(const time_t* time, struct tm* to);
struct tm* __real_gmtime_r(const time_t* time, struct tm* to);
std::size_t __real_strftime(char* to, std::size_t size, const char* format, const struct tm* time);
int __real_gethostname(char* to, std::size_t size);
char* __real_getcwd(char* to, std::size_t size);
ssize_t __real_getrandom(void* to, std::size_t size, unsigned flags);
int __real_getentropy(void* to, std::size_t size);
int __real_rand_r(unsigned* seed);
double __real_frexp(double number, int* exponent);
float __real_frexpf(float number, int* exponent);
double __real_modf(double number, double* whole);
float __real_modff(float number, float* whole);
std::size_t __real_strlen(const char* text);
std::size_t __real_strnlen(const char* text, std::size_t size);
}

#define STORED_BYTES(address, size) range_of_any(address, size, kStore, RETURN_ADDRESS, CALLERS_FRAME)
#define STORED(address) \
  if ((address) != nullptr) STORED_BYTES(address, sizeof *(address))
#define READ(address) range_of_any(address, sizeof *(address), kLoad, RETURN_ADDRESS, CALLERS_FRAME)

// A row: it stores into `to`.
#define TELLS(type, name, parameters, arguments, to) \
  HOOK type __wrap_##name parameters {               \
    STORED(to);                                      \
    return __real_##name arguments;                  \
  }
TELLS(double, frexp, (double number, int* exponent), (number, exponent), exponent)
TELLS(float, frexpf, (float number, int* exponent), (number, exponent), exponent)
TELLS(double, modf, (double number, double* whole), (number, whole), whole)
TELLS(float, modff, (float number, float* whole), (number, whole), whole)

HOOK struct tm* __wrap_localtime_r(const time_t* time, struct tm* to) {
  READ(time);
  STORED(to);
  return __real_localtime_r(time, to);
}
HOOK struct tm* __wrap_gmtime_r(const time_t* time, struct tm* to) {
  READ(time);
  STORED(to);
  return __real_gmtime_r(time, to);
}
HOOK int __wrap_rand_r(unsigned* seed) {
  READ(seed);
  STORED(seed);
  return __real_rand_r(seed);
}

HOOK std::size_t __wrap_strftime(char* to, std::size_t size, const char* format, const struct tm* time) {
  READ(time);
  const std::size_t made = __real_strftime(to, size, format, time);
  if (made != 0) STORED_BYTES(to, made + 1);
  return made;
}
HOOK int __wrap_gethostname(char* to, std::size_t size) {
  const int status = __real_gethostname(to, size);
  const std::size_t length = status == 0 ? __real_strnlen(to, size) : 0;
  if (status == 0) STORED_BYTES(to, length < size ? length + 1 : size);
  return status;
}
HOOK char* __wrap_getcwd(char* to, std::size_t size) {
  char* const made = __real_getcwd(to, size);
  if (made != nullptr && to != nullptr) STORED_BYTES(to, __real_strlen(to) + 1);
  return made;
}
HOOK ssize_t __wrap_getrandom(void* to, std::size_t size, unsigned flags) {
  const ssize_t got = __real_getrandom(to, size, flags);
  if (got > 0) STORED_BYTES(to, static_cast<std::size_t>(got));
  return got;
}
HOOK int __wrap_getentropy(void* to, std::size_t size) {
  STORED_BYTES(to, size);
  return __real_getentropy(to, size);
}
