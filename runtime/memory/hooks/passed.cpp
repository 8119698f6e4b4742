// What code of our compiler passes calls (named in runtime/compiler/contract/accesses.h), except for what is in slow.S.
#include <cpuid.h>

#include "hook_table/offsets.h"
#include "hooks.h"

using namespace fencepost::hooks;

static_assert(offsetof(fencepost_hooks, shadow) == FENCEPOST_OFFSET_OF_SHADOW);
static_assert(offsetof(fencepost_hooks, mask) == FENCEPOST_OFFSET_OF_MASK);
static_assert(offsetof(fencepost_hooks, framed) == FENCEPOST_OFFSET_OF_FRAMED);
static_assert(offsetof(fencepost_hooks, page_maps) == FENCEPOST_OFFSET_OF_PAGE_MAPS);
// As slow.S computes with them.
static_assert(FENCEPOST_HOOKS_PAGE_SHIFT == 12 && FENCEPOST_PAGE_MAP_SHIFT == 7 && FENCEPOST_PAGE_MAP_UNIT == 8);
static_assert(FENCEPOST_CALLER_FACTOR == FENCEPOST_CALLER_FACTOR_OF_ASSEMBLY);
static_assert(FENCEPOST_SITE_FACTOR == FENCEPOST_SITE_FACTOR_OF_ASSEMBLY);
static_assert(FENCEPOST_BLOCKS_MASK == FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY);
static_assert(FENCEPOST_BLOCKS_OTHER == FENCEPOST_BLOCKS_OTHER_OF_ASSEMBLY);

// Whether the processor has the instruction that saves only those vector registers that are in use; for slow.S.
extern "C" {
__attribute__((visibility("hidden"))) std::uint8_t fencepost_saves_compactly = 0;
}
__attribute__((constructor(101))) static void ask_processor() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kSystemHasEnabledIt = 1u << 27, kCompacts = 1u << 1;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSystemHasEnabledIt) == 0) return;
  if (__get_cpuid_count(0xd, 1, &a, &b, &c, &d) != 0 && (a & kCompacts) != 0) fencepost_saves_compactly = 1;
}

namespace {

constexpr Kind kind_of(std::uint32_t size_and_kind) {
  return static_cast<Kind>(size_and_kind >> 16);
}
constexpr std::uint32_t size_of(std::uint32_t size_and_kind) {
  return size_and_kind & 0xffff;
}

// Untracked pages around one that was asked for, as long as nothing changes. A loop asks each time it begins, and small
// loops begin often.
struct Room {
  std::uintptr_t low;
  std::uintptr_t end;
  std::uint64_t changes;
};
constexpr std::size_t kRooms = 8;
constexpr std::size_t kWays = 2;                // what is tracked may lie between two that a loop needs in turn
constexpr int kRoomShift = 24;                  // heap, stack, mapped files and the program itself are farther apart
constexpr std::uintptr_t kFarthestPage = 4096;  // we look no further
constexpr std::uint64_t kEverything = std::uint64_t{1} << 46;
__thread Room rooms[kRooms][kWays];
__thread std::uint8_t oldest_ways[kRooms];

inline std::size_t place_of(std::uintptr_t address) {
  return (address >> kRoomShift) % kRooms;
}
// The one around `address`, if it is known; null: it is not.
inline const Room* known_room(std::uintptr_t address) {
  for (const Room& room : rooms[place_of(address)]) {
    if (address - room.low < room.end - room.low &&
        room.changes == __atomic_load_n(fencepost_hooks_of_module.changes, __ATOMIC_ACQUIRE)) {
      return &room;
    }
  }
  return nullptr;
}

__attribute__((noinline)) std::uint64_t look_around(std::uintptr_t base, std::uint64_t mask) {
  // Read before the bytes: changes in the meantime count later.
  const std::uint64_t changes = __atomic_load_n(fencepost_hooks_of_module.changes, __ATOMIC_ACQUIRE);
  const std::uint8_t* shadow = __atomic_load_n(&fencepost_hooks_of_module.shadow, __ATOMIC_RELAXED);
  const std::uintptr_t first = base >> FENCEPOST_HOOKS_PAGE_SHIFT;
  std::uintptr_t page = first;
  while (page - first < kFarthestPage) {
    if ((page & 7) == 0 &&
        *reinterpret_cast<const std::uint64_t __attribute__((may_alias))*>(shadow + (page & mask)) == 0) {
      page += 8;
    } else if (shadow[page & mask] == 0) {
      ++page;
    } else {
      break;
    }
  }
  if (page == first) return 0;
  std::uintptr_t low = first;
  while (first - low < kFarthestPage && low != 0) {
    if ((low & 7) == 0 &&
        *reinterpret_cast<const std::uint64_t __attribute__((may_alias))*>(shadow + ((low - 8) & mask)) == 0) {
      low -= 8;
    } else if (shadow[(low - 1) & mask] == 0) {
      --low;
    } else {
      break;
    }
  }
  std::uint8_t& way = oldest_ways[place_of(base)];
  Room& room = rooms[place_of(base)][way];
  way = static_cast<std::uint8_t>((way + 1) % kWays);
  room = {low << FENCEPOST_HOOKS_PAGE_SHIFT, page << FENCEPOST_HOOKS_PAGE_SHIFT, changes};
  return room.end - base;
}

void report(const fencepost_grid& grid) {
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.grid, __ATOMIC_ACQUIRE)) keep_blocks(call(&grid));
}

}  // namespace

