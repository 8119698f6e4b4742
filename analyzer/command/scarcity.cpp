#include "command/scarcity.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fencepost::command {

std::uint64_t free_megabytes(const std::filesystem::path& path) {
  struct statvfs file_system{};
  if (statvfs(path.c_str(), &file_system) != 0) return 0;
  return std::uint64_t{file_system.f_bavail} * file_system.f_frsize / (1 << 20);
}

std::vector<Scarcity> what_is_scarce() {
  std::vector<Scarcity> found;
  // Each thread has its own trace file, and MPI libraries need some.
  constexpr rlim_t kEnoughFiles = 256;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < kEnoughFiles)
    found.push_back({"open files (ulimit -n)", fmt::format("a process may have {}", files.rlim_cur),
                     fmt::format("ulimit -n {}", kEnoughFiles)});
  // A rank takes some megabytes.
  constexpr std::uint64_t kEnoughMegabytes = 64;
  const char* const shared = "/dev/shm";
  if (access(shared, W_OK) != 0) {
    found.push_back({shared, "it cannot be written", "mount -t tmpfs tmpfs /dev/shm"});
  } else if (const std::uint64_t free = free_megabytes(shared); free < kEnoughMegabytes) {
    found.push_back({shared, fmt::format("{} MiB are free", free),
                     "docker run --shm-size=1g, or mount -o remount,size=50% /dev/shm"});
  }
  return found;
}

}  // namespace fencepost::command
