#include "recorder/room.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "record/format.h"
#include "recorder/limit.h"
#include "recorder/process.h"

namespace fencepost::record::detail {

namespace {

constexpr std::uint64_t kBlocksUnseen = 1 << 16;                    // "look now"
constinit std::atomic<std::uint64_t> blocks_unseen{kBlocksUnseen};  // begun since somebody looked

// The least that the living threads write into: no reader can give that back.
std::uint64_t in_use() {
  const DefinitionsEntry entry;
  if (!entry) return 0;  // recording is over
  std::uint64_t threads = 0;
  for (const ThreadTrace* trace = process.threads; trace != nullptr; trace = trace->next) threads += trace->attached;
  return threads * (format::kFileHeaderSize + smallest_growth());
}

// What the events of this process occupy on the disk, including those of threads that have ended. (opendir() allocates,
// and this may be inside an allocation of the program.)
std::uint64_t occupied() {
  const DefinitionsEntry entry;
  if (!entry) return 0;  // recording is over
  const int folder = ::open(process.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  std::uint64_t bytes = 0;
  alignas(dirent64) char buffer[4096];
  for (;;) {
    const long size = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* const file = reinterpret_cast<const dirent64*>(buffer + at);
      struct stat status{};
      if (strncmp(file->d_name, "thread-", 7) == 0 && fstatat(folder, file->d_name, &status, 0) == 0)
        bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
      at += file->d_reclen;
    }
  }
  ::close(folder);
  return bytes;
}

}  // namespace

void begin_room() noexcept {
  blocks_unseen = kBlocksUnseen;
}

bool wait_for_limit() noexcept {
  const std::uint64_t wanted = limit();
  if (wanted == 0) return true;
  // Looking at all files for each block would cost more than the block: only after an eighth of the limit.
  const std::uint64_t unseen = blocks_unseen.fetch_add(1, std::memory_order_relaxed) + 1;
  if (unseen * format::kBlockSize < wanted / 8 && unseen < kBlocksUnseen) return true;
  Patience patience;
  for (;;) {
    const std::uint64_t bytes = occupied();
    const std::uint64_t most = std::max(wanted, 2 * in_use());
    if (bytes + largest_growth() <= most) {
      if (bytes + 2 * largest_growth() <= most - most / 8) blocks_unseen = 0;
      return true;
    }
    if (!patience.wait()) return false;
  }
}

}  // namespace fencepost::record::detail