HOOK void fencepost_passed_range(void* address, std::uint64_t size, std::uint32_t size_and_kind) {
  const auto low = reinterpret_cast<std::uintptr_t>(address);
  if (size == 0 || !touches(low, low + size - 1)) return;
  report({low, 1, kind_of(size_and_kind), 1, size, 0, 1, RETURN_ADDRESS, CALLERS_FRAME, 0});
}

// address + row * row_stride + i * stride, for row < rows and i < count.
HOOK void fencepost_passed_grid(void* address, std::uint32_t size_and_kind, std::int64_t stride, std::uint64_t count,
                                std::int64_t row_stride, std::uint64_t rows) {
  if (fencepost_hooks_of_module.mask == 0 || count == 0 || rows == 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::int64_t along = static_cast<std::int64_t>(count - 1) * stride;
  const std::int64_t across = static_cast<std::int64_t>(rows - 1) * row_stride;
  const std::uintptr_t low = first + static_cast<std::uintptr_t>((along < 0 ? along : 0) + (across < 0 ? across : 0));
  const std::uintptr_t high = first + static_cast<std::uintptr_t>((along > 0 ? along : 0) + (across > 0 ? across : 0)) +
                              size_of(size_and_kind) - 1;
  if (!touches(low, high)) return;
  report({first, size_of(size_and_kind), kind_of(size_and_kind), stride, count, row_stride, rows, RETURN_ADDRESS,
          CALLERS_FRAME, 0});
}

namespace {
// `count` neighbours.
inline void run(std::uintptr_t first, std::uint32_t size_and_kind, std::uint64_t count, std::uint64_t site,
                std::uintptr_t frame, std::uintptr_t pc) {
  const std::uint32_t size = size_of(size_and_kind);
  const std::uintptr_t caller = reinterpret_cast<const std::uintptr_t*>(frame)[1];
  const bool few = site != 0 && count <= 64 && is_tracked(reinterpret_cast<const void*>(first));
  if (few && add_to_block(first, size, count, site + caller * FENCEPOST_CALLER_FACTOR)) return;
  if (few && count * size <= FENCEPOST_PAGE_MAP_BEYOND && !is_mapped(first, static_cast<std::uint32_t>(count * size))) {
    return;
  }
  if (!touches(first, first + count * size - 1)) return;
  report({first, size, kind_of(size_and_kind), static_cast<std::int64_t>(size), count, 0, 1, pc, frame, site});
}
}  // namespace

// The rows of sparse matrices, short loops within others.
HOOK void fencepost_passed_run(void* address, std::uint32_t size_and_kind, std::uint64_t count, std::uint64_t site) {
  if (fencepost_hooks_of_module.mask == 0 || count == 0) return;
  run(reinterpret_cast<std::uintptr_t>(address), size_and_kind, count, site, CALLERS_FRAME, RETURN_ADDRESS);
}

// The neighbours whose bits in `lanes` are set: parts of a vector.
HOOK void fencepost_passed_lanes(void* address, std::uint32_t size_and_kind, std::uint64_t lanes, std::uint64_t site) {
  const std::uintptr_t frame = CALLERS_FRAME;
  auto first = reinterpret_cast<std::uintptr_t>(address);
  while (lanes != 0) {
    const int gap = __builtin_ctzll(lanes);
    lanes >>= gap;
    const int count = ~lanes == 0 ? 64 : __builtin_ctzll(~lanes);
    first += static_cast<std::uintptr_t>(gap) * size_of(size_and_kind);
    run(first, size_and_kind, static_cast<std::uint64_t>(count), site, frame, RETURN_ADDRESS);
    first += static_cast<std::uintptr_t>(count) * size_of(size_and_kind);
    lanes = count == 64 ? 0 : lanes >> count;
  }
}

// Before assembly that gets an address in a register.
HOOK void fencepost_passed_unseen(void* address) {
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.unseen, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(address));
  }
}

