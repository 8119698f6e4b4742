// Functions of gfortran's library that read or write variables of the program: those behind its input and output
// statements, strings, copies of array sections, random numbers. fencepost-fc links with --wrap, as in
// library_calls.cpp. All are weak: most programs have no such library.
#include <cstddef>
#include <cstdint>

#include "fortran_descriptor.h"
#include "hooks.h"

using namespace fencepost::hooks;

#define LIBRARY extern "C" __attribute__((weak))

namespace {

constexpr std::size_t real_size(int kind) {
  return kind == 10 ? 16 : static_cast<std::size_t>(kind);
}

}  // namespace

// Input and output: one call for each item; without _write it is a read statement. `kind`: its size in bytes.
#define ITEM(name, size)                                                                      \
  LIBRARY void __real__gfortran_transfer_##name(void*, void*, int);                           \
  HOOK void __wrap__gfortran_transfer_##name(void* statement, void* item, int kind) {         \
    range(item, size, kStore, RETURN_ADDRESS);                                                \
    __real__gfortran_transfer_##name(statement, item, kind);                                  \
  }                                                                                           \
  LIBRARY void __real__gfortran_transfer_##name##_write(void*, void*, int);                   \
  HOOK void __wrap__gfortran_transfer_##name##_write(void* statement, void* item, int kind) { \
    range(item, size, kLoad, RETURN_ADDRESS);                                                 \
    __real__gfortran_transfer_##name##_write(statement, item, kind);                          \
  }
ITEM(integer, static_cast<std::size_t>(kind))
ITEM(logical, static_cast<std::size_t>(kind))
ITEM(real, real_size(kind))
ITEM(complex, 2 * real_size(kind))

LIBRARY void __real__gfortran_transfer_character(void*, void*, std::size_t);
HOOK void __wrap__gfortran_transfer_character(void* statement, void* text, std::size_t length) {
  range(text, length, kStore, RETURN_ADDRESS);
  __real__gfortran_transfer_character(statement, text, length);
}
LIBRARY void __real__gfortran_transfer_character_write(void*, void*, std::size_t);
HOOK void __wrap__gfortran_transfer_character_write(void* statement, void* text, std::size_t length) {
  range(text, length, kLoad, RETURN_ADDRESS);
  __real__gfortran_transfer_character_write(statement, text, length);
}

LIBRARY void __real__gfortran_transfer_array(void*, Descriptor*, int, std::size_t);
HOOK void __wrap__gfortran_transfer_array(void* statement, Descriptor* items, int kind, std::size_t length) {
  array(items, kStore, RETURN_ADDRESS);
  __real__gfortran_transfer_array(statement, items, kind, length);
}
LIBRARY void __real__gfortran_transfer_array_write(void*, Descriptor*, int, std::size_t);
HOOK void __wrap__gfortran_transfer_array_write(void* statement, Descriptor* items, int kind, std::size_t length) {
  array(items, kLoad, RETURN_ADDRESS);
  __real__gfortran_transfer_array_write(statement, items, kind, length);
}

// What a statement reads from or writes to if its unit is a variable. The compiler fills this in, in an order that the
// library (libgfortran.so.5, since GCC 8) keeps; what comes after it is not looked at.
namespace {

struct Statement {
  std::int32_t flags, unit;
  const char* file;
  std::int32_t line;
  std::size_t message_length;
  char* message;
  std::int32_t* status;
  std::int64_t record;
  void *size, *length;
  Descriptor* internal_array;
  const char* format;
  std::size_t format_length, advance_length;
  const char* advance;
  char* internal_unit;
  std::size_t internal_unit_length;
};
static_assert(offsetof(Statement, internal_unit) == 112);
constexpr std::int32_t kHasInternalUnit = 1 << 14;

void internal_unit(const void* given, Kind kind, std::uintptr_t caller) {
  const auto* const statement = static_cast<const Statement*>(given);
  if ((statement->flags & kHasInternalUnit) == 0) return;
  if (statement->internal_array != nullptr)
    array(statement->internal_array, kind, caller);
  else
    range(statement->internal_unit, statement->internal_unit_length, kind, caller);
}

}  // namespace

