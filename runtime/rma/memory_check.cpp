#include "rma/memory_check.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rma/shared_memory.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace fencepost::rma {
namespace {

// PROCMAP_QUERY of Linux 6.11, which headers may be older than.
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

bool by_mapping(int maps, std::uint64_t first, std::uint64_t end, std::uint64_t needed) {
  constexpr int kMostMappings = 16;
  for (int i = 0; i < kMostMappings; ++i) {
    MapQuery query;
    query.query_address = first;
    if (ioctl(maps, kMapQuery, &query) != 0 || (query.flags & needed) != needed) return false;
    if (query.end >= end) return true;
    first = query.end;
  }
  return false;
}

// The kernel touches the pages as the program would, but says so when it cannot.
bool by_page(std::uint64_t first, std::uint64_t end, MemoryCheck::Use use) {
  first &= ~std::uint64_t{kPage - 1};
  return madvise(reinterpret_cast<void*>(first), end - first,
                 use == MemoryCheck::Use::kWrite ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}

}  // namespace

MemoryCheck::MemoryCheck() {
  const int error = errno;
  std::uint64_t known = 0;
  const auto address = reinterpret_cast<std::uint64_t>(&known);
  maps_ = moved_up(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
  if (maps_ >= 0 && by_mapping(maps_, address, address + sizeof known, kReadable | kWritable)) {
    cost_ = Cost::kByMapping;
  } else if (by_page(address, address + sizeof known, Use::kWrite)) {
    cost_ = Cost::kByPage;
  }
  errno = error;
}

MemoryCheck::~MemoryCheck() {
  if (maps_ >= 0) close(maps_);
}

bool MemoryCheck::may_use(std::uint64_t first, std::uint64_t end, Use use) const {
  const int error = errno;
  const bool good = cost_ == Cost::kByMapping
                        ? by_mapping(maps_, first, end, use == Use::kWrite ? kReadable | kWritable : kReadable)
                        : cost_ == Cost::kByPage && by_page(first, end, use);
  errno = error;
  return good;
}

}  // namespace fencepost::rma
