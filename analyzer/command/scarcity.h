// Resources of this machine that MPI libraries need and that may be too small.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fencepost::command {

struct Scarcity {
  std::string of;       // "/dev/shm"
  std::string how;      // "8 MiB are free"
  std::string way_out;  // "mount -o remount,size=50% /dev/shm"
};

std::vector<Scarcity> what_is_scarce();

// On the file system of the path; 0: not known.
std::uint64_t free_megabytes(const std::filesystem::path& path);

}  // namespace fencepost::command
