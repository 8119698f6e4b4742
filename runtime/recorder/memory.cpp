#include "recorder/memory.h"

#include <cerrno>
#include <cstring>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fencepost::record::detail {

namespace {
void* checked(long result) {
  return result == -1 ? nullptr : reinterpret_cast<void*>(result);
}
}  // namespace

void* map_file(int file, std::uint64_t offset, std::size_t size) {
  void* const map = checked(syscall(SYS_mmap, nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset));
  // What is written first need not be read ahead.
  if (map != nullptr) syscall(SYS_madvise, map, size, MADV_RANDOM);
  return map;
}

void* map_memory(std::size_t size) {
  return checked(syscall(SYS_mmap, nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L));
}

void unmap_memory(void* address, std::size_t size) {
  syscall(SYS_munmap, address, size);
}

void populate_memory(void* address, std::size_t size) {
#ifndef MADV_POPULATE_WRITE
  constexpr int MADV_POPULATE_WRITE = 23;  // Linux 5.14
#endif
  const auto begin = reinterpret_cast<std::uintptr_t>(address) & ~std::uintptr_t{4095};
  const int before = errno;
  syscall(SYS_madvise, begin, reinterpret_cast<std::uintptr_t>(address) + size - begin, MADV_POPULATE_WRITE);
  errno = before;
}

void Lock::lock() {
  std::uint32_t expected = 0;
  if (state_.compare_exchange_strong(expected, 1, std::memory_order_acquire)) return;
  const int before = errno;
  while (state_.exchange(2, std::memory_order_acquire) != 0) {
    syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
  }
  errno = before;
}

void Lock::unlock() {
  if (state_.exchange(0, std::memory_order_release) == 2) {
    syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
}

void* Arena::allocate(std::size_t size) {
  constexpr std::size_t kChunk = std::size_t{256} << 10;
  size = (size + 15) & ~std::size_t{15};
  if (size > left_) {
    const std::size_t chunk = size > kChunk ? size : kChunk;
    auto* fresh = static_cast<std::uint8_t*>(map_memory(chunk));
    if (fresh == nullptr) return nullptr;
    at_ = fresh;
    left_ = chunk;
  }
  void* const result = at_;
  at_ += size;
  left_ -= size;
  return result;
}

std::string_view Arena::copy(std::string_view text) {
  auto* memory = static_cast<char*>(allocate(text.size() + 1));
  if (memory == nullptr) return {};
  if (!text.empty()) std::memcpy(memory, text.data(), text.size());
  return {memory, text.size()};
}

}  // namespace fencepost::record::detail
