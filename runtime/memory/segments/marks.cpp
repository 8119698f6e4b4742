#include "segments/marks.h"

#include <algorithm>
#include <bit>

namespace fencepost::memory {

const Marks::Entry* Marks::find(std::uint64_t site, std::uint64_t tag, std::uintptr_t address) {
  for (std::size_t i = 0; i < used_count_; ++i) {
    const Entry& entry = used_[i].entry;
    if (entry.tag == tag && address - entry.low < entry.span) return &(entries_[place_of(site)] = entry);
  }
  return nullptr;
}

Marks::Extent Marks::extent_of(std::uintptr_t address, Range tracked, std::uint32_t size) {
  // Blocks begin at a multiple of their size, as those of scatter.h.
  // (No divisions: this runs before every loop.)
  const std::uintptr_t block = kBlockElements * size;
  const int shift = std::countr_zero(block);
  std::uintptr_t low = tracked.begin & ~(block - 1);
  const auto elements_to = [&](std::uintptr_t end) { return ((end - low + block - 1) >> shift) * kBlockElements; };
  if (elements_to(tracked.end) > kMostElements) low = std::max(low, address & ~(block - 1));
  return {low, std::min<std::size_t>(elements_to(tracked.end), kMostElements)};
}

bool Marks::has_room(std::uintptr_t address, Range tracked, std::uint32_t size) const {
  return used_count_ < kMostOwners && used_bytes_ + extent_of(address, tracked, size).bytes <= kBytes;
}

bool Marks::pays(std::uint64_t tag) {
  History& history = history_of(tag);
  if (history.tag != tag) history = {tag, 0, 1};
  if (history.wait == 0) return true;
  --history.wait;
  return false;
}

const Marks::Entry* Marks::make(std::uint64_t site, std::uint64_t tag, std::uintptr_t address, Range tracked,
                                Owner owner) {
  if (!has_room(address, tracked, owner.size)) return nullptr;
  const auto [low, bytes] = extent_of(address, tracked, owner.size);
  Used& used = used_[used_count_++];
  used = {{}, owner, site, low / owner.size, marks_.data() + used_bytes_, bytes, 0};
  used_bytes_ += bytes;
  // Elements that are only partly tracked are left to the slow path.
  const std::uintptr_t first = std::max(low, (tracked.begin + owner.size - 1) / owner.size * owner.size);
  const std::uintptr_t end = std::min(low + bytes * owner.size, tracked.end / owner.size * owner.size);
  used.entry = {tag, first, end > first ? end - first : 0, used.marks + (first - low) / owner.size};
  return &(entries_[place_of(site)] = used.entry);
}

void Marks::release() {
  // Otherwise each touched block is a call, which costs as much as reading this many that are not.
  constexpr std::uint64_t kBlocksForOne = 32;
  constexpr std::uint16_t kLongestWait = 1023;
  for (std::size_t i = 0; i < used_count_; ++i) {
    const Used& used = used_[i];
    entries_[place_of(used.site)] = {};
    History& history = history_of(used.entry.tag);
    if (history.tag != used.entry.tag) continue;
    if ((used.touched * kBlocksForOne) * kBlockElements > used.bytes) {
      history.next_wait = 1;
    } else {
      history.wait = history.next_wait;
      history.next_wait = std::min<std::uint16_t>(static_cast<std::uint16_t>(2 * history.next_wait + 1), kLongestWait);
    }
  }
  used_count_ = 0;
  used_bytes_ = 0;
}

}  // namespace fencepost::memory
