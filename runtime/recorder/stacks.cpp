// current_stack(): unwinding, a cache per thread in front of it, and the table of all stacks of the process behind it.
//
// The cache. Programs come to the same call by the same way again and again. The stack pointer and the return addresses
// found last time at that stack pointer say whether this is such a time: an entry remembers in which stack slots the
// return addresses stood, and it holds if they still stand there. That is a few loads and compares instead of
// unwinding. (The frames in between have the size that their return addresses prescribe, so equal addresses in equal
// slots are the same stack; only a function with a variable frame size could leave an old address lying in just the
// right place.)
#include "recorder/stacks.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <unwind.h>
#include <utility>

#include "recorder/interpreter.h"
#include "recorder/modules.h"
#include "recorder/process.h"
#include "recorder/recursion.h"

namespace fencepost::record {

namespace detail {

namespace {

constexpr std::size_t kMostFrames = 64;    // in a Stack definition
constexpr std::size_t kMostWrappers = 24;  // of our own and of the MPI library above them
constexpr std::size_t kMostUnwound = kMostFrames + kMostWrappers;

// ---- unwinding ---------------------------------------------------------------------------------------------------

struct Frame {
  std::uint64_t slot = 0;  // where on the stack the return address stands
  std::uint64_t address = 0;
};

struct Unwound {
  std::uint64_t from = 0;  // slots below this belong to the recorder itself
  bool cacheable = true;
  std::size_t count = 0;
  Frame frames[kMostUnwound];
};

// What stands in a slot of the stack. The slots belong to other functions: AddressSanitizer must not look.
#if defined(__SANITIZE_ADDRESS__)
__attribute__((no_sanitize("address"), noinline))
#endif
std::uint64_t
read_slot(std::uint64_t slot) {
  return *reinterpret_cast<const std::uint64_t*>(slot);
}

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* argument) {
  auto& unwound = *static_cast<Unwound*>(argument);
  int exact = 0;  // the address is that of an instruction that was interrupted, not one after a call
  const std::uint64_t address = _Unwind_GetIPInfo(context, &exact);
  if (address == 0) return _URC_END_OF_STACK;
  const std::uint64_t slot = _Unwind_GetCFA(context) - sizeof(void*);
  // Only at first: a signal handler may be on another stack than what it has interrupted.
  if (unwound.count == 0 && slot < unwound.from) return _URC_NO_REASON;
  if (exact != 0 || read_slot(slot) != address) unwound.cacheable = false;
  unwound.frames[unwound.count++] = {slot, exact != 0 ? address + 1 : address};
  return unwound.count < kMostUnwound ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// ---- the table of all stacks ---------------------------------------------------------------------------------------

struct KnownStack {
  std::uint64_t hash = 0;
  std::uint64_t id = 0;  // 0: a free place
  const std::uint64_t* frames = nullptr;
  std::size_t count = 0;
  std::uint64_t layouts = 0, last_layout = 0;  // how many were defined; the hash of the last one
};

struct StackTable {
  KnownStack* places = nullptr;
  std::size_t capacity = 0;  // a power of two
  std::size_t count = 0;
};
constinit StackTable all_stacks;
constinit std::atomic<std::uint64_t> generation{1};  // of the ids in the caches; goes up when stacks are forgotten

std::uint64_t mix(std::uint64_t value) {
  value *= 0x9e3779b97f4a7c15U;
  return value ^ (value >> 32);
}

std::uint64_t hash_of(const std::uint64_t* frames, std::size_t count) {
  std::uint64_t hash = count;
  for (std::size_t i = 0; i < count; ++i) hash = mix(hash ^ frames[i]);
  return hash;
}

bool grow() {
  const std::size_t capacity = all_stacks.capacity == 0 ? 4096 : 2 * all_stacks.capacity;
  auto* const places = static_cast<KnownStack*>(map_memory(capacity * sizeof(KnownStack)));
  if (places == nullptr) return false;
  for (std::size_t i = 0; i < all_stacks.capacity; ++i) {
    if (all_stacks.places[i].id == 0) continue;
    std::size_t place = all_stacks.places[i].hash & (capacity - 1);
    while (places[place].id != 0) place = (place + 1) & (capacity - 1);
    places[place] = all_stacks.places[i];
  }
  if (all_stacks.places != nullptr) unmap_memory(all_stacks.places, all_stacks.capacity * sizeof(KnownStack));
  all_stacks.places = places;
  all_stacks.capacity = capacity;
  return true;
}

// This stack; defines it if it is new. Null: no memory. Under the lock.
KnownStack* intern(const std::uint64_t* frames, std::size_t count) {
  if (4 * (all_stacks.count + 1) > 3 * all_stacks.capacity && !grow()) return nullptr;
  const std::uint64_t hash = hash_of(frames, count);
  std::size_t place = hash & (all_stacks.capacity - 1);
  for (; all_stacks.places[place].id != 0; place = (place + 1) & (all_stacks.capacity - 1)) {
    KnownStack& known = all_stacks.places[place];
    if (known.hash == hash && known.count == count && std::memcmp(known.frames, frames, count * sizeof *frames) == 0) {
      return &known;
    }
  }
  auto* const copy = static_cast<std::uint64_t*>(process.arena.allocate(count * sizeof *frames));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, frames, count * sizeof *frames);
  const std::uint64_t id = process.next_id.fetch_add(1, std::memory_order_relaxed);
  define_locked(event::Stack{.id = id, .frames = {copy, count}});
  all_stacks.places[place] = {.hash = hash, .id = id, .frames = copy, .count = count};
  ++all_stacks.count;
  return &all_stacks.places[place];
}

// The same for a stack as it was found. Null: it is empty, too.
KnownStack* intern_without_recursion(std::span<std::uint64_t> frames) {
  constinit static FunctionsOfAddresses functions;
  const std::size_t count = without_recursion(frames, functions);
  return count > 0 ? intern(frames.data(), count) : nullptr;
}

// Where its frames lie now, if that is new. `frames[i]` is the one unwound as `unwound.frames[indices[i]]`.
void define_layout(KnownStack& stack, const Unwound& unwound, std::span<const std::uint64_t> frames,
                   const std::size_t* indices) {
  constexpr std::uint64_t kMostLayouts = 64;  // of one stack: it may be called by a recursion
  std::uint64_t numbers[2 * kMostFrames];
  std::size_t count = 0;
  const std::uint64_t base = unwound.frames[indices[0]].slot;
  std::uint64_t end = base;
  // Only as far as no frame was left out because of a recursion. Where the outermost one ends is not known.
  for (std::size_t i = 0; i < stack.count && stack.frames[i] == frames[i]; ++i) {
    if (indices[i] + 1 == unwound.count) break;
    const std::uint64_t begin = unwound.frames[indices[i]].slot;
    numbers[count++] = begin - end;
    end = unwound.frames[indices[i] + 1].slot;
    numbers[count++] = end - begin;
  }
  const std::uint64_t hash = mix(base ^ hash_of(numbers, count));
  if (count == 0 || stack.last_layout == hash || stack.layouts == kMostLayouts) return;
  stack.last_layout = hash;
  ++stack.layouts;
  define_locked(event::StackLayout{.stack = stack.id, .base = base, .frames = {numbers, count}});
}

// The id of the stack `native` with the interpreter's own frames replaced by the places of the code that it executes.
std::uint64_t define_interpreted_stack(std::uint64_t native, std::string_view text) {
  const DefinitionsEntry entry;
  if (!entry) return 0;
  std::uint64_t frames[kMostFrames];
  std::size_t count = 0;
  const KnownStack* const begin = all_stacks.places;
  const KnownStack* const end = begin + all_stacks.capacity;
  const KnownStack* const known = std::find_if(begin, end, [&](const KnownStack& one) { return one.id == native; });
  const std::uint64_t* next = nullptr;
  const std::uint64_t* last = nullptr;
  if (native != 0 && known != end) {
    next = known->frames;
    last = known->frames + known->count;
    const auto interpreter = [](std::uint64_t address) { return owner_of(address - 1) == Owner::kInterpreter; };
    while (next != last && !interpreter(*next)) frames[count++] = *next++;
    next = std::find_if(std::reverse_iterator(last), std::reverse_iterator(next), interpreter).base();
  }
  count += define_interpreted(text, frames + count, kMostFrames - count);
  while (next != last && count < kMostFrames) frames[count++] = *next++;
  const KnownStack* const defined = intern_without_recursion({frames, count});
  return defined != nullptr ? defined->id : 0;
}

// The id of what was unwound, without the wrappers; `user` becomes the index of the innermost user frame.
std::uint64_t define_stack(const Unwound& unwound, std::size_t& user) {
  const DefinitionsEntry entry;
  if (!entry) return 0;
  if (notice_loaded_modules()) forget_stacks();
  std::uint64_t frames[kMostFrames];
  std::uint64_t found[kMostFrames];  // as they were before recursions are left out
  std::size_t indices[kMostFrames];
  std::size_t count = 0;
  for (std::size_t i = 0; i < unwound.count && count < kMostFrames; ++i) {
    const Owner owner = owner_of(unwound.frames[i].address - 1);
    if (owner == Owner::kFencepost || (owner == Owner::kMpi && count == 0)) continue;
    if (count == 0) user = i;
    indices[count] = i;
    found[count] = frames[count] = unwound.frames[i].address;
    ++count;
  }
  KnownStack* const stack = intern_without_recursion({frames, count});
  if (stack == nullptr) return 0;
  define_layout(*stack, unwound, {found, count}, indices);
  return stack->id;
}

}  // namespace

// ---- the cache -----------------------------------------------------------------------------------------------------

struct StackCache {
  struct Entry {
    std::uint64_t from;  // the slot of the caller's return address, and what stands in it
    std::uint64_t caller;
    std::uint64_t id;
    std::uint64_t count;
    Frame frames[kMostUnwound];  // only `count` of them are there
  };
  static constexpr std::size_t kWays = 8;
  static constexpr std::size_t kSets = 512;
  static constexpr std::size_t kRecent = 512;
  static constexpr std::size_t kBytes = std::size_t{1} << 20;

