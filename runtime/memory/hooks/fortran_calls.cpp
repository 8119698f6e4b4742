// Functions of gfortran's library that read or write variables of the program: the items of its input and output
// statements, strings, copies of array sections. fencepost-fc links with --wrap, as in library_calls.cpp. All are weak:
// most programs have no such library.
#include <cstddef>
#include <cstdint>

#include "fortran_descriptor.h"
#include "fortran_statement.h"
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
    range(item, size, kStore, HERE);                                                          \
    __real__gfortran_transfer_##name(statement, item, kind);                                  \
  }                                                                                           \
  LIBRARY void __real__gfortran_transfer_##name##_write(void*, void*, int);                   \
  HOOK void __wrap__gfortran_transfer_##name##_write(void* statement, void* item, int kind) { \
    range(item, size, kLoad, HERE);                                                           \
    __real__gfortran_transfer_##name##_write(statement, item, kind);                          \
  }
ITEM(integer, static_cast<std::size_t>(kind))
ITEM(logical, static_cast<std::size_t>(kind))
ITEM(real, real_size(kind))
ITEM(complex, 2 * real_size(kind))
ITEM(real128, 16)
ITEM(complex128, 32)

LIBRARY void __real__gfortran_transfer_character(void*, void*, std::size_t);
HOOK void __wrap__gfortran_transfer_character(void* statement, void* text, std::size_t length) {
  range(text, length, kStore, HERE);
  __real__gfortran_transfer_character(statement, text, length);
}
LIBRARY void __real__gfortran_transfer_character_write(void*, void*, std::size_t);
HOOK void __wrap__gfortran_transfer_character_write(void* statement, void* text, std::size_t length) {
  range(text, length, kLoad, HERE);
  __real__gfortran_transfer_character_write(statement, text, length);
}

LIBRARY void __real__gfortran_transfer_character_wide(void*, void*, std::size_t, int);
HOOK void __wrap__gfortran_transfer_character_wide(void* statement, void* text, std::size_t length, int kind) {
  range(text, length * static_cast<std::size_t>(kind), kStore, HERE);
  __real__gfortran_transfer_character_wide(statement, text, length, kind);
}
LIBRARY void __real__gfortran_transfer_character_wide_write(void*, void*, std::size_t, int);
HOOK void __wrap__gfortran_transfer_character_wide_write(void* statement, void* text, std::size_t length, int kind) {
  range(text, length * static_cast<std::size_t>(kind), kLoad, HERE);
  __real__gfortran_transfer_character_wide_write(statement, text, length, kind);
}

LIBRARY void __real__gfortran_transfer_array(void*, Descriptor*, int, std::size_t);
HOOK void __wrap__gfortran_transfer_array(void* statement, Descriptor* items, int kind, std::size_t length) {
  array(items, kStore, HERE);
  __real__gfortran_transfer_array(statement, items, kind, length);
}
LIBRARY void __real__gfortran_transfer_array_write(void*, Descriptor*, int, std::size_t);
HOOK void __wrap__gfortran_transfer_array_write(void* statement, Descriptor* items, int kind, std::size_t length) {
  array(items, kLoad, HERE);
  __real__gfortran_transfer_array_write(statement, items, kind, length);
}

// What a statement reads from or writes to if its unit is a variable.
namespace {

constexpr std::int32_t kHasInternalUnit = 1 << 14;

void internal_unit(const Transfer& transfer, Kind kind, Caller caller) {
  if ((transfer.statement.flags & kHasInternalUnit) == 0) return;
  if (transfer.internal_array != nullptr)
    array(transfer.internal_array, kind, caller);
  else
    range(transfer.internal_unit.text, transfer.internal_unit.length, kind, caller);
}

}  // namespace

