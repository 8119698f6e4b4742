// Functions of the C library that read text: they compare it, search it, take numbers from it, copy it. As in
// library_calls.cpp; each reports how far it had to read.
#include "hooks.h"
#include "texts.h"

using namespace fencepost::hooks;

// With --wrap, the linker's names of the C library's own functions.
extern "C" {
std::size_t __real_strlen(const char* text);
int __real_strncmp(const char* one, const char* other, std::size_t size);
int __real_strcasecmp(const char* one, const char* other);
int __real_strncasecmp(const char* one, const char* other, std::size_t size);
std::size_t __real_strnlen(const char* text, std::size_t size);
void* __real_memchr(const void* memory, int byte, std::size_t size);
char* __real_strchr(const char* text, int byte);
char* __real_strrchr(const char* text, int byte);
char* __real_strstr(const char* text, const char* part);
char* __real_strpbrk(const char* text, const char* set);
std::size_t __real_strspn(const char* text, const char* set);
std::size_t __real_strcspn(const char* text, const char* set);
int __real_strcoll(const char* one, const char* other);
char* __real_strchrnul(const char* text, int byte);
char* __real_strcasestr(const char* text, const char* part);
char* __real_strtok_r(char* text, const char* set, char** rest);
char* __real_strtok(char* text, const char* set);
char* __real_strsep(char** rest, const char* set);
char* __real_stpncpy(char* to, const char* from, std::size_t size);
char* __real_strdup(const char* text);
char* __real_strndup(const char* text, std::size_t size);
long __real_strtol(const char* text, char** end, int base);
unsigned long __real_strtoul(const char* text, char** end, int base);
long long __real_strtoll(const char* text, char** end, int base);
unsigned long long __real_strtoull(const char* text, char** end, int base);
float __real_strtof(const char* text, char** end);
double __real_strtod(const char* text, char** end);
long double __real_strtold(const char* text, char** end);
}

#define READ(address, size) range_of_any(address, size, kLoad, RETURN_ADDRESS, CALLERS_FRAME)
#define STORED(address, size) range_of_any(address, size, kStore, RETURN_ADDRESS, CALLERS_FRAME)

namespace {

std::size_t with_its_end(const char* text) {
  return __real_strlen(text) + 1;
}
std::size_t at_most(const char* text, std::size_t most) {
  const std::size_t length = __real_strnlen(text, most);
  return length < most ? length + 1 : most;
}
char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
bool equal(char one, char other) {
  return one == other;
}
bool equal_but_for_case(char one, char other) {
  return lower(one) == lower(other);
}
std::size_t up_to(const char* text, const void* last) {
  return static_cast<std::size_t>(static_cast<const char*>(last) - text) + 1;
}

}  // namespace

// ---- comparing -----------------------------------------------------------------------------------------------------

#define COMPARING(name, parameters, arguments, most, same)     \
  HOOK int __wrap_##name parameters {                          \
    if (nobody_listens()) return __real_##name arguments;      \
    const std::size_t used = compared(one, other, most, same); \
    READ(one, used);                                           \
    READ(other, used);                                         \
    return __real_##name arguments;                            \
  }
COMPARING(strncmp, (const char* one, const char* other, std::size_t size), (one, other, size), size, equal)
COMPARING(strcasecmp, (const char* one, const char* other), (one, other), ~std::size_t{0}, equal_but_for_case)
COMPARING(strncasecmp, (const char* one, const char* other, std::size_t size), (one, other, size), size,
          equal_but_for_case)

// ---- searching -----------------------------------------------------------------------------------------------------

HOOK std::size_t __wrap_strnlen(const char* text, std::size_t size) {
  const std::size_t length = __real_strnlen(text, size);
  READ(text, length < size ? length + 1 : size);
  return length;
}
HOOK void* __wrap_memchr(const void* memory, int byte, std::size_t size) {
  void* const found = __real_memchr(memory, byte, size);
  READ(memory, found != nullptr ? up_to(static_cast<const char*>(memory), found) : size);
  return found;
}
HOOK char* __wrap_strchr(const char* text, int byte) {
  char* const found = __real_strchr(text, byte);
  READ(text, found != nullptr ? up_to(text, found) : with_its_end(text));
  return found;
}
HOOK char* __wrap_strrchr(const char* text, int byte) {
  READ(text, with_its_end(text));
  return __real_strrchr(text, byte);
}

