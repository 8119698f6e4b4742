#include "recorder/common_memory.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

#include "recorder/memory.h"
#include "recorder/process.h"

namespace fencepost::record {

void* common_memory(std::uint64_t machine, std::size_t size) noexcept {
  using namespace detail;
  const UnnoticedByProgram keep;
  char path[PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s/../common-%llx-%llx", process.folder,
                              static_cast<unsigned long long>(process.job), static_cast<unsigned long long>(machine));
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return nullptr;
  const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return nullptr;
  // Allocated now: a full disk must not become a SIGBUS later.
  void* const memory = posix_fallocate(file, 0, static_cast<off_t>(size)) == 0 ? map_file(file, 0, size) : nullptr;
  ::close(file);
  return memory;
}

}  // namespace fencepost::record
