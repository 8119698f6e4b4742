// The table of windows by handle: read without locks on every call, rarely changed.
#include <algorithm>
#include <array>

#include "handles/handle_key.h"
#include "record/mutex.h"
#include "rma/window.h"

namespace fencepost::rma {
namespace {

constexpr std::size_t kSlots = 1024;  // a power of two

struct Slot {
  std::atomic<std::uint64_t> key{0};
  std::atomic<Window*> window{nullptr};   // null with a key: was removed
  std::atomic<std::uint64_t> removed{0};  // number of the last one that was
};
std::array<Slot, kSlots> slots;

Mutex windows_mutex;
std::vector<Window*>& windows() FENCEPOST_REQUIRES(windows_mutex) {
  static auto* made = new std::vector<Window*>;
  return *made;
}
// More windows than slots: the list is searched.
std::atomic<bool> overflow{false};

// Handle numbers may be 0; keys may not.
std::uint64_t key_of(MPI_Win handle) {
  return handles::handle_key(handle) + 1;
}

// The slot that has the key, or the free one where it goes; null: all belong to others.
Slot* slot_of(std::uint64_t key) {
  std::size_t at = handles::mixed(key) % kSlots;
  for (std::size_t probes = 0; probes < kSlots; ++probes, at = (at + 1) % kSlots) {
    const std::uint64_t found = slots[at].key.load(std::memory_order_acquire);
    if (found == key || found == 0) return &slots[at];
  }
  return nullptr;
}

}  // namespace

Window* detail::search_window(MPI_Win handle) {
  if (handle == MPI_WIN_NULL) return nullptr;
  const std::uint64_t key = key_of(handle);
  // (Without the key it is free, or another handle's that is being added.)
  if (const Slot* const slot = slot_of(key); slot != nullptr && slot->key.load(std::memory_order_acquire) == key)
    if (Window* window = slot->window.load(std::memory_order_acquire)) return window;
  if (!overflow.load(std::memory_order_acquire)) return nullptr;
  const LockGuard lock(windows_mutex);
  // The last one: an older one with this handle is being freed.
  for (auto window = windows().rbegin(); window != windows().rend(); ++window) {
    if ((*window)->handle == handle) return *window;
  }
  return nullptr;
}

std::uint64_t detail::number_of_freed(MPI_Win handle) {
  if (handle == MPI_WIN_NULL) return 0;
  const Slot* const slot = slot_of(key_of(handle));
  return slot != nullptr ? slot->removed.load(std::memory_order_acquire) : 0;
}

void add_window(Window* window) {
  const LockGuard lock(windows_mutex);
  windows().push_back(window);
  const std::uint64_t key = key_of(window->handle);
  if (Slot* const slot = slot_of(key)) {
    // One that had the handle before: the thread that frees it removes it only after the library has given us its
    // handle.
    const Window* const before = slot->window.exchange(window, std::memory_order_acq_rel);
    slot->key.store(key, std::memory_order_release);
    if (before == nullptr) return;
  } else {
    overflow.store(true, std::memory_order_release);
  }
  detail::removals.fetch_add(1, std::memory_order_release);
}

void remove_window(Window& window) {
  const LockGuard lock(windows_mutex);
  std::erase(windows(), &window);
  // The key stays, so that searches for later keys do not stop here; libraries use few handles again and again.
  if (Slot* const slot = slot_of(key_of(window.handle))) {
    slot->removed.store(window.id, std::memory_order_release);
    Window* own = &window;
    slot->window.compare_exchange_strong(own, nullptr, std::memory_order_acq_rel);
  }
  // Only when it can no longer be found.
  detail::removals.fetch_add(1, std::memory_order_release);
}

std::vector<Window*> all_windows() {
  const LockGuard lock(windows_mutex);
  return windows();
}

Window* window_by_id(std::uint64_t id) {
  const LockGuard lock(windows_mutex);
  for (Window* window : windows()) {
    if (window->id == id) return window;
  }
  return nullptr;
}

}  // namespace fencepost::rma
