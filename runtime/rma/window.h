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
#include "rma/gathered.h"
#include "rma/operation.h"
#include "rma/pending.h"
#include "rma/private_communicator.h"
#include "rma/process_block.h"
#include "rma/regions.h"
#include "rma/schedule.h"
#include "rma/shared_memory.h"
#include "rma/waiting_operations.h"

namespace fencepost::rma {

class Transport;

// A displacement unit for a program that takes it as an int: the large-count forms make windows with larger ones.
template <class Unit>
Unit unit_as(std::int64_t unit) {
  return std::in_range<Unit>(unit) ? static_cast<Unit>(unit) : static_cast<Unit>(MPI_UNDEFINED);
}

enum class Lock : std::uint8_t { kNone, kShared, kExclusive };

// One rank of the window as this process accesses it.
struct Target {
  // Where it is; fixed from creation on.
  Transport* transport = nullptr;
  bool direct = false;          // that transport is direct_transport()
  const Peer* peer = nullptr;   // null: not reached through shared memory
  std::byte* memory = nullptr;  // displacement 0, mapped here; null: not mapped (dynamic windows: always)
  std::byte* part = nullptr;    // the same, for loads and stores, whatever transport RMA takes
  std::uint64_t address = 0;    // displacement 0 in the owner's memory; dynamic windows: 0
  std::int64_t size = 0;
  std::int64_t writable = 0;  // of these bytes the first; what comes after cannot be written
  std::int64_t displacement_unit = 1;
  RankControl* control = nullptr;    // null: not reached through shared memory
  PairCounters* counters = nullptr;  // what this process counts up there; null likewise
  std::uint64_t remote_window = 0;   // messages: the window's number at its owner
  int process = 0;                   // messages: rank in the communicator of the message transport

  bool writable_throughout() const { return writable >= size; }

  // The access epoch: under the mutex of its window, which clang cannot check, as nothing here names the window.
  Lock lock = Lock::kNone;
  bool lock_granted = false;
  std::atomic<bool> lock_being_taken{false};   // by some thread, which waits without the mutex
  std::uint64_t lock_order = 0;                // among the calls of MPI_Win_lock that did take a lock; 0: lock_all
  const void* lock_thread = nullptr;           // that called it
  bool lock_unchecked = false;                 // MPI_MODE_NOCHECK
  bool started = false;                        // in the group of MPI_Win_start
  bool open = false;                           // known to accept operations now
  bool used = false;                           // an operation was issued in this epoch
  Pending pending;                             // such operations, until they are complete
  std::uint32_t posts_expected = 0;            // number of the post that the start matches
  std::uint32_t completes_expected = 0;        // number of the complete that ends its part of the exposure epoch
  std::uint64_t lock_ticket = 0;               // messages: the lock is asked for, under this number
  std::atomic<std::uint64_t> puts_sent{0};     // messages: no answer of their own,
  std::atomic<std::uint64_t> puts_flushed{0};  // but a flush covers so many of them

  WaitingOperations waiting;
  std::uint32_t waiting_atomics = 0;

  // Within a machine, memory that is not mapped here: executed, and not sent yet.
  Gathered gathered;

  // Messages: sent and not yet answered.
  std::atomic<std::uint32_t> unanswered{0};
  std::atomic<std::uint32_t> unanswered_fetches{0};
  // Dynamic windows: what was attached there when its owner was asked last; under the window's `attached_mutex`.
  std::vector<Region> attached;

  Target() = default;
  Target(const Target&) = delete;
};
// A process has one for each rank of each of its windows.
static_assert(sizeof(Target) <= 256);

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

// Promises of the info given at creation, and what MPI_Win_get_info tells.
struct Hints {
  bool no_locks = false;
  bool same_size = false;
  bool same_disp_unit = false;
  bool alloc_shared_noncontig = false;
  std::string accumulate_ordering = "rar,raw,war,waw";
  std::string accumulate_ops = "same_op_no_op";
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

  // What the predefined attributes point to.
  void* base = nullptr;
  MPI_Aint bytes = 0;
  std::int64_t displacement_unit = 1;
  int displacement_unit_as_int = 1;  // MPI_UNDEFINED: too large for it
  int create_flavor = 0;
  int memory_model = 0;

  WindowMutex mutex;
  Schedule schedule;  // its decisions: under the mutex
  ControlPlan plan;
  Mapping mapping;
  WindowControl* shared = nullptr;
  RankControl* own = nullptr;
  PairCounters* own_counters = nullptr;  // indexed by rank of the window
  bool all_local = false;                // every rank is reached through shared memory
  std::unique_ptr<Target[]> targets;     // indexed by rank of the window

  // Epochs. Per target: locks and start, see Target.
  bool fence_open FENCEPOST_GUARDED_BY(mutex) = false;  // after a fence that operations may follow
  bool fence_used FENCEPOST_GUARDED_BY(mutex) = false;  // and some did
  bool started FENCEPOST_GUARDED_BY(mutex) = false;
  bool posted FENCEPOST_GUARDED_BY(mutex) = false;
  bool all_locked FENCEPOST_GUARDED_BY(mutex) = false;
  int locked FENCEPOST_GUARDED_BY(mutex) = 0;  // targets locked one by one
  std::uint64_t locks_called FENCEPOST_GUARDED_BY(mutex) = 0;
  std::vector<int> start_group FENCEPOST_GUARDED_BY(mutex);
  std::vector<int> post_group FENCEPOST_GUARDED_BY(mutex);

  // Dynamic windows: what is attached here.
  Mutex attached_mutex;  // also taken by who serves messages
  std::vector<Region> attached FENCEPOST_GUARDED_BY(attached_mutex);

  Target& target(int number) { return targets[static_cast<std::size_t>(number)]; }
  bool dynamic() const { return flavor == WindowFlavor::kDynamic; }
  // An operation has been called.
  void note_use(Target& at) FENCEPOST_REQUIRES(mutex) {
    at.used = true;
    at.pending.begin();
    if (!at.started && at.lock == Lock::kNone) fence_used = true;
  }
};

// The window behind a handle; null for MPI_WIN_NULL and handles that are not (or no longer) ours. No lock.
inline Window* find_window(MPI_Win handle);
// The number (Window::id) of the window that was found; without one, of the last one that had the handle and is freed;
// 0 if there was none.
inline std::uint64_t number_of(const Window* window, MPI_Win handle);
void add_window(Window* window);
// May come behind the end of the native window beneath, whose handle may be another thread's new window's by then.
void remove_window(Window& window);
// All that exist, for the end of the program and for messages, by number (Window::id).
std::vector<Window*> all_windows();
Window* window_by_id(std::uint64_t id);

namespace detail {
// What the thread has found last; holds while no window has been removed since, and none has taken another's handle.
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
  if (last.handle == handle && last.removals == removals) return last.window;
  Window* const window = detail::search_window(handle);
  if (window != nullptr) detail::found_last = {handle, window, removals};
  return window;
}

}  // namespace fencepost::rma
