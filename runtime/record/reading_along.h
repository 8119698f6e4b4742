// What those who write a trace and one who reads it while it is written agree on, beside its format.
//
// A reader may delete what it has read: whole blocks at the beginning of a thread's file, which become a hole in it, or
// the file of a thread that has ended. That one it may empty and leave in its folder as kSpareFile with the next number
// from 0, and the next thread's trace may be written into it: where many files were deleted, it can take a file system
// long to make one. While somebody reads along, the trace directory also holds kReaderFile, locked
// (flock, exclusive) by the reader; its first 8 bytes change as long as the reader gets on.
#pragma once

#include <cstdint>

namespace fencepost::format {

inline constexpr const char* kReaderFile = "reader";
inline constexpr const char* kSpareFile = "spare-";  // and its number, and ".fpt"

// How much is left free on a file system of this size: a checked program must not be what fills the disk.
constexpr std::uint64_t reserve_of_disk(std::uint64_t size) {
  constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
  return size / 20 < kMost ? size / 20 : kMost;
}

}  // namespace fencepost::format
