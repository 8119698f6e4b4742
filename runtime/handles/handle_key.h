// MPI handles as numbers: MPICH's are ints, Open MPI's are pointers.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace fencepost::handles {

template <class Handle>
std::uint64_t handle_key(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uint32_t>(handle);
  }
}

// Spreads handle numbers over all bits. (They are multiples of an object size, or count up in their low bits.)
inline std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0x9e3779b97f4a7c15u;
  return value ^ (value >> 29);
}

}  // namespace fencepost::handles
