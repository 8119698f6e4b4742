#include "threads/shared_order.h"

#include <algorithm>
#include <mutex>

#include "record/event.h"
#include "record/sync_object.h"
#include "record/vocabulary.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"
#include "segments/segment.h"

namespace fencepost::threads {
namespace {

// Others may look at any time: an entry is complete before its `begin` is there, and a free one has none.
struct Entry {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::atomic<std::uint64_t> segment{0};
  std::atomic<std::uint64_t> offset{0};
  std::atomic<SharedOrder*> order{nullptr};
  std::atomic<bool> of_program{false};
};
constexpr std::size_t kMost = 512;
std::array<Entry, kMost> entries;
std::atomic<std::size_t> in_use{0};  // entries after these were never used
std::atomic<std::uintptr_t> lowest{UINTPTR_MAX}, highest{0};
record::detail::Lock writer;

SharedPlace place_in(const Entry& entry, std::uintptr_t begin, std::uintptr_t object) {
  return {entry.order.load(std::memory_order_relaxed), object, entry.segment.load(std::memory_order_relaxed),
          entry.offset.load(std::memory_order_relaxed) + (object - begin),
          entry.of_program.load(std::memory_order_relaxed)};
}

constexpr std::size_t kLast = SharedOrder::kPlaces - 1;
std::size_t counter_of(const SharedPlace& place, std::uint64_t kind) {
  return (kind & FENCEPOST_FENCE) != 0 ? kLast : (place.offset * 0x9e3779b97f4a7c15u >> 32) % kLast;
}

std::uint64_t next_of(SharedOrder& order) {
  return order.sequence.fetch_add(1, std::memory_order_acq_rel) + 1;
}

// For the object, or for the fences: an unchanged counter says nothing about another object that shares it.
memory::KnownOrder::SharedSeen& seen_by(memory::KnownOrder& known, const SharedPlace& place, std::size_t counter) {
  const std::uint64_t in_segment = counter == kLast ? ~std::uint64_t{0} : place.offset;
  const std::uint64_t what = (place.segment + in_segment) * 0x9e3779b97f4a7c15u | 1;
  auto& seen = known.shared_seen[(what >> 32) % known.shared_seen.size()];
  if (seen.what != what) seen = {what, 0};
  return seen;
}

ProgramMemory program;

}  // namespace

void set_program_memory(const ProgramMemory& how) {
  program = how;
}
const ProgramMemory& program_memory() {
  return program;
}

void share(const void* begin, std::size_t size, std::uint64_t segment, std::uint64_t offset, SharedOrder& order,
           bool of_program) {
  if (size == 0) return;
  watch_atomics();
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::lock_guard lock(writer);
  std::size_t at = 0;
  while (at < kMost && entries[at].begin.load(std::memory_order_relaxed) != 0) ++at;
  if (at == kMost) {
    record::blind_spot(
        "There were so many shared windows at a time that Fencepost did not see what atomics and locks in some of them "
        "order between processes: it may report accesses that are ordered.");
    return;
  }
  Entry& entry = entries[at];
  entry.end.store(address + size, std::memory_order_relaxed);
  entry.segment.store(segment, std::memory_order_relaxed);
  entry.offset.store(offset, std::memory_order_relaxed);
  entry.order.store(&order, std::memory_order_relaxed);
  entry.of_program.store(of_program, std::memory_order_relaxed);
  entry.begin.store(address, std::memory_order_release);
  in_use.store(std::max(in_use.load(std::memory_order_relaxed), at + 1), std::memory_order_release);
  lowest.store(std::min(lowest.load(std::memory_order_relaxed), address), std::memory_order_release);
  highest.store(std::max(highest.load(std::memory_order_relaxed), address + size), std::memory_order_release);
}

void unshare(const void* begin) {
  const std::lock_guard lock(writer);
  for (Entry& entry : entries) {
    if (entry.begin.load(std::memory_order_relaxed) != reinterpret_cast<std::uintptr_t>(begin)) continue;
    entry.begin.store(0, std::memory_order_release);
    return;
  }
}

SharedPlace find_shared(std::uintptr_t object) {
  if (object < lowest.load(std::memory_order_acquire) || object >= highest.load(std::memory_order_acquire)) return {};
  const std::size_t count = in_use.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uintptr_t begin = entries[i].begin.load(std::memory_order_acquire);
    if (begin != 0 && object >= begin && object < entries[i].end.load(std::memory_order_relaxed))
      return place_in(entries[i], begin, object);
  }
  return {};
}

void each_shared(void (*each)(const SharedPlace& place)) {
  const std::size_t count = in_use.load(std::memory_order_acquire);
  const SharedOrder* last = nullptr;  // parts of one segment are neighbors
  for (std::size_t i = 0; i < count; ++i) {
    const std::uintptr_t begin = entries[i].begin.load(std::memory_order_acquire);
    if (begin == 0) continue;
    const SharedPlace place = place_in(entries[i], begin, begin);
    if (place.order != last) each(place);
    last = place.order;
  }
}

void acquired_shared(memory::KnownOrder& known, const SharedPlace& place, std::uint64_t kind) {
  const std::size_t counter = counter_of(place, kind);
  const std::uint32_t count = place.order->releases[counter].load(std::memory_order_acquire);
  auto& seen = seen_by(known, place, counter);
  if (seen.count == count) return;  // nobody has released anything since; 0: ever
  seen.count = count;
  record::write(event::Acquire{next_of(*place.order), place.object, kind | FENCEPOST_SHARED_OBJECT});
}

void releasing_shared(memory::KnownOrder& known, const SharedPlace& place, std::uint64_t kind) {
  record::write(event::Release{next_of(*place.order), place.object, kind | FENCEPOST_SHARED_OBJECT});
  const auto count = [&](std::size_t counter) {
    const std::uint32_t before = place.order->releases[counter].fetch_add(1, std::memory_order_acq_rel);
    auto& seen = seen_by(known, place, counter);
    if (seen.count == before) seen.count = before + 1;  // its own release is no news
  };
  const std::size_t counter = counter_of(place, kind);
  count(counter);
  if (kind == static_cast<std::uint64_t>(SyncObject::kAtomic)) count(kLast);
}

}  // namespace fencepost::threads
