// Intrinsic procedures of gfortran's library that get variables of the program: which of them they read, and which they
// store answers in. Linked with --wrap as in fortran_calls.cpp.
//
// The library has most of them once for each kind of integer. A table: a row is a function with the roles of its
// arguments, all of which are pointers or integers. An argument that the program leaves out is null; the lengths of
// texts come last.
#include <cstddef>
#include <cstdint>

#include "fortran_descriptor.h"
#include "hooks.h"

using namespace fencepost::hooks;

#define LIBRARY extern "C" __attribute__((weak))

namespace {

struct Role {
  enum What : std::uint8_t { kNothing, kValue, kText, kArray };
  What what;
  bool written;
  std::uint8_t detail;  // bytes of a value; which argument is the length of a text, from 0
};
constexpr Role none() {
  return {Role::kNothing, false, 0};
}
constexpr Role in(int bytes) {
  return {Role::kValue, false, static_cast<std::uint8_t>(bytes)};
}
constexpr Role out(int bytes) {
  return {Role::kValue, true, static_cast<std::uint8_t>(bytes)};
}
constexpr Role text(int length) {
  return {Role::kText, false, static_cast<std::uint8_t>(length)};
}
constexpr Role text_out(int length) {
  return {Role::kText, true, static_cast<std::uint8_t>(length)};
}
constexpr Role array_in() {
  return {Role::kArray, false, 0};
}
constexpr Role array_out() {
  return {Role::kArray, true, 0};
}

template <std::size_t kArguments, std::size_t kRoles>
void tell(const long (&given)[kArguments], const Role (&roles)[kRoles], Caller caller) {
  static_assert(kRoles <= kArguments);
  for (std::size_t i = 0; i < kRoles; ++i) {
    const Role& role = roles[i];
    const Kind kind = role.written ? kStore : kLoad;
    auto* const at = reinterpret_cast<char*>(given[i]);
    if (at == nullptr || role.what == Role::kNothing) continue;
    if (role.what == Role::kArray)
      array(reinterpret_cast<const Descriptor*>(at), kind, caller);
    else
      range(at, role.what == Role::kText ? static_cast<std::size_t>(given[role.detail]) : role.detail, kind, caller);
  }
}

}  // namespace

// (A value that is not an argument of the function is passed on unread.)
#define ANSWERS(type, name, ...)                                                                      \
  LIBRARY type __real__gfortran_##name(long, long, long, long, long, long, long, long);               \
  HOOK type __wrap__gfortran_##name(long a, long b, long c, long d, long e, long f, long g, long h) { \
    static constexpr Role kRoles[] = {__VA_ARGS__};                                                   \
    const long given[] = {a, b, c, d, e, f, g, h};                                                    \
    tell(given, kRoles, HERE);                                                                        \
    return __real__gfortran_##name(a, b, c, d, e, f, g, h);                                           \
  }
#define SUBROUTINE(name, ...) ANSWERS(void, name, __VA_ARGS__)
#define FUNCTION(name, ...) ANSWERS(long, name, __VA_ARGS__)
#define REAL_FUNCTION(name, ...) ANSWERS(float, name, __VA_ARGS__)
// Of kinds 4 and 8, where _4 or _i4 is the end of the name; and with something after it.
#define BOTH(ROW) ROW(4) ROW(8)

// A table, which clang-format takes for expressions.
// clang-format off

