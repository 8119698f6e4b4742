#include "tracking/page_maps.h"

#include <algorithm>
#include <atomic>
#include <type_traits>

namespace fencepost::memory {
namespace {

constexpr std::uintptr_t kPageBytes = std::uintptr_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT;
constexpr std::uintptr_t kMappedBytes = kPageBytes + FENCEPOST_PAGE_MAP_BEYOND;
using Bits = std::array<std::uint64_t, std::extent_v<decltype(fencepost_page_map::bits)>>;

// The units [from, to).
void set(Bits& bits, std::uintptr_t from, std::uintptr_t to) {
  for (std::uintptr_t word = from / 64; word * 64 < to; ++word) {
    std::uint64_t part = ~std::uint64_t{0};
    if (word == from / 64) part <<= from % 64;
    if (to - word * 64 < 64) part &= (std::uint64_t{1} << to % 64) - 1;
    bits[word] |= part;
  }
}

}  // namespace

PageMaps::PageMaps() {
  pages_.fill(kNoPage);
  // If a page has no map, all of it may be tracked.
  for (const int state : {FENCEPOST_PAGE_PARTLY, FENCEPOST_PAGE_WHOLLY}) {
    for (std::uint64_t& word : maps_[static_cast<std::size_t>(state)].bits) word = ~std::uint64_t{0};
  }
  for (std::size_t number = FENCEPOST_PAGE_MAPPED; number < kNumbers; ++number) {
    free_[free_count_++] = static_cast<std::uint8_t>(number);
  }
}

std::uint8_t PageMaps::refresh(std::uintptr_t page, std::uint8_t state, const RangeSet& ranges) {
  const std::uintptr_t begin = page << FENCEPOST_HOOKS_PAGE_SHIFT;
  const std::uintptr_t end = begin + kMappedBytes;
  Bits bits{};
  int count = 0;
  for (Range range = ranges.first_behind(begin); range.begin < range.end && range.begin < end;
       range = ranges.first_behind(range.end)) {
    if (++count > kMostRanges) {
      release(page, page + 1);
      return FENCEPOST_PAGE_PARTLY;
    }
    constexpr std::uintptr_t kUnit = FENCEPOST_PAGE_MAP_UNIT;
    set(bits, (std::max(range.begin, begin) - begin) / kUnit, (std::min(range.end, end) - begin + kUnit - 1) / kUnit);
  }
  if (state < FENCEPOST_PAGE_MAPPED) {
    if (free_count_ <= kResting) return FENCEPOST_PAGE_PARTLY;
    state = free_[first_free_++];
    --free_count_;
    pages_[state] = page;
  }
  for (std::size_t word = 0; word < bits.size(); ++word) {
    std::atomic_ref(maps_[state].bits[word]).store(bits[word], std::memory_order_relaxed);
  }
  std::atomic_thread_fence(std::memory_order_release);
  return state;
}

void PageMaps::release(std::uintptr_t first_page, std::uintptr_t end_page) {
  constexpr std::size_t kAll = kNumbers - FENCEPOST_PAGE_MAPPED;
  for (std::size_t number = FENCEPOST_PAGE_MAPPED; free_count_ < kAll && number < kNumbers; ++number) {
    if (pages_[number] < first_page || pages_[number] >= end_page) continue;
    pages_[number] = kNoPage;
    free_[(first_free_ + free_count_++) % kNumbers] = static_cast<std::uint8_t>(number);
  }
}

}  // namespace fencepost::memory