#define SEARCHING(name)                                                                  \
  HOOK char* __wrap_##name(const char* text, const char* part) {                         \
    char* const found = __real_##name(text, part);                                       \
    const std::size_t length = __real_strlen(part);                                      \
    READ(part, length + 1);                                                              \
    READ(text, found != nullptr ? up_to(text, found + length) - 1 : with_its_end(text)); \
    return found;                                                                        \
  }
SEARCHING(strstr)
SEARCHING(strcasestr)

HOOK char* __wrap_strpbrk(const char* text, const char* set) {
  char* const found = __real_strpbrk(text, set);
  READ(set, with_its_end(set));
  READ(text, found != nullptr ? up_to(text, found) : with_its_end(text));
  return found;
}

#define SPANNING(name)                                                \
  HOOK std::size_t __wrap_##name(const char* text, const char* set) { \
    const std::size_t length = __real_##name(text, set);              \
    READ(set, with_its_end(set));                                     \
    READ(text, length + 1);                                           \
    return length;                                                    \
  }
SPANNING(strspn)
SPANNING(strcspn)

HOOK int __wrap_strcoll(const char* one, const char* other) {
  READ(one, with_its_end(one));
  READ(other, with_its_end(other));
  return __real_strcoll(one, other);
}
HOOK char* __wrap_strchrnul(const char* text, int byte) {
  char* const found = __real_strchrnul(text, byte);
  READ(text, up_to(text, found));
  return found;
}

// These end each word that they find with a 0. They have read up to it, and store it.
HOOK char* __wrap_strtok_r(char* text, const char* set, char** rest) {
  const char* const from = text != nullptr ? text : *rest;
  char* const word = __real_strtok_r(text, set, rest);
  READ(set, with_its_end(set));
  if (from != nullptr && word != nullptr) {
    READ(from, up_to(from, word) - 1);
    STORED(word, with_its_end(word));
  }
  return word;
}
HOOK char* __wrap_strtok(char* text, const char* set) {
  char* const word = __real_strtok(text, set);
  READ(set, with_its_end(set));
  if (word != nullptr) STORED(word, with_its_end(word));
  return word;
}
HOOK char* __wrap_strsep(char** rest, const char* set) {
  char* const word = __real_strsep(rest, set);
  READ(set, with_its_end(set));
  if (word != nullptr) STORED(word, with_its_end(word));
  return word;
}

// ---- copying -------------------------------------------------------------------------------------------------------

HOOK char* __wrap_strdup(const char* text) {
  READ(text, with_its_end(text));
  return __real_strdup(text);
}
HOOK char* __wrap_strndup(const char* text, std::size_t size) {
  READ(text, at_most(text, size));
  return __real_strndup(text, size);
}

HOOK char* __wrap_stpncpy(char* to, const char* from, std::size_t size) {
  READ(from, at_most(from, size));
  STORED(to, size);
  return __real_stpncpy(to, from, size);
}

// ---- numbers -------------------------------------------------------------------------------------------------------

#define WHOLE_NUMBER(type, name)                                    \
  HOOK type __wrap_##name(const char* text, char** end, int base) { \
    char* last = nullptr;                                           \
    const type number = __real_##name(text, &last, base);           \
    READ(text, up_to(text, last));                                  \
    if (end != nullptr) {                                           \
      STORED(end, sizeof *end);                                     \
      *end = last;                                                  \
    }                                                               \
    return number;                                                  \
  }
WHOLE_NUMBER(long, strtol)
WHOLE_NUMBER(unsigned long, strtoul)
WHOLE_NUMBER(long long, strtoll)
WHOLE_NUMBER(unsigned long long, strtoull)

#define REAL_NUMBER(type, name)                           \
  HOOK type __wrap_##name(const char* text, char** end) { \
    char* last = nullptr;                                 \
    const type number = __real_##name(text, &last);       \
    READ(text, up_to(text, last));                        \
    if (end != nullptr) {                                 \
      STORED(end, sizeof *end);                           \
      *end = last;                                        \
    }                                                     \
    return number;                                        \
  }
REAL_NUMBER(float, strtof)
REAL_NUMBER(double, strtod)
REAL_NUMBER(long double, strtold)

#define NUMBER_ALONE(type, name, full)                    \
  HOOK type __wrap_##name(const char* text) {             \
    char* last = nullptr;                                 \
    const type number = static_cast<type>(__real_##full); \
    READ(text, up_to(text, last));                        \
    return number;                                        \
  }
NUMBER_ALONE(int, atoi, strtol(text, &last, 10))
NUMBER_ALONE(long, atol, strtol(text, &last, 10))
NUMBER_ALONE(long long, atoll, strtoll(text, &last, 10))
NUMBER_ALONE(double, atof, strtod(text, &last))
