// The conflict table (semantics.md, 3; MPI-4.1, 12.7): how two concurrent accesses to common bytes affect each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fencepost {

// The kinds of access to memory, in the order of the table's rows and columns.
enum class AccessClass : std::uint8_t {
  kLoad,         // ld   load, or a buffer that an ordinary MPI call reads
  kStore,        // st   store, or a buffer that an ordinary MPI call writes
  kGet,          // g    target side of a get
  kPut,          // p    target side of a put
  kAtomic,       // a    target side of an updating accumulate-family operation
  kAtomicRead,   // r    target side of one with MPI_NO_OP
  kOriginRead,   // ob-  origin buffer that an operation reads
  kOriginWrite,  // ob+  origin or result buffer that an operation writes
};
inline constexpr std::size_t kAccessClasses = 8;

constexpr bool reads_only(AccessClass kind) {
  return kind == AccessClass::kLoad || kind == AccessClass::kGet || kind == AccessClass::kAtomicRead ||
         kind == AccessClass::kOriginRead;
}

// Accesses of the process itself, and buffers of its ordinary calls.
constexpr bool is_local(AccessClass kind) {
  return kind == AccessClass::kLoad || kind == AccessClass::kStore;
}

// Accesses that change a target's memory.
constexpr bool is_update(AccessClass kind) {
  return kind == AccessClass::kPut || kind == AccessClass::kAtomic;
}
constexpr bool is_atomic(AccessClass kind) {
  return kind == AccessClass::kAtomic || kind == AccessClass::kAtomicRead;
}

enum class Compatibility : std::uint8_t {
  kOk,
  kConflict,       // X
  kBetweenRanks,   // X between two processes; a thread sanitizer covers two threads of one process
  kSameOperation,  // ok for whole elements of one predefined type, and then subject to accumulate_ops
  kSameType,       // ok for whole elements of one predefined type
};

constexpr Compatibility compatibility(AccessClass a, AccessClass b) {
  constexpr auto ok = Compatibility::kOk;
  constexpr auto no = Compatibility::kConflict;
  constexpr auto rk = Compatibility::kBetweenRanks;
  constexpr auto op = Compatibility::kSameOperation;
  constexpr auto ty = Compatibility::kSameType;
  constexpr std::array<std::array<Compatibility, kAccessClasses>, kAccessClasses> table = {{
      //          ld  st  g   p   a   r   ob- ob+
      /* ld  */ {{ok, rk, ok, no, no, ok, ok, no}},
      /* st  */ {{rk, rk, no, no, no, no, no, no}},
      /* g   */ {{ok, no, ok, no, no, ok, ok, no}},
      /* p   */ {{no, no, no, no, no, no, no, no}},
      /* a   */ {{no, no, no, no, op, ty, no, no}},
      /* r   */ {{ok, no, ok, no, ty, ok, ok, no}},
      /* ob- */ {{ok, no, ok, no, no, ok, ok, no}},
      /* ob+ */ {{no, no, no, no, no, no, no, no}},
  }};
  return table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

}  // namespace fencepost