  // Entries are found by the stack pointer and the innermost user frames. Programs have layers of their own around MPI,
  // so that the innermost frame alone would be the same for all of the program.
  static constexpr int kIndexFrames = 4;

  // How far from the caller's slot the innermost user frame's is, by caller. Two, since a wrapper may be reached by C
  // and by Fortran programs through a different number of frames.
  struct Hint {
    std::uint64_t caller;
    std::uint64_t distance[2];
  };
  static constexpr std::size_t kHints = 512;

  // The distance from the slot of a return address to that of the next frame: the size of the frame, by return address.
  struct Step {
    std::uint64_t address;
    std::uint64_t distance;  // 0: not always the same
  };
  static constexpr std::size_t kStepSets = 512;
  static constexpr std::size_t kStepWays = 4;

  std::uint64_t generation;
  std::uint64_t top;  // the outermost slot that was ever seen: no guess is read beyond
  Hint hints[kHints];
  alignas(64) Step steps[kStepSets][kStepWays];
  Entry* entries[kSets][kWays];
  Entry* recent[kRecent];  // what was found last, by stack pointer and caller: loops
  std::uint8_t turn[kSets];
  std::size_t used;
  alignas(16) std::uint8_t memory[kBytes];

  Hint& hint(std::uint64_t caller) { return hints[mix(caller) >> 20 & (kHints - 1)]; }
  Step* step(std::uint64_t address) {
    for (Step& known : steps[mix(address) >> 20 & (kStepSets - 1)]) {
      if (known.address == address) return &known;
    }
    return nullptr;
  }

