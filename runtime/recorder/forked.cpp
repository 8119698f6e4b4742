#include "recorder/forked.h"

#include <atomic>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fencepost::record {
namespace {

constinit bool forked_child = false;
// In memory that children share; null: there is none.
constinit std::atomic<bool>* memory_was_used = nullptr;

}  // namespace

bool is_forked_child() noexcept {
  return forked_child;
}

void uses_memory_of_windows() noexcept {
  if (memory_was_used != nullptr) memory_was_used->store(true, std::memory_order_relaxed);
}

namespace detail {

void prepare_for_forks() noexcept {
  if (memory_was_used != nullptr) return;
  const long page =
      syscall(SYS_mmap, nullptr, sizeof *memory_was_used, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0L);
  if (page != -1) memory_was_used = reinterpret_cast<std::atomic<bool>*>(page);  // zeros: false
}

void become_forked_child() noexcept {
  forked_child = true;
}

bool forked_children_used_windows() noexcept {
  return memory_was_used != nullptr && memory_was_used->exchange(false, std::memory_order_relaxed);
}

}  // namespace detail

}  // namespace fencepost::record
