// The slow path of the hooks, and the tables through which they find it.
#include "memory/attach.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <string_view>
#include <vector>

#include "memory/callers.h"
#include "memory/outside_words.h"
#include "recorder/forked.h"
#include "recorder/looks.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"
#include "segments/segment.h"
#include "tracking/map.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// For a child of fork, which records nothing: looks whether it uses memory of a window that its parent sees as well. A
// few looks are enough; after them this costs only a call.
void look_at_access_of_child(std::uintptr_t address, std::uint32_t size) {
  static constinit int left = 1000;
  if (left == 0 || !record::is_forked_child() || !map().is_tracked({address, address + size})) return;
  --left;
  if (!lies_in_shared_mapping(address)) return;
  record::uses_memory_of_windows();
  left = 0;
}

// Whether the access is to be recorded.
bool records(std::uintptr_t address, std::uint32_t size) {
  if (record::active()) [[likely]]
    return true;
  look_at_access_of_child(address, size);
  return false;
}

fencepost_block* add(std::uintptr_t address, std::uint32_t size, std::uint32_t kind, std::uintptr_t pc,
                     std::uintptr_t frame, std::uint64_t site) {
  if (!records(address, size)) return nullptr;
  Segment* segment = Segment::mine(pc);
  if (segment == nullptr) return nullptr;
  segment->add(address, size, static_cast<AccessKind>(kind), pc, frame, site);
  record::has_recorded_access();
  return segment->blocks();
}

fencepost_block* on_access(std::uintptr_t address, std::uint32_t size, std::uint32_t kind, std::uintptr_t pc) {
  return add(address, size, kind, pc, 0, pc * FENCEPOST_SITE_FACTOR);
}

fencepost_block* on_framed(std::uintptr_t address, std::uint32_t size, std::uint32_t kind, std::uintptr_t pc,
                           std::uintptr_t frame, std::uint64_t site) {
  return add(address, size, kind, pc, frame, site);
}

// The part of one row that is tracked, piece by piece. In ascending order, whatever the order of the program: it is a
// set.
void add_row(Segment& segment, const fencepost_grid& grid) {
  const std::uint64_t step = static_cast<std::uint64_t>(grid.stride < 0 ? -grid.stride : grid.stride);
  const std::uint64_t count = step == 0 ? 1 : grid.count;
  const std::uintptr_t low = grid.stride < 0 ? grid.address - (count - 1) * step : grid.address;
  const std::uintptr_t end = low + (count - 1) * step + grid.size;
  const auto kind = static_cast<AccessKind>(grid.kind);
  std::uint64_t index = 0;
  while (index < count) {
    const std::uintptr_t from = low + index * step;
    const Range found = map().ranges().find({from, end});
    if (found.begin == found.end) return;
    // The first element that reaches into the range, and the first that begins after it.
    if (found.begin >= from + grid.size) index += step == 0 ? 1 : (found.begin - from - grid.size) / step + 1;
    const std::uint64_t past = step == 0 ? 1 : std::min(count, (found.end - low + step - 1) / step);
    if (index < past) {
      Run run{low + index * step, static_cast<std::int64_t>(step), past - index};
      if (run.count == 1) run.stride = 0;
      segment.add(run, grid.size, kind, grid.pc, grid.frame, grid.site);
    }
    index = std::max(index + 1, past);
  }
}

// The same set with as few rows as possible.
fencepost_grid simplest(fencepost_grid grid) {
  if (grid.stride == 0) grid.count = 1;
  if (grid.row_stride == 0) grid.rows = 1;
  if (grid.count == 1 && grid.rows > 1) {
    grid.stride = grid.row_stride;
    grid.count = grid.rows;
    grid.rows = 1;
  }
  if (grid.rows > 1 && grid.row_stride == grid.stride * static_cast<std::int64_t>(grid.count)) {
    grid.count *= grid.rows;
    grid.rows = 1;
  }
  return grid;
}