  // Reads the frames from that of `slot` outward as far as their sizes are known.
  std::size_t set_of(std::uint64_t from, std::uint64_t slot) {
    std::uint64_t hash = from;
    for (int i = 1; slot <= top; ++i) {
      const std::uint64_t address = read_slot(slot);
      hash = mix(hash ^ address);
      if (i == kIndexFrames) break;
      const Step* const next = step(address);
      if (next == nullptr || next->distance == 0) break;
      slot += next->distance;
    }
    return hash >> 20 & (kSets - 1);
  }

  std::uint64_t find(std::uint64_t from, std::uint64_t caller) {
    Entry*& last = recent[mix(from ^ caller) >> 20 & (kRecent - 1)];
    if (last != nullptr && last->from == from && last->caller == caller && holds(*last)) return last->id;
    const Hint& known = hint(caller);
    if (known.caller != caller) return 0;
    for (const std::uint64_t distance : known.distance) {
      Entry** const set = entries[set_of(from, from + distance)];
      for (std::size_t way = 0; way < kWays && set[way] != nullptr; ++way) {
        Entry* const entry = set[way];
        if (entry->from != from || entry->caller != caller || !holds(*entry)) continue;
        if (way > 0) std::swap(set[way], set[way - 1]);  // what is asked for often comes to the front
        last = entry;
        return entry->id;
      }
      if (known.distance[0] == known.distance[1]) break;
    }
    return 0;
  }

