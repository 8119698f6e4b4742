#include "tracking/shadow.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <sys/mman.h>

namespace fencepost::memory {
namespace {

constexpr int kAddressBits = 47;
constexpr int kSmallestTableBits = 20;

}  // namespace

namespace {
constexpr std::uint8_t kNothing = FENCEPOST_PAGE_UNTRACKED;
}
constinit const std::uint8_t* Shadow::process_table_ = &kNothing;
constinit std::uint64_t Shadow::process_mask_ = 0;

Shadow::Shadow() {
  for (int bits = kAddressBits - FENCEPOST_HOOKS_PAGE_SHIFT; bits >= kSmallestTableBits; bits -= 3) {
    const std::size_t size = std::size_t{1} << bits;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    madvise(memory, size, MADV_DONTDUMP);
    madvise(memory, size, MADV_NOHUGEPAGE);
    table_ = static_cast<std::uint8_t*>(memory);
    mask_ = size - 1;
    process_table_ = table_;
    process_mask_ = mask_;
    exact_ = bits == kAddressBits - FENCEPOST_HOOKS_PAGE_SHIFT;
    return;
  }
  // Not even a megabyte: one byte for everything.
  static std::uint8_t single = FENCEPOST_PAGE_UNTRACKED;
  table_ = &single;
}

void Shadow::set(std::uintptr_t first_page, std::uintptr_t end_page, std::uint8_t value) {
  if (exact_) {
    if (first_page < end_page) std::memset(table_ + first_page, value, end_page - first_page);
    return;
  }
  // A shared byte stays tracked once it is: another page may need it. And "wholly" would hold for the others, too.
  if (value == FENCEPOST_PAGE_UNTRACKED) return;
  for (std::uintptr_t page = first_page; page < end_page && page - first_page <= mask_; ++page) {
    table_[page & mask_] = FENCEPOST_PAGE_PARTLY;
  }
}

void Shadow::refresh(Range changed, const RangeSet& ranges) {
  const auto page_of = [](std::uintptr_t address) { return address >> FENCEPOST_HOOKS_PAGE_SHIFT; };
  const auto reach = [](std::uintptr_t begin) { return begin - std::min<std::uintptr_t>(begin, kWidestAccess - 1); };
  const std::uintptr_t end_page =
      std::min(page_of(changed.end - 1) + 1, std::uintptr_t{1} << (kAddressBits - FENCEPOST_HOOKS_PAGE_SHIFT));
  std::uintptr_t page = page_of(reach(changed.begin));  // pages before it are done
  // The first range that ends after the beginning of a page says all about it, however many there are in it.
  while (page < end_page) {
    const std::uintptr_t begin = page << FENCEPOST_HOOKS_PAGE_SHIFT;
    const Range range = ranges.first_behind(begin);
    const std::uintptr_t first = range.begin < range.end ? page_of(reach(range.begin)) : end_page;
    std::uintptr_t next = page + 1;
    std::uint8_t value = FENCEPOST_PAGE_PARTLY;
    if (first > page) {
      next = std::min(first, end_page);
      value = FENCEPOST_PAGE_UNTRACKED;
    } else if (range.begin <= begin && range.end >= begin + kPage) {
      next = std::min(page_of(range.end), end_page);
      value = FENCEPOST_PAGE_WHOLLY;
    }
    if (value != FENCEPOST_PAGE_PARTLY) {
      maps_.release(page, next);
    } else if (exact_) {
      value = maps_.refresh(page, table_[page], ranges);
    }
    set(page, next, value);
    page = next;
  }
  std::atomic_ref(changes_).fetch_add(1, std::memory_order_release);
}

}  // namespace fencepost::memory
