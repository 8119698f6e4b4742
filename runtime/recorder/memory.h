// Memory of the recorder's own, straight from the kernel: the checked program's malloc may be hooked (by ourselves,
// too) or may be what is being recorded, and so may be mmap and munmap of the C library.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

#include "record/mutex.h"

namespace fencepost::record::detail {

// Shared mapping of [offset, offset+size) of a file; null with errno.
void* map_file(int file, std::uint64_t offset, std::size_t size);
// Zeroed private memory; null when there is none.
void* map_memory(std::size_t size);
void unmap_memory(void* address, std::size_t size);
// Faults the pages in with one system call instead of one fault each; a hint.
void populate_memory(void* address, std::size_t size);

// A lock that no pthread hook sees. Recursion deadlocks; callers guard against it.
class FENCEPOST_LOCK Lock {
 public:
  void lock() FENCEPOST_LOCKS;
  void unlock() FENCEPOST_UNLOCKS;

 private:
  std::atomic<std::uint32_t> state_{0};  // 0 free, 1 held, 2 held with waiters
};

// Memory that is never given back, for what lives as long as the process. Callers hold a lock.
class Arena {
 public:
  // Null when there is no memory. Aligned for anything up to 16 bytes; zeroed.
  void* allocate(std::size_t size);
  // A copy with a terminating zero; empty when there is no memory.
  std::string_view copy(std::string_view text);
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    void* const memory = allocate(sizeof(T));
    return memory != nullptr ? new (memory) T{std::forward<Arguments>(arguments)...} : nullptr;
  }

 private:
  std::uint8_t* at_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace fencepost::record::detail
