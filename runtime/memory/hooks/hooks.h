// Shared by the hooks. Everything here ends up inside the user's executables and shared objects, hidden in each.
//
// Forbidden in this folder: calling anything of libc except dlsym and the functions that a hook stands for; C++
// runtime; allocation; anything that could itself be instrumented or intercepted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hook_table/table.h"

#define HOOK extern "C" __attribute__((visibility("hidden"), used))
// The caller's frame pointer, if its code keeps one: our own frame begins with it.
#define CALLERS_FRAME (*static_cast<std::uintptr_t*>(__builtin_frame_address(0)))
#define RETURN_ADDRESS reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

// This module's table. Named so because code made by our compiler pass refers to it, too.
extern "C" __attribute__((visibility("hidden"))) fencepost_hooks fencepost_hooks_of_module;
extern "C" __attribute__((visibility("hidden"))) fencepost_section_begins_t* fencepost_section_begins_of_tool;

namespace fencepost::hooks {

// The calling thread's blocks (struct fencepost_block), and those of threads that have none yet: all free, only for
// reading. They cost only address space, and the program needs no check.
extern "C" __attribute__((visibility("hidden"))) __thread fencepost_block* fencepost_blocks;
extern "C" __attribute__((visibility("hidden"))) fencepost_block fencepost_no_blocks[FENCEPOST_BLOCKS];
// And its marks (struct fencepost_marks).
extern "C" __attribute__((visibility("hidden"))) __thread const fencepost_marks* fencepost_own_marks;
extern "C" __attribute__((visibility("hidden"))) fencepost_marks fencepost_no_marks[FENCEPOST_MARKS];
inline void keep_blocks(fencepost_block* blocks) {
  fencepost_blocks = blocks != nullptr ? blocks : fencepost_no_blocks;
}

// The thread's entered functions; the tool's, once it is there.
extern __thread fencepost_thread* own_thread __attribute__((visibility("hidden")));

// As AccessKind of record/vocabulary.h (checked in memory_test).
enum Kind : std::uint32_t { kLoad, kStore, kAtomicLoad, kAtomicStore, kAtomicUpdate };

// The one check on every access of the program.
inline bool is_tracked(const volatile void* address) {
  const fencepost_hooks& hooks = fencepost_hooks_of_module;
  const std::uint64_t mask = __atomic_load_n(&hooks.mask, __ATOMIC_ACQUIRE);
  const std::uint8_t* shadow = __atomic_load_n(&hooks.shadow, __ATOMIC_RELAXED);
  return __builtin_expect(shadow[(reinterpret_cast<std::uintptr_t>(address) >> FENCEPOST_HOOKS_PAGE_SHIFT) & mask] != 0,
                          0);
}

// Of an address whose page's byte is not 0: whether `size` bytes there may be tracked, as far as a map can tell. If the
// byte has changed meanwhile, the map may be another page's.
inline bool is_mapped(std::uintptr_t address, std::uint32_t size) {
  const fencepost_hooks& hooks = fencepost_hooks_of_module;
  const std::uint8_t& byte = hooks.shadow[(address >> FENCEPOST_HOOKS_PAGE_SHIFT) & hooks.mask];
  const std::uint8_t state = __atomic_load_n(&byte, __ATOMIC_ACQUIRE);
  const std::uintptr_t offset = address & ((std::uintptr_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT) - 1);
  const std::uintptr_t unit = offset / FENCEPOST_PAGE_MAP_UNIT;
  const auto* bits = reinterpret_cast<const unsigned char*>(hooks.page_maps[state].bits) + unit / 8;
  const std::uint32_t found =
      *reinterpret_cast<const volatile std::uint32_t __attribute__((may_alias, aligned(1)))*>(bits);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  const std::uintptr_t units =
      (offset % FENCEPOST_PAGE_MAP_UNIT + size + FENCEPOST_PAGE_MAP_UNIT - 1) / FENCEPOST_PAGE_MAP_UNIT;
  return (found >> unit % 8 & ((std::uint32_t{1} << units) - 1)) != 0 ||
         __atomic_load_n(&byte, __ATOMIC_RELAXED) != state;
}

// Sets the bits of `count` neighbours (up to 64) in the block that is there for them. False: there is none.
inline bool add_to_block(std::uintptr_t address, std::uint32_t size, std::uint64_t count, std::uint64_t base) {
  const int shift = __builtin_ctz(size);
  const std::uint64_t element = shift == 0 ? address : address >> shift | address << (64 - shift);
  const std::uint64_t tag = base + (element >> 8) * sizeof(fencepost_block);
  const std::uint64_t place = tag & FENCEPOST_BLOCKS_MASK;
  const auto block_at = [](std::uint64_t bytes) {
    return reinterpret_cast<fencepost_block*>(reinterpret_cast<char*>(fencepost_blocks) + bytes);
  };
  fencepost_block* block = block_at(place);
  if (__builtin_expect(block->tag != tag, 0)) {
    block = block_at(place ^ FENCEPOST_BLOCKS_OTHER);
    if (block->tag != tag) return false;
  }
  std::uint64_t* word = &block->bits[element / 64 % 4];
  const std::uint64_t bits = ~std::uint64_t{0} >> (64 - count);
  const unsigned from = element % 64;
  if ((*word & bits << from) != bits << from) *word |= bits << from;
  if (from + count > 64) {
    if (element / 64 % 4 == 3) return false;  // the rest is another block's
    word[1] |= bits >> (64 - from);
  }
  return true;
}

// The slow path. Out of line, so that the fast path need not save anything.
__attribute__((noinline, cold)) static void tell(std::uintptr_t address, std::uint32_t size, Kind kind,
                                                 std::uintptr_t pc) {
  keep_blocks(fencepost_hooks_of_module.access(address, size, kind, pc));
}
inline std::uint64_t own_base(std::uintptr_t pc) {
  return pc * FENCEPOST_SITE_FACTOR + own_thread->top[-1].pc * FENCEPOST_CALLER_FACTOR;
}
// One for each size and kind, which nearly alone distinguish the hooks: so they are not arguments.
template <std::uint32_t kSize, Kind kKind>
__attribute__((noinline)) static void access_tracked(std::uintptr_t address, std::uintptr_t pc) {
  // 16 bytes are mostly two neighbours of 8, and aligned as such.
  constexpr std::uint32_t kElement = kSize == 16 ? 8 : kSize;
  if (!is_mapped(address, kSize)) return;
  if (own_thread != nullptr && add_to_block(address, kElement, kSize / kElement, own_base(pc))) return;
  tell(address, kSize, kKind, pc);
}

// `pc` is passed on so that the compiler can make the last call a jump.
template <std::uint32_t kSize, Kind kKind>
inline void access(const volatile void* address, std::uintptr_t pc) {
  if (is_tracked(address)) [[unlikely]]
    access_tracked<kSize, kKind>(reinterpret_cast<std::uintptr_t>(address), pc);
}

// Any number of bytes.
inline void range(const volatile void* address, std::size_t size, Kind kind, std::uintptr_t pc) {
  if (fencepost_hooks_of_module.mask == 0 || size == 0) return;
  // (Not one element after the other: no blocks.)
  fencepost_hooks_of_module.strided(reinterpret_cast<std::uintptr_t>(address), 1, 1, size, kind, pc);
}

// Whether a page of [low, high] is tracked. Eight pages a step: a loop over so much memory takes far longer.
inline bool touches(std::uintptr_t low, std::uintptr_t high) {
  const std::uint64_t mask = __atomic_load_n(&fencepost_hooks_of_module.mask, __ATOMIC_ACQUIRE);
  const std::uint8_t* shadow = __atomic_load_n(&fencepost_hooks_of_module.shadow, __ATOMIC_RELAXED);
  if (mask == 0) return false;
  std::uintptr_t page = low >> FENCEPOST_HOOKS_PAGE_SHIFT;
  const std::uintptr_t last = high >> FENCEPOST_HOOKS_PAGE_SHIFT;
  while (page <= last) {
    if ((page & 7) == 0 && last - page >= 8) {
      if (*reinterpret_cast<const std::uint64_t __attribute__((may_alias))*>(shadow + (page & mask)) != 0) return true;
      page += 8;
    } else {
      if (shadow[page & mask] != 0) return true;
      ++page;
    }
  }
  return false;
}

// For functions that any code may call: code of our pass, which does not say what functions it enters, and code that
// nobody instrumented. `count` elements; `frame`: the caller's frame pointer, if it has one.
inline void row_of_any(std::uintptr_t first, std::uint32_t size, Kind kind, std::int64_t stride, std::uint64_t count,
                       std::uintptr_t pc, std::uintptr_t frame) {
  const fencepost_grid grid{first, size, kind, stride, count, 0, 1, pc, frame | FENCEPOST_FRAME_IN_DOUBT, 0};
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.grid, __ATOMIC_ACQUIRE)) keep_blocks(call(&grid));
}

