// Memory of the program's own that several processes may have mapped (MAP_SHARED: of a file, shm_open, shmget), under a
// window: in the trace all of it is one segment, in which each file has its place, as a window in shared memory is one.
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::rma {

// Where the part of a window begins in a segment; segment 0: in none.
struct PlaceInSegment {
  std::uint64_t segment = 0;
  std::uint64_t offset = 0;
};

// [base, base + size) is memory of a window from now on: of `user`, a number of its own. What is mapped there is asked
// of the kernel. The place of all of it, if it is all one such mapping.
PlaceInSegment begin_sharing(std::uint64_t user, const void* base, std::size_t size);
void end_sharing(std::uint64_t user);

// The memory of windows that is theirs, wherever they are mapped, is no such memory.
void name_segment(std::uint64_t segment, const void* begin, std::size_t size, std::uint64_t offset);
void unname_segment(const void* begin, std::size_t size);

// Whether a byte of it lies in such a mapping.
bool lies_in_shared_file(const void* base, std::size_t size);

}  // namespace fencepost::rma
