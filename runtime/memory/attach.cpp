// The slow path of the hooks, and the tables through which they find it.
#include "memory/attach.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "memory/map.h"
#include "memory/segment.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"

namespace fencepost::memory {
namespace {

void on_access(std::uintptr_t address, std::uint32_t size, std::uint32_t kind, std::uintptr_t pc) {
  if (!record::active()) return;
  if (Segment* segment = Segment::mine(pc)) segment->add(address, size, static_cast<AccessKind>(kind), pc);
}

// The part of a run that is tracked, piece by piece: whole if one tracked range covers it, as is mostly so.
void on_strided(std::uintptr_t address, std::uint32_t size, std::int64_t stride, std::uint64_t count,
                std::uint32_t kind, std::uintptr_t pc) {
  if (count == 0 || size == 0 || !record::active()) return;
  const std::uint64_t span = (count - 1) * static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  const std::uintptr_t low = stride < 0 ? address - span : address;
  const Range all{low, low + span + size};
  if (map().untouched(all)) return;
  Segment* segment = Segment::mine(pc);
  if (segment == nullptr) return;
  // In ascending order, whatever the order of the program: it is a set.
  const std::uint64_t step = stride < 0 ? static_cast<std::uint64_t>(-stride) : static_cast<std::uint64_t>(stride);
  std::uint64_t index = 0;
  while (index < count) {
    const std::uintptr_t from = low + index * step;
    const Range found = map().ranges().find({from, all.end});
    if (found.begin == found.end) return;
    if (step == 0) {
      segment->add({low, 0, 1}, size, static_cast<AccessKind>(kind), pc);
      return;
    }
    // The first element that reaches into the range, and the first that begins behind it.
    if (found.begin >= from + size) index += (found.begin - from - size) / step + 1;
    const std::uint64_t end = std::min(count, (found.end - low + step - 1) / step);
    if (index < end) {
      Run run{low + index * step, static_cast<std::int64_t>(step), end - index};
      if (run.count == 1) run.stride = 0;
      segment->add(run, size, static_cast<AccessKind>(kind), pc);
    }
    index = std::max(index + 1, end);
  }
}

fencepost_thread* on_thread(std::uintptr_t pc) {
  return Segment::mine(pc);
}

void flush_segment() {
  if (Segment* segment = Segment::mine_if_any()) {
    segment->active();
    segment->flush();
  }
}

struct Tables {
  record::detail::Lock mutex;
  std::vector<fencepost_hooks*> attached;
  void (*release)(std::uintptr_t) = nullptr;
  void (*acquire)(std::uintptr_t) = nullptr;
};
Tables& tables() {
  static auto* const instance = new Tables;
  return *instance;
}

template <class T>
void publish(T& field, T value) {
  std::atomic_ref<T>(field).store(value, std::memory_order_release);
}

void set_synchronization(fencepost_hooks& hooks, const Tables& from) {
  if (from.release == nullptr) publish(hooks.synchronize, std::uint8_t{0});
  publish(hooks.release, from.release);
  publish(hooks.acquire, from.acquire);
  if (from.release != nullptr) publish(hooks.synchronize, std::uint8_t{1});
}

}  // namespace

void attach_hooks(fencepost_hooks* hooks) {
  if (hooks->version != FENCEPOST_HOOKS_VERSION || hooks->size < sizeof(fencepost_hooks)) {
    record::blind_spot("Code compiled with another version of fencepost-cc: its loads and stores were not seen.");
    return;
  }
  Tables& all = tables();
  const std::lock_guard lock(all.mutex);
  all.attached.push_back(hooks);
  record::mark_instrumented(hooks);
  publish(hooks->access, &on_access);
  publish(hooks->strided, &on_strided);
  publish(hooks->thread, &on_thread);
  set_synchronization(*hooks, all);
  const Shadow& shadow = map().shadow();
  publish(hooks->shadow, shadow.table());
  publish(hooks->mask, shadow.mask());
}

void detach_hooks(fencepost_hooks* hooks) {
  Tables& all = tables();
  const std::lock_guard lock(all.mutex);
  std::erase(all.attached, hooks);
}

bool anything_instrumented() {
  Tables& all = tables();
  const std::lock_guard lock(all.mutex);
  return !all.attached.empty();
}

void set_synchronization(void (*release)(std::uintptr_t), void (*acquire)(std::uintptr_t)) {
  Tables& all = tables();
  const std::lock_guard lock(all.mutex);
  all.release = release;
  all.acquire = acquire;
  for (fencepost_hooks* hooks : all.attached) set_synchronization(*hooks, all);
}

void start() {
  record::set_segment_flush(&flush_segment);
}

}  // namespace fencepost::memory
