// A window of this process: where every rank's part is, and which epochs are open. One object per MPI_Win.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>

#include "record/mutex.h"
#include "record/vocabulary.h"
#include "rma/control.h"
#include "rma/open_epochs.h"
#include "rma/pending.h"
#include "rma/private_communicator.h"
#include "rma/regions.h"
#include "rma/schedule.h"
#include "rma/shared_memory.h"
#include "rma/target.h"
#include "rma/unrecorded_locks.h"

namespace fencepost::rma {

// A displacement unit for a program that takes it as an int: the large-count forms make windows with larger ones.
template <class Unit>
Unit unit_as(std::int64_t unit) {
  return std::in_range<Unit>(unit) ? static_cast<Unit>(unit) : static_cast<Unit>(MPI_UNDEFINED);
}

// Taken for every call on a window when the program may call from several threads at once.
class FENCEPOST_LOCK WindowMutex {
 public:
  void lock() FENCEPOST_LOCKS {
    if (needed.load(std::memory_order_relaxed)) mutex_.lock();
  }
  void unlock() FENCEPOST_UNLOCKS {
    if (needed.load(std::memory_order_relaxed)) mutex_.unlock();
  }
  static inline std::atomic<bool> needed{false};  // set once, before the first window

 private:
  std::mutex mutex_;
};
using Guard = LockGuard<WindowMutex>;

// Promises of the info given at creation, and what MPI_Win_get_info returns.
struct Hints {
  bool no_locks = false;
  bool same_size = false;
  bool same_disp_unit = false;
  bool alloc_shared_noncontig = false;
  std::string accumulate_ordering = "rar,raw,war,waw";
  std::string accumulate_ops = "same_op_no_op";
};

// What the predefined attributes point to.
struct PredefinedAttributes {
  void* base = nullptr;
  MPI_Aint bytes = 0;
  std::int64_t displacement_unit = 1;
  int displacement_unit_as_int = 1;  // MPI_UNDEFINED: too large for it
  int create_flavor = 0;
  int memory_model = 0;
};

struct Window {
  MPI_Win handle = MPI_WIN_NULL;          // the native window underneath
  MPI_Comm communicator = MPI_COMM_NULL;  // private: for what all ranks of the window do together
  bool native = false;         // RMA on this window is executed by the MPI library; only identity holds below
  Pending executed_elsewhere;  // by the library, which does not say what it has completed
  std::shared_ptr<PrivateCommunicator> communicator_owner;
  MPI_Comm barrier_communicator = MPI_COMM_NULL;  // of this window alone; where not all ranks share memory
  int rank = 0;
  int size = 0;
  std::uint64_t id = 0;   // in the trace
  std::uint64_t key = 0;  // same in all processes
  WindowFlavor flavor = WindowFlavor::kCreate;
  std::uint64_t segment = 0;                                // in the trace; 0: private memory
  Hints hints;                                              // once others know the window: under the mutex
  std::vector<int> attributes FENCEPOST_GUARDED_BY(mutex);  // keys of those that the program has set, by the time
  PredefinedAttributes predefined;

  WindowMutex mutex;
  Schedule schedule;  // its decisions: under the mutex
  MappedControl control;
  bool all_local = false;             // every rank is reached through shared memory
  std::unique_ptr<Target[]> targets;  // indexed by rank of the window
  OpenEpochs epochs FENCEPOST_GUARDED_BY(mutex);
  Looking looking;

  // Dynamic windows: what is attached here.
  Mutex attached_mutex;  // the thread that serves messages takes it, too
  std::vector<Region> attached FENCEPOST_GUARDED_BY(attached_mutex);

  Target& target(int number) { return targets[static_cast<std::size_t>(number)]; }
  bool dynamic() const { return flavor == WindowFlavor::kDynamic; }
  // An operation has been called.
  void note_use(Target& at) FENCEPOST_REQUIRES(mutex) {
    at.used = true;
    at.pending.begin();
    if (!at.started && !at.lock.is_called()) epochs.fence_used = true;
  }
};

// The window of a handle on which the program calls; null for MPI_WIN_NULL and handles that are not (or no longer)
// ours. No lock.
inline Window* find_window(MPI_Win handle);
// The number (Window::id) of the window that was found; without one, of the last one that had the handle and was freed;
// 0 if there was none.
inline std::uint64_t number_of(const Window* window, MPI_Win handle);
void add_window(Window* window);
// May come after the end of the native window, whose handle may already be that of another thread's new window.
void remove_window(Window& window);
// All that exist, for the end of the program and for messages, by number (Window::id).
std::vector<Window*> all_windows();
Window* window_by_id(std::uint64_t id);

namespace detail {
// What the thread has found last; valid while no window has been removed since, and none has taken another's handle.
struct FoundWindow {
  MPI_Win handle;
  Window* window;
  std::uint64_t removals;
};
inline constinit thread_local FoundWindow found_last __attribute__((tls_model("initial-exec"))) = {};
inline std::atomic<std::uint64_t> removals{1};
Window* search_window(MPI_Win handle);
std::uint64_t number_of_freed(MPI_Win handle);
}  // namespace detail

inline std::uint64_t number_of(const Window* window, MPI_Win handle) {
  return window != nullptr ? window->id : detail::number_of_freed(handle);
}

inline Window* find_window(MPI_Win handle) {
  const std::uint64_t removals = detail::removals.load(std::memory_order_acquire);
  const detail::FoundWindow& last = detail::found_last;
  Window* window = last.window;
  if (last.handle != handle || last.removals != removals) {
    window = detail::search_window(handle);
    if (window == nullptr) return nullptr;
    detail::found_last = {handle, window, removals};
  }
  window->looking.admit();
  return window;
}

}  // namespace fencepost::rma