LIBRARY void __real__gfortran_st_write(Transfer*);
HOOK void __wrap__gfortran_st_write(Transfer* transfer) {
  internal_unit(*transfer, kStore, HERE);
  __real__gfortran_st_write(transfer);
}
LIBRARY void __real__gfortran_st_read(Transfer*);
HOOK void __wrap__gfortran_st_read(Transfer* transfer) {
  internal_unit(*transfer, kLoad, HERE);
  __real__gfortran_st_read(transfer);
}

// Strings.
LIBRARY int __real__gfortran_compare_string(std::size_t, const char*, std::size_t, const char*);
HOOK int __wrap__gfortran_compare_string(std::size_t length, const char* text, std::size_t length2, const char* text2) {
  range(text, length, kLoad, HERE);
  range(text2, length2, kLoad, HERE);
  return __real__gfortran_compare_string(length, text, length2, text2);
}
LIBRARY void __real__gfortran_concat_string(std::size_t, char*, std::size_t, const char*, std::size_t, const char*);
HOOK void __wrap__gfortran_concat_string(std::size_t length, char* to, std::size_t length1, const char* text1,
                                         std::size_t length2, const char* text2) {
  range(text1, length1, kLoad, HERE);
  range(text2, length2, kLoad, HERE);
  range(to, length, kStore, HERE);
  __real__gfortran_concat_string(length, to, length1, text1, length2, text2);
}
LIBRARY std::size_t __real__gfortran_string_len_trim(std::size_t, const char*);
HOOK std::size_t __wrap__gfortran_string_len_trim(std::size_t length, const char* text) {
  range(text, length, kLoad, HERE);
  return __real__gfortran_string_len_trim(length, text);
}
LIBRARY void __real__gfortran_string_trim(std::size_t*, char**, std::size_t, const char*);
HOOK void __wrap__gfortran_string_trim(std::size_t* length, char** to, std::size_t given, const char* text) {
  range(text, given, kLoad, HERE);
  __real__gfortran_string_trim(length, to, given, text);
}

#define SEARCH(name)                                                                                           \
  LIBRARY std::size_t __real__gfortran_string_##name(std::size_t, const char*, std::size_t, const char*, int); \
  HOOK std::size_t __wrap__gfortran_string_##name(std::size_t length, const char* text, std::size_t length2,   \
                                                  const char* text2, int back) {                               \
    range(text, length, kLoad, HERE);                                                                          \
    range(text2, length2, kLoad, HERE);                                                                        \
    return __real__gfortran_string_##name(length, text, length2, text2, back);                                 \
  }
SEARCH(index)
SEARCH(scan)
SEARCH(verify)

#define ADJUST(name)                                                                  \
  LIBRARY void __real__gfortran_##name(char*, std::size_t, const char*);              \
  HOOK void __wrap__gfortran_##name(char* to, std::size_t length, const char* text) { \
    range(text, length, kLoad, HERE);                                                 \
    range(to, length, kStore, HERE);                                                  \
    __real__gfortran_##name(to, length, text);                                        \
  }
ADJUST(adjustl)
ADJUST(adjustr)

LIBRARY int __real__gfortran_select_string(void*, int, const char*, std::size_t);
HOOK int __wrap__gfortran_select_string(void* cases, int count, const char* text, std::size_t length) {
  range(text, length, kLoad, HERE);
  return __real__gfortran_select_string(cases, count, text, length);
}

// An array section that a procedure wants without gaps: copied there and back. One without gaps stays where it is.
LIBRARY void* __real__gfortran_internal_pack(Descriptor*);
HOOK void* __wrap__gfortran_internal_pack(Descriptor* section) {
  void* packed = __real__gfortran_internal_pack(section);
  if (packed != section->base) array(section, kLoad, HERE);
  return packed;
}
LIBRARY void __real__gfortran_internal_unpack(Descriptor*, const void*);
HOOK void __wrap__gfortran_internal_unpack(Descriptor* section, const void* packed) {
  if (packed != section->base) array(section, kStore, HERE);
  __real__gfortran_internal_unpack(section, packed);
}
