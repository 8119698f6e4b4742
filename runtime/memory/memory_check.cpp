#include "memory/memory_check.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace fencepost::memory {
namespace {

// PROCMAP_QUERY of Linux 6.11; the headers may be older.
struct MapQuery {
  std::uint64_t size = sizeof(MapQuery);
  std::uint64_t query_flags = 0;
  std::uint64_t query_address = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t flags = 0;  // 1: readable, 2: writable
  std::uint64_t page_size = 0;
  std::uint64_t offset = 0;
  std::uint64_t inode = 0;
  std::uint32_t device_major = 0;
  std::uint32_t device_minor = 0;
  std::uint32_t name_size = 0;
  std::uint32_t build_id_size = 0;
  std::uint64_t name_address = 0;
  std::uint64_t build_id_address = 0;
};
constexpr unsigned long kMapQuery = _IOWR('f', 17, MapQuery);
constexpr std::uint64_t kReadable = 1, kWritable = 2;

constexpr std::uint64_t kPage = 4096;

std::uint64_t by_mapping(int maps, std::uint64_t first, std::uint64_t end, std::uint64_t needed) {
  constexpr int kMostMappings = 64;
  for (int i = 0; i < kMostMappings && first < end; ++i) {
    MapQuery query;
    query.query_address = first;
    if (ioctl(maps, kMapQuery, &query) != 0 || (query.flags & needed) != needed) return first;
    first = query.end;
  }
  return first;
}

// The kernel touches the pages as the program would, but says so when it cannot.
bool by_page(std::uint64_t first, std::uint64_t end, MemoryCheck::Use use) {
  first &= ~(kPage - 1);
  return madvise(reinterpret_cast<void*>(first), end - first,
                 use == MemoryCheck::Use::kWrite ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}

// The end of the last page before the first one that may not be used.
std::uint64_t pages_until(std::uint64_t first, std::uint64_t end, MemoryCheck::Use use) {
  if (by_page(first, end, use)) return (end + kPage - 1) & ~(kPage - 1);
  if (!by_page(first, first + 1, use)) return first;
  std::uint64_t good = (first & ~(kPage - 1)) + kPage, bad = end;
  while (bad > good + kPage) {  // up to `good` all may be used, up to `bad` not all
    const std::uint64_t middle = good + std::max(kPage, (bad - good) / 2 & ~(kPage - 1));
    (by_page(good, middle, use) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

int moved_up(int descriptor) {
  constexpr int kLowestDescriptor = 200;
  if (descriptor < 0) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

MemoryCheck::MemoryCheck() {
  const int error = errno;
  std::uint64_t known = 0;
  const auto address = reinterpret_cast<std::uint64_t>(&known);
  maps_ = moved_up(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
  if (maps_ >= 0 && by_mapping(maps_, address, address + sizeof known, kReadable | kWritable) > address) {
    cost_ = Cost::kByMapping;
  } else if (by_page(address, address + sizeof known, Use::kWrite)) {
    cost_ = Cost::kByPage;
  }
  errno = error;
}

MemoryCheck::~MemoryCheck() {
  if (maps_ >= 0) close(maps_);
}

std::uint64_t MemoryCheck::usable_until(std::uint64_t first, std::uint64_t end, Use use) const {
  const int error = errno;
  std::uint64_t until = UINT64_MAX;
  if (cost_ == Cost::kByMapping) {
    until = by_mapping(maps_, first, end, use == Use::kWrite ? kReadable | kWritable : kReadable);
  } else if (cost_ == Cost::kByPage) {
    until = pages_until(first, end, use);
  }
  errno = error;
  return until;
}

const MemoryCheck& memory_check() {
  static const auto& instance = *new MemoryCheck;  // never destroyed: MPI may be called until the very end
  return instance;
}

namespace detail {
namespace {
constexpr std::size_t kKnown = 4;
constinit thread_local std::array<Known, kKnown> known __attribute__((tls_model("initial-exec"))) = {};
constinit thread_local std::size_t next_known __attribute__((tls_model("initial-exec"))) = 0;
}  // namespace

bool search_usable(std::uint64_t first, std::uint64_t end, std::uint64_t now, MemoryCheck::Use use) {
  const bool write = use == MemoryCheck::Use::kWrite;
  for (const Known& one : known) {
    if (!one.holds(first, end, now, write)) continue;
    last_known[write] = one;
    return true;
  }
  const std::uint64_t until = memory_check().usable_until(first, end, use);
  if (until < end) return false;
  known[next_known++ % kKnown] = last_known[write] = {first, until, now, write};
  return true;
}

}  // namespace detail
}  // namespace fencepost::memory