// The time.
#define TIMES(kind)                                                                  \
  SUBROUTINE(cpu_time_##kind, out(kind))                                             \
  SUBROUTINE(system_clock_##kind, out(kind), out(kind), out(kind))                   \
  SUBROUTINE(itime_i##kind, array_out())                                             \
  SUBROUTINE(idate_i##kind, array_out())                                             \
  SUBROUTINE(ltime_i##kind, in(kind), array_out())                                   \
  SUBROUTINE(gmtime_i##kind, in(kind), array_out())                                  \
  SUBROUTINE(sleep_i##kind##_sub, in(kind))
BOTH(TIMES)
SUBROUTINE(cpu_time_10, out(16))
SUBROUTINE(cpu_time_16, out(16))
SUBROUTINE(date_and_time, text_out(4), text_out(5), text_out(6), array_out())
SUBROUTINE(ctime_sub, in(8), text_out(2))
SUBROUTINE(fdate_sub, text_out(1))
SUBROUTINE(etime_sub, array_out(), out(4))
SUBROUTINE(dtime_sub, array_out(), out(4))
REAL_FUNCTION(etime, array_out())
REAL_FUNCTION(dtime, array_out())
SUBROUTINE(second_sub, out(4))

// What the program was started with, and its place in the system. Without GETLOG: in every static program into which we
// would bring it, the linker warns about what it calls; and it writes only a user's name.
#define SURROUNDINGS(kind)                                                                     \
  SUBROUTINE(get_command_i##kind, text_out(3), out(kind), out(kind))                           \
  SUBROUTINE(get_command_argument_i##kind, in(kind), text_out(4), out(kind), out(kind))        \
  SUBROUTINE(get_environment_variable_i##kind, text(5), text_out(6), out(kind), out(kind))     \
  SUBROUTINE(getarg_i##kind, in(kind), text_out(2))                                            \
  SUBROUTINE(getcwd_i##kind##_sub, text_out(2), out(kind))                                     \
  SUBROUTINE(hostnm_i##kind##_sub, text_out(2), out(kind))                                     \
  SUBROUTINE(chdir_i##kind##_sub, text(2), out(kind))                                          \
  SUBROUTINE(umask_i##kind##_sub, in(kind), out(kind))
BOTH(SURROUNDINGS)
SUBROUTINE(getenv, text(2), text_out(3))
FUNCTION(getcwd, text_out(1))
FUNCTION(hostnm, text_out(1))
SUBROUTINE(gerror, text_out(1))
SUBROUTINE(ttynam_sub, in(4), text_out(2))
SUBROUTINE(system_sub, text(2), out(4))
SUBROUTINE(kill_sub, none(), none(), out(4))

// Files.
#define FILES(kind)                                                                      \
  FUNCTION(stat_i##kind, text(2), array_out())                                           \
  FUNCTION(lstat_i##kind, text(2), array_out())                                          \
  FUNCTION(fstat_i##kind, in(kind), array_out())                                         \
  SUBROUTINE(stat_i##kind##_sub, text(3), array_out(), out(kind))                        \
  SUBROUTINE(lstat_i##kind##_sub, text(3), array_out(), out(kind))                       \
  SUBROUTINE(fstat_i##kind##_sub, in(kind), array_out(), out(kind))                      \
  SUBROUTINE(chmod_i##kind##_sub, text(3), text(4), out(kind))                           \
  SUBROUTINE(link_i##kind##_sub, text(3), text(4), out(kind))                            \
  SUBROUTINE(symlnk_i##kind##_sub, text(3), text(4), out(kind))                          \
  SUBROUTINE(rename_i##kind##_sub, text(3), text(4), out(kind))                          \
  SUBROUTINE(unlink_i##kind##_sub, text(2), out(kind))
BOTH(FILES)

// Characters of a unit. Their status is of any kind.
#define CHARACTERS(kind)                                                   \
  SUBROUTINE(fget_i##kind##_sub, text_out(2), out(kind))                   \
  SUBROUTINE(fgetc_i##kind##_sub, in(4), text_out(3), out(kind))           \
  SUBROUTINE(fput_i##kind##_sub, text(2), out(kind))                       \
  SUBROUTINE(fputc_i##kind##_sub, in(4), text(3), out(kind))               \
  SUBROUTINE(ftell_i##kind##_sub, in(4), out(kind))
CHARACTERS(1) CHARACTERS(2) BOTH(CHARACTERS)
FUNCTION(fget, text_out(1))
FUNCTION(fgetc, in(4), text_out(2))
FUNCTION(fput, text(1))
FUNCTION(fputc, in(4), text(2))

// Random numbers. The seed is an array, set or asked for.
#define RANDOM(kind, bytes)                                     \
  SUBROUTINE(random_r##kind, out(bytes))                        \
  SUBROUTINE(arandom_r##kind, array_out())
RANDOM(4, 4) RANDOM(8, 8) RANDOM(10, 16) RANDOM(16, 16)
#define SEEDS(kind) SUBROUTINE(random_seed_i##kind, out(kind), array_in(), array_out())
BOTH(SEEDS)
    // clang-format on

    // A command: its status is answered unless the program does not wait for it.
    namespace {

  template <class Integer>
  void ran(const char* command, const std::int32_t* wait, Integer* status, Integer* problem, std::size_t length,
           Caller caller) {
    range(command, length, kLoad, caller);
    if (status != nullptr && (wait == nullptr || *wait != 0)) range(status, sizeof *status, kStore, caller);
    if (problem != nullptr) range(problem, sizeof *problem, kStore, caller);
  }

}  // namespace

#define EXECUTE(kind, type)                                                                                         \
  LIBRARY void __real__gfortran_execute_command_line_i##kind(const char*, std::int32_t*, type*, type*, char*,       \
                                                             std::size_t, std::size_t);                             \
  HOOK void __wrap__gfortran_execute_command_line_i##kind(const char* command, std::int32_t* wait, type* status,    \
                                                          type* problem, char* message, std::size_t length,         \
                                                          std::size_t message_length) {                             \
    ran(command, wait, status, problem, length, HERE);                                                              \
    __real__gfortran_execute_command_line_i##kind(command, wait, status, problem, message, length, message_length); \
    if (message != nullptr && problem != nullptr && *problem != 0) range(message, message_length, kStore, HERE);    \
  }
EXECUTE(4, std::int32_t)
EXECUTE(8, std::int64_t)