void add_all(Segment& segment, fencepost_grid grid) {
  if (grid.rows == 1) return add_row(segment, grid);
  const auto span = [](std::uint64_t count, std::int64_t stride) {
    return static_cast<std::int64_t>(count - 1) * stride;
  };
  const std::int64_t along = span(grid.count, grid.stride);
  const std::int64_t across = span(grid.rows, grid.row_stride);
  const std::uintptr_t low =
      grid.address + static_cast<std::uintptr_t>(std::min<std::int64_t>(along, 0) + std::min<std::int64_t>(across, 0));
  const std::uintptr_t end =
      grid.address + grid.size +
      static_cast<std::uintptr_t>(std::max<std::int64_t>(along, 0) + std::max<std::int64_t>(across, 0));
  if (map().ranges().contains({low, end})) {
    // The usual case: all of it in one window.
    segment.add({grid.address, grid.stride, grid.count, grid.row_stride, grid.rows}, grid.size,
                static_cast<AccessKind>(grid.kind), grid.pc, grid.frame, grid.site);
    return;
  }
  for (std::uint64_t row = 0; row < grid.rows; ++row) {
    add_row(segment, grid);
    grid.address += static_cast<std::uintptr_t>(grid.row_stride);
  }
}

const fencepost_marks* on_marks(const fencepost_grid* what) {
  if (!records(what->address, what->size)) return nullptr;
  Segment* segment = Segment::mine(what->pc);
  return segment == nullptr ? nullptr : segment->marks(*what);
}

fencepost_block* on_grid(const fencepost_grid* grid) {
  return add_grid(*grid);
}

void on_strided(std::uintptr_t address, std::uint32_t size, std::int64_t stride, std::uint64_t count,
                std::uint32_t kind, std::uintptr_t pc) {
  if (count == 0 || size == 0) return;
  const std::uint64_t span = (count - 1) * static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  const std::uintptr_t low = stride < 0 ? address - span : address;
  if (map().untouched({low, low + span + size})) return;
  const fencepost_grid grid{address, size, kind, stride, count, 0, 1, pc, 0, 0};
  on_grid(&grid);
}

constexpr const char* kUnknownHooks =
    "Code compiled with another version of fencepost-cc: its loads and stores were not seen.";
constexpr const char* kSanitizerIsBlindTo =
    "Loads and stores of code built with the hooks of -fsanitize=thread: inline copies of structures or pieces of a "
    "fixed "
    "size, inline assembly and some vector instructions are not always seen (see the manual, Compiling).";

constexpr const char* kSanitizedUnseen =
    "Code compiled with -fsanitize=address, hwaddress or memory: fencepost-cc does not instrument it, so its "
    "loads "
    "and stores were not seen.";
// Symbols that the runtime libraries of these sanitizers define.
constexpr const char* kStartsOfSanitizers[] = {"__asan_init", "__hwasan_init", "__msan_init"};

constexpr const char* kAssemblyUnseen =
    "An intrinsic or inline assembly got addresses of windows or of buffers of pending operations: what it loads and "
    "stores there, "
    "beyond its memory operands, was not seen.";

void on_unseen(std::uintptr_t address) {
  static std::atomic<bool> said = false;
  if (said.load(std::memory_order_relaxed) || !record::active() || !map().is_tracked({address, address + 1})) return;
  said.store(true, std::memory_order_relaxed);
  record::blind_spot(kAssemblyUnseen);
}

void on_landed(std::uintptr_t frame) {
  leave_frames(reinterpret_cast<const void*>(frame));
}

void on_awaits(std::uintptr_t word, std::uint64_t value) {
  if (!record::paused_since_word()) return;
  if (is_shared_outside(word)) return record::looks_outside();
  record::awaits_word(reinterpret_cast<const void*>(word), value);
}

fencepost_thread* on_thread(std::uintptr_t pc) {
  return Segment::mine(pc);
}

void flush_segment() {
  record::write_what_is_held();
  if (Segment* segment = Segment::mine_if_any()) {
    segment->active();
    segment->flush();
  }
}

struct Tables {
  record::detail::Lock mutex;
  std::vector<fencepost_hooks*> attached FENCEPOST_GUARDED_BY(mutex);
  // Of modules that were attached before recording started.
  std::vector<const char*> blind_spots FENCEPOST_GUARDED_BY(mutex);
  Synchronization synchronization FENCEPOST_GUARDED_BY(mutex);
};
Tables& tables() {
  static auto* const instance = new Tables;
  return *instance;
}

template <class T>
void publish(T& field, T value) {
  std::atomic_ref<T>(field).store(value, std::memory_order_release);
}

// Modules attach when they are loaded, which is mostly before recording starts.
void mention(const char* blind_spot) {
  record::blind_spot(blind_spot);
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  all.blind_spots.push_back(blind_spot);
}

