// What the writers of a trace and somebody who reads it while it grows agree on, besides its format.
//
// A reader may delete what it has read: whole blocks at the beginning of a thread's file, which become a hole in it,
// or the file of a thread that has ended. Instead it may empty such a file and leave it in its folder as kSpareFile
// with the next number from 0, and the next thread's trace may be written into it: after many files were deleted, a
// file system can take long to make a new one. While somebody reads along, the trace directory also holds kReaderFile,
// locked (flock, exclusive) by the reader; its first 8 bytes change as long as the reader makes progress.
#pragma once

#include <cstdint>

namespace fencepost::format {

inline constexpr const char* kReaderFile = "reader";
inline constexpr const char* kSpareFile = "spare-";  // and its number, and ".fpt"

// How much to leave free on a file system of this size: a checked program must not fill the disk.
constexpr std::uint64_t reserve_of_disk(std::uint64_t size) {
  constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
  return size / 20 < kMost ? size / 20 : kMost;
}

}  // namespace fencepost::format
