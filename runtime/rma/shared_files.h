// Memory of the program's own under a window that several processes may have mapped (MAP_SHARED: of a file, shm_open,
// shmget). In the trace all of it is one segment, in which each file has its place, as for a window in shared memory.
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

// [base, base + size) is memory of a window from now on: of `user`, a number of its own. Asks the kernel what is mapped
// there. Returns the place of all of it, if it is all one such mapping.
PlaceInSegment begin_sharing(std::uint64_t user, const void* base, std::size_t size);
void end_sharing(std::uint64_t user);

// Memory that the program shares for what it does beside windows: what threads::ProgramMemory needs.
void follow_program_memory();
// When recording begins: what was mapped before counts from now on. And before a window is made: what is no longer
// mapped does not count any more.
void update_program_memory();

// Memory that belongs to windows, wherever it is mapped, does not count as such.
void name_segment(std::uint64_t segment, const void* begin, std::size_t size, std::uint64_t offset);
void unname_segment(const void* begin, std::size_t size);

// Whether a byte of it lies in such a mapping.
bool lies_in_shared_file(const void* base, std::size_t size);

}  // namespace fencepost::rma
