// Events of threads: who made whom, and what orders them.
//
// Nothing here may call a thread function (std::mutex, pthread_*): these are what we watch.
#include "threads/observer.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "memory/attach.h"
#include "memory/callers.h"
#include "record/sync_object.h"
#include "record/vocabulary.h"
#include "recorder/looks.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"
#include "recorder/write_out.h"
#include "segments/call_order.h"
#include "segments/late_order.h"
#include "segments/segment.h"
#include "threads/shared_order.h"
#include "threads/signal_stack.h"
#include "tracking/tracked.h"

namespace fencepost::threads {
namespace {

// Objects that were released, counted by places that some of them share. If the place's count has not changed since a
// thread acquired the object, acquiring it again teaches nothing: that keeps polling and free locks out of the trace.
constexpr std::size_t kPlaces = memory::KnownOrder::kPlaces;
std::array<std::atomic<std::uint32_t>, kPlaces> releases{};

std::size_t place_of(std::uintptr_t object) {
  return (object * 0x9e3779b97f4a7c15u) >> 54;
}

constexpr auto kAtomic = static_cast<std::uint64_t>(SyncObject::kAtomic);
constexpr std::uint64_t kFence = kAtomic | FENCEPOST_FENCE;

// What atomics have released, for fences, which acquire all of it.
std::atomic<std::uint32_t> atomic_releases{0};

// If the thread is in here already, or writes its trace, a signal interrupted it: what the handler does is not
// recorded. (It would get its number in between.)
class Entry {
 public:
  Entry() : entered_(!inside_ && !is_writing()) {
    if (entered_) inside_ = true;
  }
  ~Entry() {
    if (entered_) inside_ = false;
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  static bool is_writing() {
    const auto* trace = record::detail::this_thread.trace;
    return trace != nullptr && trace->busy.load(std::memory_order_relaxed);
  }
  static constinit thread_local volatile bool inside_ __attribute__((tls_model("initial-exec")));
  const bool entered_;
};
__attribute__((tls_model("initial-exec"))) constinit thread_local volatile bool Entry::inside_ = false;

// The program may have mapped shared memory since it opened it. (What releases a semaphore may be a signal handler.)
void look_for_shared(std::uintptr_t object, bool in_handler = false) {
  if (in_handler || !program_memory().wanted() || find_shared(object).order != nullptr) return;
  const Entry entry;
  if (entry) program_memory().look(object);
}

// Before an event between two calls (segments/call_order.h). Memory of frames that were left has gone before what
// another thread does after it.
void loads_and_stores_end_here() {
  memory::leave_frames(__builtin_frame_address(0));
  if (memory::order_is_unseen()) memory::acquire_calls();
}

void acquired(std::uintptr_t object, std::uint64_t kind) {
  if (!record::active()) return;
  look_for_shared(object);
  memory::acquire_late();
  const Entry entry;
  if (!entry) return;
  const SharedPlace shared = find_shared(object);
  if (shared.order == nullptr && !memory::several_threads()) return;
  memory::Segment* segment = memory::Segment::mine(0);
  if (segment == nullptr) return;
  loads_and_stores_end_here();
  if (shared.order != nullptr) return acquired_shared(segment->order, shared, kind);
  const bool fence = (kind & FENCEPOST_FENCE) != 0;
  const std::size_t place = place_of(object);
  const std::uint32_t count = (fence ? atomic_releases : releases[place]).load(std::memory_order_acquire);
  memory::KnownOrder::Seen& seen = fence ? segment->order.fence_seen : segment->order.seen[place];
  if (seen.count == count && (seen.object == object || seen.object == 0)) return;
  seen = {object, count};
  record::write(event::Acquire{record::next_order(), object, kind});
}

void releasing(std::uintptr_t object, std::uint64_t kind) {
  if (!record::active()) return;
  look_for_shared(object, kind == FENCEPOST_ON_SEMAPHORE);
  memory::acquire_late();
  const Entry entry;
  if (!entry) return;
  const SharedPlace shared = find_shared(object);
  if (shared.order == nullptr && !memory::several_threads()) return;
  memory::Segment* segment = memory::Segment::mine(0);
  if (segment == nullptr) return;
  memory::KnownOrder::Release& last = segment->order.last[place_of(object) % segment->order.last.size()];
  // Nothing has happened here since this thread last released it.
  if (last.object == object && last.news == segment->news() && segment->is_idle()) return;
  loads_and_stores_end_here();
  if (shared.order != nullptr) {
    releasing_shared(segment->order, shared, kind);
    last = {object, segment->news()};
    return;
  }
  segment->write(event::Release{record::next_order(), object, kind});
  last = {object, segment->news()};
  const auto count = [](std::atomic<std::uint32_t>& counter, memory::KnownOrder::Seen& seen) {
    const std::uint32_t before = counter.fetch_add(1, std::memory_order_acq_rel);
    if (seen.count == before) seen.count = before + 1;  // its own release is no news
  };
  const std::size_t place = place_of(object);
  count(releases[place], segment->order.seen[place]);
  if ((kind & FENCEPOST_SYNC_OBJECT) == kAtomic) count(atomic_releases, segment->order.fence_seen);
}

// Whether the thread has read an atomic since its last fence. Then the fence orders by that word, which somebody has
// written, and the read has reported it. Otherwise it may order by one that we do not see: a plain variable.
constinit thread_local bool has_read_word __attribute__((tls_model("initial-exec"))) = false;

// Atomics of the language, as the hooks report them; 0: a fence.
void atomic_release(std::uintptr_t object) {
  if (object != 0) return releasing(object, kAtomic);
  if (!record::active()) return;
  each_shared([](const SharedPlace& place) {
    const Entry entry;
    if (!entry) return;
    if (memory::Segment* segment = memory::Segment::mine(0)) releasing_shared(segment->order, place, kFence);
  });
  releasing(object, kFence);
}
void atomic_acquire(std::uintptr_t object) {
  if (object != 0) {
    has_read_word = true;
    return acquired(object, kAtomic);
  }
  if (std::exchange(has_read_word, false)) return;
  if (!record::active()) return;
  each_shared([](const SharedPlace& place) {
    const Entry entry;
    if (!entry) return;
    if (memory::Segment* segment = memory::Segment::mine(0)) acquired_shared(segment->order, place, kFence);
  });
  acquired(object, kFence);
}

// A volatile word orders the threads of one process. Processes that share memory do not wait for each other by such
// words: the standard demands more of them there.
bool orders_threads(std::uintptr_t word) {
  return memory::several_threads() && find_shared(word).order == nullptr;
}
void volatile_load(std::uintptr_t object) {
  if (!record::active() || !orders_threads(object)) return;
  acquired(object, kAtomic);
  if (memory::Segment* segment = memory::Segment::mine_if_any()) segment->flush();
  memory::will_load(object);
}
void volatile_store(std::uintptr_t object) {
  if (orders_threads(object)) releasing(object, kAtomic | FENCEPOST_VOLATILE_WORD);
}
void acquire_word(std::uintptr_t object) {
  acquired(object, kAtomic);
}

}  // namespace

void watch_atomics() {
  static std::atomic<bool> done{false};
  if (done.exchange(true)) return;
  memory::set_late_acquire(&acquire_word);
  memory::set_synchronization({&atomic_release, &atomic_acquire, &volatile_load, &volatile_store});
}

namespace {

void several_threads() {
  if (!memory::several_threads()) {
    memory::set_several_threads();
    memory::wake_buffers();
  }
  watch_atomics();
}

// Threads that were made and not yet joined.
struct Threads {
  record::detail::Lock lock;
  std::unordered_map<pthread_t, std::uint64_t> numbers FENCEPOST_GUARDED_BY(lock);
};
Threads& threads() {
  static auto* const instance = new Threads;
  return *instance;
}

// What the new thread gets: its own number and its creator's, in one word.
constexpr int kCreatorBits = 32;

// A program with one thread orders nothing: its locks are not recorded. (Our own code takes locks, too, some of them
// for what a look needs.)
bool matters(const volatile void* object, const void* caller, bool in_handler = false) {
  if (memory::several_threads()) return memory::orders(caller);
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  const bool may_look = record::active() && program_memory().wanted();
  if (may_look && memory::orders(caller)) look_for_shared(address, in_handler);
  return find_shared(address).order != nullptr && memory::orders(caller);
}

void on_acquired(const volatile void* object, unsigned kind, const void* caller) {
  if (matters(object, caller)) acquired(reinterpret_cast<std::uintptr_t>(object), kind);
}
void on_releasing(const volatile void* object, unsigned kind, const void* caller) {
  if (matters(object, caller, kind == FENCEPOST_ON_SEMAPHORE))
    releasing(reinterpret_cast<std::uintptr_t>(object), kind);
}

std::uint64_t on_creating(const void* caller) {
  if (!memory::is_of_program(caller)) return 0;
  several_threads();
  if (!record::active()) return 0;
  memory::acquire_late();
  memory::leave_frames(__builtin_frame_address(0));
  // From here on order may be unseen: that comes before everything that the new thread does.
  {
    const memory::OrderedEvent here;
  }
  const std::uint64_t child = record::reserve_thread();
  record::write(event::ThreadCreate{record::next_order(), child});
  return (child + 1) | (record::current_thread() << kCreatorBits);
}

void on_begins(std::uint64_t thread) {
  give_signal_stack();
  const Entry entry;  // this may need memory of the program's allocator, whose locks we see
  record::adopt_thread((thread & UINT32_MAX) - 1, thread >> kCreatorBits);
  (void)memory::Segment::mine(0);
}

void on_created(pthread_t handle, std::uint64_t thread) {
  Threads& all = threads();
  const LockGuard guard(all.lock);
  all.numbers[handle] = (thread & UINT32_MAX) - 1;
}

void on_joined(pthread_t handle) {
  std::uint64_t child = 0;
  {
    Threads& all = threads();
    const LockGuard guard(all.lock);
    const auto found = all.numbers.find(handle);
    if (found == all.numbers.end()) return;
    child = found->second;
    all.numbers.erase(found);
  }
  memory::acquire_late();
  loads_and_stores_end_here();
  record::write(event::ThreadJoin{record::next_order(), child});
}

void uses_shared_object() {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  record::blind_spot(
      "The program uses semaphores or locks that processes share in memory of its own. Fencepost did not see what they "
      "order between processes: it may report accesses that are ordered.");
}

// The object says itself that processes share it.
SharedPlace find_shared_by_all(std::uintptr_t object) {
  const SharedPlace place = find_shared(object);
  constexpr std::uint64_t kMostInVain = 16;
  static std::atomic<std::uint64_t> in_vain{0};
  if (place.order != nullptr || in_vain.load(std::memory_order_relaxed) >= kMostInVain) return place;
  const Entry entry;
  const void* const begin = reinterpret_cast<const void*>(object);  // NOLINT(performance-no-int-to-ptr)
  if (entry && program_memory().maps(begin, 1)) return find_shared(object);
  in_vain.fetch_add(1, std::memory_order_relaxed);
  return place;
}

// If memory of the program's own is shared, others than ranks may end the wait.
int on_waits(const fencepost_thread_wait* wait, const void* caller) {
  const auto object = reinterpret_cast<std::uintptr_t>(wait->object);
  if (!record::active() || !memory::orders(caller)) return 0;
  if (wait->shared != 0) {
    const SharedPlace place = find_shared_by_all(object);
    if (place.order == nullptr) uses_shared_object();
    if (place.order == nullptr || place.of_program) return 0;
  }
  if (wait->only_used != 0) return 0;
  std::uint64_t child = 0;
  if (object == 0) {
    Threads& all = threads();
    const LockGuard guard(all.lock);
    const auto found = all.numbers.find(wait->joined);
    if (found != all.numbers.end()) child = found->second + 1;
  }
  memory::acquire_late();
  const Entry entry;
  if (!entry || memory::Segment::mine(0) == nullptr) return 0;
  loads_and_stores_end_here();
  record::write(event::ThreadWaitBegin{
      .object = object, .kind = wait->kind, .child = child, .holder = wait->holder, .stack = record::current_stack()});
  return 1;
}

void on_goes_on() {
  const Entry entry;
  if (entry && record::active()) record::write(event::ThreadWaitEnd{});
}

void on_not_followed(unsigned what, const void* caller) {
  switch (what) {
    case FENCEPOST_DEVICE:
      return record::blind_spot(
          "The program runs code on a device (OpenMP target): Fencepost did not see what it loads and stores there, "
          "nor what orders it.");
    case FENCEPOST_OPENMP:
      return record::blind_spot(
          "The program's OpenMP runtime does not show what it orders (its tools interface is switched off, or another "
          "tool uses it): Fencepost may report accesses of its threads that are ordered.");
    case FENCEPOST_NAMED_SEMAPHORE:
      if (!memory::is_of_program(caller)) return;  // the MPI library's, for a shared file pointer
      return record::blind_spot(
          "The program uses named semaphores. Fencepost did not see what they order between processes: it may report "
          "accesses that are ordered.");
    case FENCEPOST_CHANNEL:
      return record::blind_spot(
          "The program reads from pipes or sockets. Fencepost did not see what they order between processes: if one "
          "rank "
          "tells another one by them that data is there, it may report accesses that are ordered.");
    case FENCEPOST_MIXED_OPENMP:
      return record::blind_spot(
          "The program's OpenMP code is gcc's, and its OpenMP runtime is LLVM's: Fencepost took sections, chunks of "
          "loops and single as they ran this time, so it may miss what another run would show.");
    case FENCEPOST_UNTOLD_SECTIONS:
      return record::blind_spot(
          "A thread ran several sections of OpenMP, and their code does not show where each begins: Fencepost took "
          "them "
          "as ordered, so it may miss a race between them. Build with fencepost-cc, or run with as many threads as "
          "sections.");
    default:
      return;
  }
}

int is_of_program(const void* caller) {
  return memory::is_of_program(caller);
}

int orders_threads_here(const void* caller) {
  return memory::several_threads() && memory::orders(caller);
}

void on_others_exist(const void* caller) {
  if (caller == nullptr || memory::is_of_program(caller)) several_threads();
}
void on_strands_come() {
  several_threads();
}

void on_between_calls(fencepost_between what) {
  switch (what) {
    case FENCEPOST_PAUSES:
      record::write_out_before_pause();
      return record::pauses();
    case FENCEPOST_ASKS_THE_TIME:
      return record::asks_the_time();
    case FENCEPOST_LOOKS_OUTSIDE:
      record::write_out_before_pause();
      return record::looks_outside();
    case FENCEPOST_RESUMES:
      return record::resumes();
    case FENCEPOST_ENDS:
      return record::write_out_at_end();
  }
}

// What one strand knows and has told, another one does not know.
void forget(memory::KnownOrder& order) {
  order.seen.fill({});
  order.fence_seen = {};
  order.calls_seen = 0;
  order.calls_released = ~std::uint64_t{0};
  order.last.fill({});
  order.shared_seen.fill({});
}

void on_enters_strand(const fencepost_strand* strand) {
  if (!record::active()) return;
  memory::acquire_late();
  const Entry entry;
  if (!entry) return;
  memory::Segment* segment = memory::Segment::mine(0);
  if (segment == nullptr) return;
  loads_and_stores_end_here();
  const auto object = reinterpret_cast<std::uintptr_t>(strand->object);
  record::write(
      event::Acquire{object != 0 ? record::next_order() : 0, object,
                     strand->how | strand->number << FENCEPOST_STRAND_NUMBER | strand->from << FENCEPOST_STRAND_FROM});
  if ((strand->how & FENCEPOST_STRAND) != 0) forget(segment->order);
}

void on_owns(unsigned what, std::uintptr_t address) {
  if (!record::active()) return;
  const Entry entry;
  if (entry) record::write(event::Acquire{0, address, what});
}

int on_shares(const void* begin, std::size_t size, const void* caller) {
  if (!memory::is_of_program(caller)) return 0;
  const Entry entry;  // it may need memory of the program's allocator, whose locks we see
  return entry && program_memory().maps(begin, size) ? 1 : 0;
}
void on_unshares(const void* begin) {
  const Entry entry;
  if (entry) program_memory().unmaps(begin);
}
void on_opens_memory(std::uint64_t device, std::uint64_t number, const void* caller) {
  if (!memory::is_of_program(caller)) return;
  const Entry entry;
  if (!entry) return;
  program_memory().opens(device, number);
  watch_atomics();  // the first one there looks for the memory
}

std::uint64_t on_activity() {
  memory::Segment* segment = memory::Segment::mine_if_any();
  if (segment == nullptr) return 0;
  if (!segment->is_idle()) segment->active();  // what is held will be an event
  return segment->activity();
}

}  // namespace

const fencepost_thread_observer* observer() {
  static const fencepost_thread_observer instance = {
      &on_acquired,      &on_releasing,    &on_creating,      &on_begins,     &on_created,          &on_joined,
      &on_waits,         &on_goes_on,      &on_not_followed,  &is_of_program, &orders_threads_here, &on_others_exist,
      &on_between_calls, &on_strands_come, &on_enters_strand, &on_owns,       &on_shares,           &on_unshares,
      &on_opens_memory,  &on_activity};
  return &instance;
}

}  // namespace fencepost::threads