// The same for one range.
inline void range_of_any(const volatile void* address, std::size_t size, Kind kind, std::uintptr_t pc,
                         std::uintptr_t frame) {
  // Before anything thread-local: in a static executable the C library comes here while it sets that up.
  if (fencepost_hooks_of_module.mask == 0 || size == 0) return;
  const auto low = reinterpret_cast<std::uintptr_t>(address);
  if (!touches(low, low + size - 1)) return;
  row_of_any(low, 1, kind, 1, size, pc, frame);
}

// Where a function of a Fortran library is called.
struct Caller {
  std::uintptr_t pc, frame;
};
#define HERE (Caller{RETURN_ADDRESS, CALLERS_FRAME})

inline void range(const volatile void* address, std::size_t size, Kind kind, Caller caller) {
  range_of_any(address, size, kind, caller.pc, caller.frame);
}

inline void release(const volatile void* object) {
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.release, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}
inline void acquire(const volatile void* object) {
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.acquire, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}
// The word that the thread has loaded last.
struct Awaited {
  std::uintptr_t word;
  std::uint64_t value;  // of the eight bytes around it
  std::uint32_t times;
};
extern "C" __attribute__((visibility("hidden"))) __thread Awaited fencepost_awaited;

// Of a word that is or was just loaded.
inline void loads_word(const volatile void* object) {
  auto* const awaits = __atomic_load_n(&fencepost_hooks_of_module.awaits, __ATOMIC_RELAXED);
  if (awaits == nullptr) return;
  const auto word = reinterpret_cast<std::uintptr_t>(object);
  const std::uint64_t value =
      *reinterpret_cast<const volatile std::uint64_t __attribute__((may_alias))*>(word & ~std::uintptr_t{7});
  Awaited& last = fencepost_awaited;
  if (last.word != word || last.value != value) {
    last = {word, value, 0};
    return;
  }
  if (last.times < FENCEPOST_AWAITED) {
    ++last.times;
    return;
  }
  awaits(word, value);
}
// Of a word that the thread changes.
inline void changes_word() {
  fencepost_awaited.word = 0;
}

// Before a volatile word is loaded or stored.
inline void volatile_load(const volatile void* object) {
  loads_word(object);
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.volatile_load, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}
inline void volatile_store(const volatile void* object) {
  changes_word();
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.volatile_store, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}

}  // namespace fencepost::hooks
