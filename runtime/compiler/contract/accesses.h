// What both compiler passes (pass/ for LLVM, gcc/ for GCC) tell the hooks in the same way: the kinds of accesses, how
// an access becomes a number, and the names of the functions that instrumented code calls (memory/hooks/passed.cpp,
// slow.S, atomics.cpp). Struct fencepost_hooks in hook_table/table.h is the rest of the agreement.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fencepost::contract {

// As AccessKind of record/vocabulary.h.
enum class Kind : std::uint32_t { kLoad, kStore, kAtomicLoad, kAtomicStore, kAtomicUpdate };

inline constexpr bool is_atomic(Kind kind) {
  return kind >= Kind::kAtomicLoad;
}

// The widest access that looks at the shadow byte of its first page only (kWidestAccess of tracking/shadow.h); a wider
// one is a range.
inline constexpr std::uint64_t kWidestChecked = 64;

// And the widest that GCC's plugin has bits set for, in blocks.
inline constexpr std::uint64_t kWidestWithBlocks = 16;

inline constexpr std::uint32_t size_and_kind(std::uint64_t size, Kind kind) {
  return static_cast<std::uint32_t>(size) | static_cast<std::uint32_t>(kind) << 16;
}

// Of the map of a partly tracked page (struct fencepost_page_map): the bits from its first unit on that an access may
// reach. `alignment`: what is known about the address, at most 8.
inline constexpr int kMapUnitShift = 3;
inline constexpr std::uint32_t map_units_of(std::uint64_t size, std::uint64_t alignment) {
  const std::uint64_t most = (size + (8 - alignment) + 7) / 8;
  return (std::uint32_t{1} << most) - 1;
}

// In functions with at most this many accesses, and in loops, the code looks at the map itself. Elsewhere the function
// that it calls does so, because that code would be half of all.
inline constexpr std::size_t kFewAccesses = 12;

// For an address, if one at `distance` from it is a multiple of the power of two `size`.
inline constexpr std::uint64_t alignment_by(std::uint64_t size, std::int64_t distance) {
  std::uint64_t alignment = size < 8 ? size : 8;
  while (distance % static_cast<std::int64_t>(alignment) != 0) alignment /= 2;
  return alignment;
}

inline constexpr const char* kTable = "fencepost_hooks_of_module";
inline constexpr const char* kAccess = "fencepost_passed_access";  // in registers, which it keeps
// On the stack; it keeps all registers. Then: _1 to _16 if an access of so many bytes is to have blocks, and _asked if
// the map has been asked.
inline constexpr const char* kStackedAccess = "fencepost_passed_stacked";
inline constexpr const char* kRange = "fencepost_passed_range";
inline constexpr const char* kRun = "fencepost_passed_run";
inline constexpr const char* kLanes = "fencepost_passed_lanes";
inline constexpr const char* kGrid = "fencepost_passed_grid";
inline constexpr const char* kRoom = "fencepost_passed_room";
inline constexpr const char* kRoomBelow = "fencepost_passed_room_below";
inline constexpr const char* kUntracked = "fencepost_passed_untracked";
inline constexpr const char* kMarks = "fencepost_passed_marks";
inline constexpr const char* kRelease = "fencepost_passed_release";
inline constexpr const char* kUpdate = "fencepost_passed_update";
inline constexpr const char* kUpdated = "fencepost_passed_updated";
inline constexpr const char* kAcquire = "fencepost_passed_acquire";
inline constexpr const char* kVolatileLoad = "fencepost_passed_volatile_load";
inline constexpr const char* kVolatileStore = "fencepost_passed_volatile_store";
inline constexpr const char* kUnseen = "fencepost_passed_unseen";
inline constexpr const char* kLanded = "fencepost_passed_landed";
inline constexpr const char* kSection = "fencepost_passed_section";
inline constexpr const char* kFence = "__tsan_atomic_thread_fence";
inline constexpr const char* kAtomic =
    "fencepost_passed_atomic";  // and bits_operation: atomic operations done by a call

// Functions of the C library that do nothing but compute.
inline constexpr std::array<std::string_view, 54> kPureFunctions = {
    "sin",    "cos",    "tan",    "asin",  "acos",  "atan",  "atan2",  "sinh", "cosh", "tanh",     "exp",
    "exp2",   "expm1",  "log",    "log2",  "log10", "log1p", "pow",    "sqrt", "cbrt", "hypot",    "fabs",
    "floor",  "ceil",   "trunc",  "round", "rint",  "fmod",  "fmin",   "fmax", "fma",  "copysign", "erf",
    "erfc",   "tgamma", "lgamma", "sinf",  "cosf",  "tanf",  "expf",   "logf", "powf", "sqrtf",    "fabsf",
    "floorf", "ceilf",  "fmodf",  "fminf", "fmaxf", "fmaf",  "hypotf", "abs",  "labs", "strlen"};
inline constexpr std::array<std::string_view, 5> kPureComparisons = {"memcmp", "strcmp", "strncmp", "memchr", "strchr"};

inline constexpr bool is_pure_function(std::string_view name) {
  for (const std::string_view known : kPureFunctions) {
    if (known == name) return true;
  }
  for (const std::string_view known : kPureComparisons) {
    if (known == name) return true;
  }
  return false;
}

}  // namespace fencepost::contract
