#include "rma/shared_memory.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "memory/memory_check.h"

namespace fencepost::rma {
namespace {

using memory::moved_up;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 32);
}

// A file without a name, so that nothing is left of it when all of its processes are gone, however they ended.
int nameless_file() {
  if (const int descriptor = memfd_create("fencepost", MFD_CLOEXEC); descriptor >= 0) return descriptor;
  return ::open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

}  // namespace

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile& MemoryFile::operator=(MemoryFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

MemoryFile MemoryFile::create(std::size_t size) {
  MemoryFile file;
  file.descriptor_ = moved_up(nameless_file());
  if (file.descriptor_ < 0 || ftruncate(file.descriptor_, static_cast<off_t>(size)) != 0) return {};
  return file;
}

MemoryFile MemoryFile::open(const FileTicket& ticket) {
  MemoryFile file;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", ticket.pid, ticket.descriptor);
  file.descriptor_ = moved_up(::open(path, O_RDWR | O_CLOEXEC));
  return file;
}

FileTicket MemoryFile::ticket() const {
  FileTicket ticket;
  ticket.pid = getpid();
  ticket.descriptor = descriptor_;
  return ticket;
}

Mapping::~Mapping() {
  if (address_) munmap(address_, whole_size());
}

Mapping::Mapping(Mapping&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), head_(other.head_), body_(other.body_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(head_, other.head_);
  std::swap(body_, other.body_);
  return *this;
}

Mapping Mapping::map(const MemoryFile& file, std::size_t head, std::size_t body) {
  Mapping mapping;
  const std::size_t whole = head + body + 2 * kPage;
  void* const reserved = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return mapping;
  auto* const address = static_cast<std::byte*>(reserved);
  const auto place = [&](std::byte* at, std::size_t size, std::size_t offset) {
    return size == 0 || mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor(),
                             static_cast<off_t>(offset)) != MAP_FAILED;
  };
  if (!place(address, head, 0) || !place(address + head + kPage, body, head)) {
    munmap(reserved, whole);
    return mapping;
  }
  mapping.address_ = address;
  mapping.head_ = head;
  mapping.body_ = body;
  return mapping;
}

std::uint64_t node_identity() {
  std::uint64_t hash = 1;
  char boot[64] = {};
  if (const int descriptor = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC); descriptor >= 0) {
    if (read(descriptor, boot, sizeof boot - 1) < 0) boot[0] = 0;
    close(descriptor);
  } else {
    gethostname(boot, sizeof boot - 1);
  }
  for (std::size_t i = 0; i < sizeof boot; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, boot + i, 8);
    hash = mix(hash, word);
  }
  struct stat where = {};
  if (stat("/proc/self/ns/pid", &where) == 0) hash = mix(mix(hash, where.st_ino), where.st_dev);
  return mix(hash, geteuid());
}

}  // namespace fencepost::rma
