// Which bytes of partly tracked pages are tracked, 8 at a time, for as many pages as there are numbers. Most of what
// lies on such a page has nothing to do with the window beside it, and code can see that itself (struct
// fencepost_page_map in hook_table/table.h).
//
// Under the lock of the ranges' writer. Readers take no lock: they read a page's byte, the map with this number, and
// the byte again. A map that was given back rests before another page gets it, so that the byte is not the same number
// again so soon.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hook_table/table.h"
#include "tracking/ranges.h"

namespace fencepost::memory {

class PageMaps {
 public:
  static constexpr std::size_t kNumbers = 256;
  static constexpr std::size_t kResting = 29;  // this many others are given out before a map comes again
  static constexpr std::size_t kUsable = kNumbers - FENCEPOST_PAGE_MAPPED - kResting;

  PageMaps();

  // Updates the map of a partly tracked page. `state`: the page's byte. Returns the byte that it is to have:
  // FENCEPOST_PAGE_PARTLY if no map is free. What is written here is seen before the byte.
  std::uint8_t refresh(std::uintptr_t page, std::uint8_t state, const RangeSet& ranges);
  // These pages are no longer partly tracked.
  void release(std::uintptr_t first_page, std::uintptr_t end_page);

  const fencepost_page_map* maps() const { return maps_.data(); }

 private:
  static constexpr int kMostRanges = 32;  // on a page; those with more change too often, or cost too much to write
  static constexpr std::uintptr_t kNoPage = UINTPTR_MAX;

  std::array<fencepost_page_map, kNumbers> maps_{};
  std::array<std::uintptr_t, kNumbers> pages_;
  // The numbers that no page has, those that were given back last at the end: free_count_ of them from first_free_ on.
  std::array<std::uint8_t, kNumbers> free_{};
  std::uint8_t first_free_ = 0;
  std::size_t free_count_ = 0;
};

}  // namespace fencepost::memory