LIBRARY void __real__gfortran_st_write(void*);
HOOK void __wrap__gfortran_st_write(void* statement) {
  internal_unit(statement, kStore, RETURN_ADDRESS);
  __real__gfortran_st_write(statement);
}
LIBRARY void __real__gfortran_st_read(void*);
HOOK void __wrap__gfortran_st_read(void* statement) {
  internal_unit(statement, kLoad, RETURN_ADDRESS);
  __real__gfortran_st_read(statement);
}

// The time, and what the program was started with. An argument that the program leaves out is null.
namespace {

void result(void* to, std::size_t size, std::uintptr_t caller) {
  if (to != nullptr) range(to, size, kStore, caller);
}

}  // namespace

#define CPU_TIME(kind, type)                               \
  LIBRARY void __real__gfortran_cpu_time_##kind(type*);    \
  HOOK void __wrap__gfortran_cpu_time_##kind(type* time) { \
    result(time, sizeof *time, RETURN_ADDRESS);            \
    __real__gfortran_cpu_time_##kind(time);                \
  }
CPU_TIME(4, float)
CPU_TIME(8, double)

LIBRARY void __real__gfortran_date_and_time(char*, char*, char*, Descriptor*, std::size_t, std::size_t, std::size_t);
HOOK void __wrap__gfortran_date_and_time(char* date, char* time, char* zone, Descriptor* values,
                                         std::size_t date_length, std::size_t time_length, std::size_t zone_length) {
  result(date, date_length, RETURN_ADDRESS);
  result(time, time_length, RETURN_ADDRESS);
  result(zone, zone_length, RETURN_ADDRESS);
  if (values != nullptr) array(values, kStore, RETURN_ADDRESS);
  __real__gfortran_date_and_time(date, time, zone, values, date_length, time_length, zone_length);
}

#define WORDS_OF_START(kind, type)                                                                                   \
  LIBRARY void __real__gfortran_get_command_argument_i##kind(type*, char*, type*, type*, std::size_t);               \
  HOOK void __wrap__gfortran_get_command_argument_i##kind(type* number, char* value, type* length, type* status,     \
                                                          std::size_t value_length) {                                \
    result(value, value_length, RETURN_ADDRESS);                                                                     \
    result(length, sizeof *length, RETURN_ADDRESS);                                                                  \
    result(status, sizeof *status, RETURN_ADDRESS);                                                                  \
    __real__gfortran_get_command_argument_i##kind(number, value, length, status, value_length);                      \
  }                                                                                                                  \
  LIBRARY void __real__gfortran_get_environment_variable_i##kind(char*, char*, type*, type*, std::int32_t*,          \
                                                                 std::size_t, std::size_t);                          \
  HOOK void __wrap__gfortran_get_environment_variable_i##kind(char* name, char* value, type* length, type* status,   \
                                                              std::int32_t* trim, std::size_t name_length,           \
                                                              std::size_t value_length) {                            \
    result(value, value_length, RETURN_ADDRESS);                                                                     \
    result(length, sizeof *length, RETURN_ADDRESS);                                                                  \
    result(status, sizeof *status, RETURN_ADDRESS);                                                                  \
    __real__gfortran_get_environment_variable_i##kind(name, value, length, status, trim, name_length, value_length); \
  }
WORDS_OF_START(4, std::int32_t)
WORDS_OF_START(8, std::int64_t)