  // Four at a time: frames are padded to a multiple, see insert().
  static bool holds(const Entry& entry) {
    for (std::size_t i = 0; i < entry.count; i += 4) {
      const Frame* const frames = entry.frames + i;
      std::uint64_t difference = 0;
      for (int k = 0; k < 4; ++k) {
        difference |= read_slot(frames[k].slot) ^ frames[k].address;
      }
      if (difference != 0) return false;
    }
    return true;
  }

  void insert(const Unwound& unwound, std::size_t user, std::uint64_t id) {
    const std::size_t padded = (unwound.count + 3) / 4 * 4;
    const std::size_t size = offsetof(Entry, frames) + padded * sizeof(Frame);
    if (used + size > kBytes) clear();
    learn(unwound, user);
    auto* const entry = reinterpret_cast<Entry*>(memory + used);
    used += size;
    entry->from = unwound.from;
    entry->caller = unwound.frames[0].address;
    entry->id = id;
    entry->count = padded;
    std::memcpy(entry->frames, unwound.frames, unwound.count * sizeof(Frame));
    for (std::size_t i = unwound.count; i < padded; ++i) entry->frames[i] = unwound.frames[unwound.count - 1];
    const std::size_t set = set_of(unwound.from, unwound.frames[user].slot);
    // Free ways are filled first; then the rear ones, which are asked for rarely, are replaced.
    std::size_t way = 0;
    while (way < kWays && entries[set][way] != nullptr) ++way;
    if (way == kWays) way = kWays / 2 + turn[set]++ % (kWays / 2);
    entries[set][way] = entry;
  }

  // Where this stack's frames are, for set_of().
  void learn(const Unwound& unwound, std::size_t user) {
    const std::uint64_t caller = unwound.frames[0].address;
    Hint& known = hint(caller);
    const std::uint64_t distance = unwound.frames[user].slot - unwound.from;
    if (known.caller != caller) {
      known = {caller, {distance, distance}};
    } else if (known.distance[0] != distance && known.distance[1] != distance) {
      known.distance[1] = known.distance[0];
      known.distance[0] = distance;
    }
    top = std::max(top, unwound.frames[unwound.count - 1].slot);
    for (std::size_t i = user; i + 1 < unwound.count && i + 1 < user + kIndexFrames; ++i) {
      const Frame& frame = unwound.frames[i];
      const std::uint64_t size = unwound.frames[i + 1].slot - frame.slot;
      Step* next = step(frame.address);
      if (next == nullptr) {
        auto& set = steps[mix(frame.address) >> 20 & (kStepSets - 1)];
        std::copy_backward(std::begin(set), std::end(set) - 1, std::end(set));
        set[0] = {frame.address, size};
      } else if (next->distance != size) {
        next->distance = 0;
      }
    }
  }