// Where an exception is caught or cleaned up after, and after setjmp: the functions that were left did not return.
HOOK void fencepost_passed_landed() {
  if (fencepost_hooks_of_module.mask == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.landed, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  }
}

// Before each section of OpenMP.
HOOK void fencepost_passed_section() {
  if (fencepost_section_begins_of_tool != nullptr) fencepost_section_begins_of_tool(__builtin_return_address(0));
}

// Before a loop: the number of bytes from `base` on in whose pages nothing is tracked. (A size that nothing has if
// nothing is tracked anywhere.)
HOOK std::uint64_t fencepost_passed_room(const void* base) {
  const std::uint64_t mask = __atomic_load_n(&fencepost_hooks_of_module.mask, __ATOMIC_ACQUIRE);
  if (mask == 0) return kEverything;
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  if (const Room* room = known_room(address)) return room->end - address;
  return look_around(address, mask);
}

// The number of them before `base`, if there are some from it on.
HOOK std::uint64_t fencepost_passed_room_below(const void* base) {
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  const std::uint64_t above = fencepost_passed_room(base);
  if (above == 0) return 0;
  if (above == kEverything) return address;
  const Room* room = known_room(address);
  return room != nullptr ? address - room->low : 0;  // null: it has changed since
}

// Before a loop that accesses some of `size` bytes from `first` on, at most those of a page, on pages of interest: 1 if
// it is not for them, as far as the pages' maps can tell, such as for members beside a small window; else 0.
HOOK std::uint64_t fencepost_passed_untracked(const void* first, std::uint64_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  for (std::uint64_t done = 0; done < size; done += FENCEPOST_PAGE_MAP_BEYOND) {
    const std::uint64_t left = size - done;
    const auto some = static_cast<std::uint32_t>(left < FENCEPOST_PAGE_MAP_BEYOND ? left : FENCEPOST_PAGE_MAP_BEYOND);
    if (is_mapped(begin + done, some)) return 0;
  }
  return 1;
}

// Before a loop that will access elements of that size around `base` through the place `site`: its marks, or some that
// stand for nothing.
HOOK const fencepost_marks* fencepost_passed_marks(void* base, std::uint32_t size_and_kind, std::uint64_t site) {
  const std::uintptr_t frame = CALLERS_FRAME;
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  const std::uint64_t tag = site + reinterpret_cast<const std::uintptr_t*>(frame)[1] * FENCEPOST_CALLER_FACTOR;
  const auto is_it = [&](const fencepost_marks& marks) { return marks.tag == tag && address - marks.low < marks.span; };
  const std::size_t place = site % FENCEPOST_MARKS;
  if (__builtin_expect(is_it(fencepost_own_marks[place]), 1)) return &fencepost_own_marks[place];
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.marks, __ATOMIC_ACQUIRE)) {
    const fencepost_grid what{
        address, size_of(size_and_kind), kind_of(size_and_kind), 0, 1, 0, 1, RETURN_ADDRESS, frame, site};
    const fencepost_marks* given = call(&what);
    fencepost_own_marks = given != nullptr ? given : fencepost_no_marks;
    if (is_it(fencepost_own_marks[place])) return &fencepost_own_marks[place];
  }
  return fencepost_no_marks;
}
