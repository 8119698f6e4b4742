// What functions of the C library read, write and free through their arguments, as far as it is certain.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost::lint {

struct LibraryAccess {
  unsigned argument = 0;  // the pointer
  // The number of bytes: the product of these arguments; -1: none. Without any: at least one byte (a string's end).
  int size = -1, times = -1;
  bool written = false;
};

struct LibraryCall {
  std::string_view name;
  std::span<const LibraryAccess> accesses;
  int given_back = -1;  // the argument whose memory is freed
};

// Null: not in the table.
const LibraryCall* library_call(std::string_view function);

}  // namespace fencepost::lint
