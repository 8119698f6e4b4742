// Arrays as gfortran passes them to its library: by a descriptor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hooks.h"

namespace fencepost::hooks {

// libgfortran.h, gfortran 9 and later.
struct Dimension {
  std::ptrdiff_t stride, lower, upper;
};
struct Descriptor {
  char* base;
  std::size_t offset;
  std::size_t element;
  int version;
  signed char rank, type;
  short attribute;
  std::ptrdiff_t span;
  Dimension dimensions[15];
};

inline void rows(char* base, std::size_t element, const Descriptor& array, int dimension, int inner, Kind kind,
                 Caller caller) {
  const Dimension& along = array.dimensions[dimension];
  const std::ptrdiff_t count = along.upper - along.lower + 1;
  const std::ptrdiff_t stride = along.stride * static_cast<std::ptrdiff_t>(array.element);
  if (count <= 0) return;
  if (dimension == inner) {
    row_of_any(reinterpret_cast<std::uintptr_t>(base), static_cast<std::uint32_t>(element), kind, stride,
               static_cast<std::uint64_t>(count), caller.pc, caller.frame);
    return;
  }
  for (std::ptrdiff_t i = 0; i < count; ++i)
    rows(base + i * stride, element, array, dimension - 1, inner, kind, caller);
}

inline void array(const Descriptor* array, Kind kind, Caller caller) {
  if (fencepost_hooks_of_module.mask == 0 || array == nullptr || array->base == nullptr) return;
  // Leading dimensions without gaps are one range.
  std::size_t length = array->element;
  int dimension = 0;
  for (; dimension < array->rank; ++dimension) {
    const Dimension& along = array->dimensions[dimension];
    if (along.upper < along.lower) return;
    if (along.stride * static_cast<std::ptrdiff_t>(array->element) != static_cast<std::ptrdiff_t>(length)) break;
    length *= static_cast<std::size_t>(along.upper - along.lower + 1);
  }
  if (dimension == array->rank) {
    range(array->base, length, kind, caller);
  } else if (length <= UINT32_MAX) {
    rows(array->base, length, *array, array->rank - 1, dimension, kind, caller);
  }
}

}  // namespace fencepost::hooks
