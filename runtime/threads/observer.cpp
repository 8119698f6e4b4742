// Events of threads: who made whom, and what orders them.
//
// Nothing here may call a thread function (std::mutex, pthread_*): these are what is being watched.
#include "threads/observer.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <unordered_map>

#include "memory/attach.h"
#include "memory/callers.h"
#include "memory/segment.h"
#include "record/vocabulary.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"

namespace fencepost::threads {
namespace {

// A program of one thread orders nothing: its locks are not recorded.
std::atomic<bool> several{false};

// Objects that were released, counted by places that some share. Whoever has seen a place's count as it is learns
// nothing by acquiring again: that keeps polling and uncontended locks out of the trace.
constexpr std::size_t kPlaces = memory::KnownOrder::kPlaces;
std::array<std::atomic<std::uint32_t>, kPlaces> releases{};

std::size_t place_of(std::uintptr_t object) {
  return (object * 0x9e3779b97f4a7c15u) >> 54;
}

void acquired(std::uintptr_t object, SyncObject kind) {
  if (!several.load(std::memory_order_relaxed) || !record::active()) return;
  const std::size_t place = place_of(object);
  const std::uint32_t count = releases[place].load(std::memory_order_acquire);
  memory::Segment* segment = memory::Segment::mine(0);
  if (segment == nullptr) return;
  std::uint32_t& seen = segment->order.seen[place];
  if (seen == count) return;
  seen = count;
  record::write(event::Acquire{record::next_order(), object, static_cast<std::uint64_t>(kind)});
}

void releasing(std::uintptr_t object, SyncObject kind) {
  if (!several.load(std::memory_order_relaxed) || !record::active()) return;
  memory::Segment* segment = memory::Segment::mine(0);
  if (segment == nullptr) return;
  memory::KnownOrder::Release& last = segment->order.last[place_of(object) % segment->order.last.size()];
  // Nothing has happened here since this thread released it the last time.
  if (last.object == object && last.activity == segment->activity() && segment->is_idle()) return;
  record::write(event::Release{record::next_order(), object, static_cast<std::uint64_t>(kind)});
  last = {object, segment->activity()};
  const std::size_t place = place_of(object);
  std::uint32_t& seen = segment->order.seen[place];
  const std::uint32_t before = releases[place].fetch_add(1, std::memory_order_acq_rel);
  if (seen == before) seen = before + 1;  // one's own release is no news
}

void atomic_release(std::uintptr_t object) {
  releasing(object, SyncObject::kAtomic);
}
void atomic_acquire(std::uintptr_t object) {
  acquired(object, SyncObject::kAtomic);
}

void several_threads() {
  if (!several.exchange(true)) memory::set_synchronization(&atomic_release, &atomic_acquire);
}

// Threads that were made and not yet joined.
struct Threads {
  record::detail::Lock lock;
  std::unordered_map<pthread_t, std::uint64_t> numbers;
};
Threads& threads() {
  static auto* const instance = new Threads;
  return *instance;
}

// What the new thread gets: its own number and its creator's, in one word.
constexpr int kCreatorBits = 32;

void on_acquired(const volatile void* object, unsigned kind, const void* caller) {
  if (several.load(std::memory_order_relaxed) && memory::is_of_program(caller))
    acquired(reinterpret_cast<std::uintptr_t>(object), static_cast<SyncObject>(kind));
}
void on_releasing(const volatile void* object, unsigned kind, const void* caller) {
  if (several.load(std::memory_order_relaxed) && memory::is_of_program(caller))
    releasing(reinterpret_cast<std::uintptr_t>(object), static_cast<SyncObject>(kind));
}

std::uint64_t on_creating(const void* caller) {
  if (!memory::is_of_program(caller)) return 0;
  several_threads();
  if (!record::active()) return 0;
  const std::uint64_t child = record::reserve_thread();
  record::write(event::ThreadCreate{record::next_order(), child});
  return (child + 1) | (record::current_thread() << kCreatorBits);
}

void on_begins(std::uint64_t thread) {
  record::adopt_thread((thread & UINT32_MAX) - 1, thread >> kCreatorBits);
}

void on_created(pthread_t handle, std::uint64_t thread) {
  Threads& all = threads();
  const std::lock_guard guard(all.lock);
  all.numbers[handle] = (thread & UINT32_MAX) - 1;
}

void on_joined(pthread_t handle) {
  std::uint64_t child = 0;
  {
    Threads& all = threads();
    const std::lock_guard guard(all.lock);
    const auto found = all.numbers.find(handle);
    if (found == all.numbers.end()) return;
    child = found->second;
    all.numbers.erase(found);
  }
  record::write(event::ThreadJoin{record::next_order(), child});
}

void on_others_exist() {
  several_threads();
}

}  // namespace

const fencepost_thread_observer* observer() {
  static const fencepost_thread_observer instance = {&on_acquired, &on_releasing, &on_creating,    &on_begins,
                                                     &on_created,  &on_joined,    &on_others_exist};
  return &instance;
}

}  // namespace fencepost::threads
