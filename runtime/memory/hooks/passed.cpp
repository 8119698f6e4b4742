// What code of our compiler pass calls (runtime/compiler/pass/instrument.cpp declares these), but for the one in
// slow.S.
#include "hooks.h"
#include "memory/attach_offsets.h"

using namespace fencepost::hooks;

static_assert(offsetof(fencepost_hooks, framed) == FENCEPOST_OFFSET_OF_FRAMED);

namespace {

constexpr Kind kind_of(std::uint32_t size_and_kind) {
  return static_cast<Kind>(size_and_kind >> 16);
}
constexpr std::uint32_t size_of(std::uint32_t size_and_kind) {
  return size_and_kind & 0xffff;
}

// Whether a page of [low, high] is tracked. Eight pages a step: a loop over so much memory takes far longer.
bool touches(std::uintptr_t low, std::uintptr_t high) {
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

void report(const fencepost_grid& grid) {
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.grid, __ATOMIC_ACQUIRE)) keep_blocks(call(&grid));
}

}  // namespace

// What our own frame begins with.
#define CALLERS_FRAME (*static_cast<std::uintptr_t*>(__builtin_frame_address(0)))

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

// `count` neighbours: the rows of sparse matrices, short loops within others.
HOOK void fencepost_passed_run(void* address, std::uint32_t size_and_kind, std::uint64_t count, std::uint64_t site) {
  if (fencepost_hooks_of_module.mask == 0 || count == 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::uint32_t size = size_of(size_and_kind);
  const std::uintptr_t frame = CALLERS_FRAME;
  const std::uintptr_t caller = reinterpret_cast<const std::uintptr_t*>(frame)[1];
  const bool few = count <= 64 && is_tracked(address);
  if (few && add_to_block(first, size, count, site + caller * FENCEPOST_CALLER_FACTOR)) return;
  if (!touches(first, first + count * size - 1)) return;
  report(
      {first, size, kind_of(size_and_kind), static_cast<std::int64_t>(size), count, 0, 1, RETURN_ADDRESS, frame, site});
}