// Lives as long as the process, even if the module is unloaded.
const char* unseen_objects(const fencepost_hooks& hooks) {
  Dl_info module;
  const bool known = dladdr(&hooks, &module) != 0 && module.dli_fname != nullptr;
  std::string_view name = known ? module.dli_fname : "the program";
  name.remove_prefix(name.rfind('/') + 1);
  const std::string sentence = std::string("The loads and stores of ") + hooks.unseen_objects + " in " +
                               std::string(name) + " were not seen: compile them with fencepost-cc.";
  return strdup(sentence.c_str());
}

void set_synchronization(fencepost_hooks& hooks, const Synchronization& how) {
  if (how.release == nullptr) publish(hooks.synchronize, std::uint8_t{0});
  publish(hooks.release, how.release);
  publish(hooks.acquire, how.acquire);
  publish(hooks.volatile_load, how.volatile_load);
  publish(hooks.volatile_store, how.volatile_store);
  if (how.release != nullptr) publish(hooks.synchronize, std::uint8_t{1});
}

void forget_own_blocks() {
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  for (const fencepost_hooks* hooks : all.attached) hooks->forget_blocks();
}

}  // namespace

void attach_hooks(fencepost_hooks* hooks) {
  if (hooks->version != FENCEPOST_HOOKS_VERSION || hooks->size < sizeof(fencepost_hooks)) {
    mention(kUnknownHooks);
    return;
  }
  if (hooks->by_sanitizer != 0) mention(kSanitizerIsBlindTo);
  if (hooks->unseen_objects != nullptr) mention(unseen_objects(*hooks));
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  all.attached.push_back(hooks);
  set_forget_blocks(&forget_own_blocks);
  record::mark_instrumented(hooks);
  publish(hooks->access, &on_access);
  publish(hooks->strided, &on_strided);
  publish(hooks->thread, &on_thread);
  publish(hooks->framed, &on_framed);
  publish(hooks->grid, &on_grid);
  publish(hooks->marks, &on_marks);
  publish(hooks->unseen, &on_unseen);
  publish(hooks->landed, &on_landed);
  publish(hooks->awaits, &on_awaits);
  set_synchronization(*hooks, all.synchronization);
  const Shadow& shadow = map().shadow();
  publish(hooks->changes, shadow.changes());
  publish(hooks->page_maps, shadow.page_maps());
  publish(hooks->shadow, shadow.table());
  publish(hooks->mask, shadow.mask());
}

fencepost_block* add_grid(const fencepost_grid& grid) {
  if (grid.count == 0 || grid.rows == 0 || grid.size == 0 || !records(grid.address, grid.size)) return nullptr;
  Segment* segment = Segment::mine(grid.pc);
  if (segment == nullptr) return nullptr;
  fencepost_grid known = simplest(grid);
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if ((known.frame & FENCEPOST_FRAME_IN_DOUBT) != 0)
    known.frame = segment->frame_of_doubt(known.frame, known.pc, here);
  else if (known.frame == Segment::kUnwound)
    known.frame = segment->unwound_frame(known.pc, here);
  add_all(*segment, known);
  return segment->blocks();
}

// callers.h
bool has_hooks(const void* base) {
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  return std::any_of(all.attached.begin(), all.attached.end(), [&](const fencepost_hooks* hooks) {
    Dl_info info;
    return dladdr(hooks, &info) != 0 && info.dli_fbase == base;
  });
}

void detach_hooks(fencepost_hooks* hooks) {
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  std::erase(all.attached, hooks);
}

bool anything_instrumented() {
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  return !all.attached.empty();
}

void set_synchronization(const Synchronization& how) {
  Tables& all = tables();
  const LockGuard lock(all.mutex);
  all.synchronization = how;
  for (fencepost_hooks* hooks : all.attached) set_synchronization(*hooks, how);
}

void start() {
  record::set_segment_flush(&flush_segment);
  record::set_thread_end(&leave_stack);
  std::vector<const char*> blind_spots;
  {
    Tables& all = tables();
    const LockGuard lock(all.mutex);
    blind_spots = all.blind_spots;
  }
  for (const char* blind_spot : blind_spots) record::blind_spot(blind_spot);
  const auto is_there = [](const char* name) { return dlsym(RTLD_DEFAULT, name) != nullptr; };
  if (std::ranges::any_of(kStartsOfSanitizers, is_there)) record::blind_spot(kSanitizedUnseen);
}

}  // namespace fencepost::memory