  void clear() {
    std::memset(static_cast<void*>(entries), 0, sizeof entries);
    std::memset(static_cast<void*>(recent), 0, sizeof recent);
    std::memset(hints, 0, sizeof hints);
    std::memset(steps, 0, sizeof steps);
    used = 0;
    top = 0;
  }
};

void forget_cached_stacks(StackCache* cache) noexcept {
  if (cache != nullptr) cache->clear();
}

void forget_stacks() noexcept {
  if (all_stacks.places != nullptr) unmap_memory(all_stacks.places, all_stacks.capacity * sizeof(KnownStack));
  all_stacks = StackTable{};
  generation.fetch_add(1, std::memory_order_relaxed);
  forget_interpreted();
}

namespace {

// The calling thread's stack, whose part in machine code is `native`. All of a program runs in the same machine code.
std::uint64_t interpreted_stack(ThreadTrace& trace, std::uint64_t native) {
  const std::string_view text = interpreted_places(trace);
  if (text.empty()) return native;
  std::uint64_t hash = mix(native ^ mix(generation.load(std::memory_order_relaxed)));
  for (std::size_t at = 0; at < text.size(); at += sizeof hash) {
    std::uint64_t piece = 0;
    std::memcpy(&piece, text.data() + at, std::min(sizeof piece, text.size() - at));
    hash = mix(hash ^ piece);
  }
  if (const std::uint64_t id = known_interpreted(trace, hash); id != 0) return id;
  const std::uint64_t id = define_interpreted_stack(native, text);
  if (id == 0) return native;
  remember_interpreted(trace, hash, id);
  return id;
}

// The slow way; `from` is the slot of the innermost return address that counts.
__attribute__((noinline)) std::uint64_t unwind_stack(ThreadTrace& trace, std::uint64_t from) {
  const UnnoticedByProgram keep;
  Unwound unwound;
  unwound.from = from;
  _Unwind_Backtrace(take_frame, &unwound);
  if (unwound.count == 0) return 0;
  std::size_t user = 0;
  const std::uint64_t id = define_stack(unwound, user);
  if (id == 0 || !unwound.cacheable) return id;
  if (trace.stack_cache == nullptr) {
    auto* const memory = map_memory(sizeof(StackCache));
    if (memory == nullptr) return id;
    trace.stack_cache = static_cast<StackCache*>(memory);  // zeros are its initial state
  }
  if (const auto now = generation.load(std::memory_order_relaxed); trace.stack_cache->generation != now) {
    trace.stack_cache->clear();
    trace.stack_cache->generation = now;
  }
  trace.stack_cache->insert(unwound, user, id);
  return id;
}

}  // namespace
}  // namespace detail

__attribute__((noinline)) std::uint64_t current_stack() noexcept {
  return stack_above(__builtin_frame_address(0));
}

__attribute__((noinline)) std::uint64_t stack_above(const void* frame) noexcept {
  detail::ThreadTrace* trace = detail::this_thread.trace;
  if (trace == nullptr) [[unlikely]]
    trace = detail::attach_this_thread();
  if (trace == nullptr) return 0;
  const detail::Entry entry(*trace);
  if (!entry) return 0;
  // With a frame pointer, the return address is after the saved one.
  const auto from = reinterpret_cast<std::uint64_t>(frame) + sizeof(void*);
  const auto caller = detail::read_slot(from);
  std::uint64_t id = 0;
  if (trace->stack_cache != nullptr &&
      trace->stack_cache->generation == detail::generation.load(std::memory_order_relaxed)) [[likely]] {
    id = trace->stack_cache->find(from, caller);
  }
  if (id == 0) id = detail::unwind_stack(*trace, from);
  if (detail::has_interpreter()) [[unlikely]]
    return detail::interpreted_stack(*trace, id);
  return id;
}

}  // namespace fencepost::record