// Strings.
LIBRARY int __real__gfortran_compare_string(std::size_t, const char*, std::size_t, const char*);
HOOK int __wrap__gfortran_compare_string(std::size_t length, const char* text, std::size_t length2, const char* text2) {
  range(text, length, kLoad, RETURN_ADDRESS);
  range(text2, length2, kLoad, RETURN_ADDRESS);
  return __real__gfortran_compare_string(length, text, length2, text2);
}
LIBRARY void __real__gfortran_concat_string(std::size_t, char*, std::size_t, const char*, std::size_t, const char*);
HOOK void __wrap__gfortran_concat_string(std::size_t length, char* to, std::size_t length1, const char* text1,
                                         std::size_t length2, const char* text2) {
  range(text1, length1, kLoad, RETURN_ADDRESS);
  range(text2, length2, kLoad, RETURN_ADDRESS);
  range(to, length, kStore, RETURN_ADDRESS);
  __real__gfortran_concat_string(length, to, length1, text1, length2, text2);
}
LIBRARY std::size_t __real__gfortran_string_len_trim(std::size_t, const char*);
HOOK std::size_t __wrap__gfortran_string_len_trim(std::size_t length, const char* text) {
  range(text, length, kLoad, RETURN_ADDRESS);
  return __real__gfortran_string_len_trim(length, text);
}
LIBRARY void __real__gfortran_string_trim(std::size_t*, char**, std::size_t, const char*);
HOOK void __wrap__gfortran_string_trim(std::size_t* length, char** to, std::size_t given, const char* text) {
  range(text, given, kLoad, RETURN_ADDRESS);
  __real__gfortran_string_trim(length, to, given, text);
}

#define SEARCH(name)                                                                                           \
  LIBRARY std::size_t __real__gfortran_string_##name(std::size_t, const char*, std::size_t, const char*, int); \
  HOOK std::size_t __wrap__gfortran_string_##name(std::size_t length, const char* text, std::size_t length2,   \
                                                  const char* text2, int back) {                               \
    range(text, length, kLoad, RETURN_ADDRESS);                                                                \
    range(text2, length2, kLoad, RETURN_ADDRESS);                                                              \
    return __real__gfortran_string_##name(length, text, length2, text2, back);                                 \
  }
SEARCH(index)
SEARCH(scan)
SEARCH(verify)

#define ADJUST(name)                                                                  \
  LIBRARY void __real__gfortran_##name(char*, std::size_t, const char*);              \
  HOOK void __wrap__gfortran_##name(char* to, std::size_t length, const char* text) { \
    range(text, length, kLoad, RETURN_ADDRESS);                                       \
    range(to, length, kStore, RETURN_ADDRESS);                                        \
    __real__gfortran_##name(to, length, text);                                        \
  }
ADJUST(adjustl)
ADJUST(adjustr)

LIBRARY int __real__gfortran_select_string(void*, int, const char*, std::size_t);
HOOK int __wrap__gfortran_select_string(void* cases, int count, const char* text, std::size_t length) {
  range(text, length, kLoad, RETURN_ADDRESS);
  return __real__gfortran_select_string(cases, count, text, length);
}

// An array section that a procedure wants without gaps: copied there and back. One without gaps stays where it is.
LIBRARY void* __real__gfortran_internal_pack(Descriptor*);
HOOK void* __wrap__gfortran_internal_pack(Descriptor* section) {
  void* packed = __real__gfortran_internal_pack(section);
  if (packed != section->base) array(section, kLoad, RETURN_ADDRESS);
  return packed;
}
LIBRARY void __real__gfortran_internal_unpack(Descriptor*, const void*);
HOOK void __wrap__gfortran_internal_unpack(Descriptor* section, const void* packed) {
  if (packed != section->base) array(section, kStore, RETURN_ADDRESS);
  __real__gfortran_internal_unpack(section, packed);
}

#define RANDOM(type, size)                                         \
  LIBRARY void __real__gfortran_random_##type(void*);              \
  HOOK void __wrap__gfortran_random_##type(void* number) {         \
    range(number, size, kStore, RETURN_ADDRESS);                   \
    __real__gfortran_random_##type(number);                        \
  }                                                                \
  LIBRARY void __real__gfortran_arandom_##type(Descriptor*);       \
  HOOK void __wrap__gfortran_arandom_##type(Descriptor* numbers) { \
    array(numbers, kStore, RETURN_ADDRESS);                        \
    __real__gfortran_arandom_##type(numbers);                      \
  }
RANDOM(r4, 4)
RANDOM(r8, 8)
